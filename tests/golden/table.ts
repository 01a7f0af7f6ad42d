/**
 * Comparisons whose verdict is kept in a file, which a person has read: each is a command line over files of ../shared, or made of
 * them. A report as one golden row for each source, and what must hold of every report.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { Finding } from '../../src/report/findings';
import type { FlagReading, Report } from '../../src/report/result';
import type { WeightingId } from '../../src/scoring/weightings';
import { expectAgreement } from '../report/agreement';
import { rankHere, type Ended } from './command';
import { madeFile } from './made-files';

interface Situation {
  readonly name: string;
  /** Names of files, or `NAME = RECIPE` (made-files.ts). */
  readonly files: readonly string[];
  /** Of the command; `weighting ID` at their end is chosen on the page alone. */
  readonly options: string;
}

/** The rows of a file. A new one has these alone: `npx vitest -u` writes its verdict beside them. */
function situationsOf(file: string): readonly Situation[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Situation[];
}

function rankSituation({ files, options }: Situation, model: string): Promise<Ended> {
  const [, asked = '', weighting] = /^(.*?) ?(?:weighting (\S+))?$/.exec(options) ?? [];
  return rankHere({
    files: files.map(madeFile),
    options: asked,
    model: files.every((file) => file.startsWith('golden/')) ? null : model,
    ...(weighting && { weighting: weighting as WeightingId }),
  });
}

/** Tests each situation of a file, and the verdicts that stand there. @param model on disk, for files that give no embeddings */
export function testSituations(file: string, model: string): void {
  const situations = situationsOf(file);
  const ended = new Map<Situation, Ended>();
  it.each(situations.map((situation) => [situation.name, situation] as const))('%s', async (_, situation) => {
    const result = await rankSituation(situation, model);
    ended.set(situation, result);
    expect(faultsOf(result.report)).toEqual([]);
    expectAgreement(result.report);
  });
  it(`gives the verdicts of ${file}`, async () => {
    const rows = Array.from(ended, ([situation, result]) => goldenRow(situation, result));
    await expect(`${JSON.stringify(rows, null, 2)}\n`).toMatchFileSnapshot(file);
  });
}

/** Scores are kept to four digits. */
const score = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : (Math.round(value * 1e4) / 1e4).toFixed(4);

/** `random stop 30.2 % (27.1 to 33.4)`, `copies look 36 of 11900`, `range look rho psi?` where ψ may be chance. */
function findingRow(
  { id, severity, count, of, share, low, high, set_aside: aside }: Finding,
  flags: readonly FlagReading[],
): string {
  const percent = (value: number | null) => ((value ?? 0) * 100).toFixed(1);
  const counted = count === null ? [] : [of === null ? `${count}` : `${count} of ${of}`];
  const estimated =
    low === null || high === null ? [] : [`${percent(share)} % (${percent(low)} to ${percent(high)})`];
  const outside = id === 'range' ? flags.map(({ flag, certain }) => `${flag}${certain ? '' : '?'}`) : [];
  return [id, severity, ...counted, ...estimated, ...outside, ...(aside ? ['(looked at)'] : [])].join(' ');
}

/** A situation with its verdict, without words: how it is made, and of each source its rank, findings and numbers. */
function goldenRow({ name, files, options }: Situation, { report, status }: Ended) {
  const { verdict, certainty, sources } = report;
  const rows = Object.entries(verdict.sources).map(([source, { rank, unranked, findings, flags }]) => {
    const { eci, records, negatives, units } = sources[source] as Report['sources'][string];
    const { low, high } = certainty.scores[source] ?? {};
    const row = {
      rank: rank ?? unranked,
      eci: `${score(eci)} (${score(low)} to ${score(high)})`,
      n: `${records} records, ${negatives} pairs, ${units} units`,
      findings: findings.map((finding) => findingRow(finding, flags)),
    };
    return [source, row] as const;
  });
  const orders = certainty.pairs.map(
    ({ a, b, difference, low, high, status: order }) =>
      `${a} - ${b}: ${score(difference)} (${score(low)} to ${score(high)}) ${order}`,
  );
  const { units, units_used: used } = certainty;
  return {
    name,
    files,
    options,
    status,
    read: `${used} of ${units.count} units`,
    sources: Object.fromEntries(rows),
    orders,
  };
}

/** What must hold of every report and does not: no interval has width 0 between unequal scores; what is separated excludes 0, and has a score above. */
function faultsOf({ certainty, sources, verdict }: Report): string[] {
  return certainty.pairs.flatMap(({ a, b, difference, low, high, status }) => {
    const pair = `${a} and ${b}`;
    const known = low !== null && high !== null;
    const above = (sources[a]?.eci ?? NaN) - (sources[b]?.eci ?? NaN) > -1e-9;
    const small = [a, b].some((name) => verdict.sources[name]?.unranked === 'small');
    return [
      ...(known && difference !== 0 && low === high ? [`${pair}: a width of 0`] : []),
      ...(status === 'separated' && !(known && low > 0)
        ? [`${pair}: separated, and the interval holds 0`]
        : []),
      ...(status === 'separated' && small ? [`${pair}: separated, and one is too small`] : []),
      ...(above ? [] : [`${pair}: the lower score is above`]),
    ];
  });
}
