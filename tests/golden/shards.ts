/** Sources with embeddings in their files, ranked whole, and cut into shards and merged. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { headlineOf, phraseText, readingParts } from '../../src/report/verdict-words';
import type { Report } from '../../src/report/result';
import { WEIGHTING_IDS } from '../../src/scoring/weightings';
import { reportOf } from '../../src/shards/merge';
import {
  sumsOf,
  tableOf,
  textsOf,
  together,
  type NamedTable,
  type ShardSettings,
  type SumPart,
  type TextPart,
} from '../../src/shards/passes';
import { reportDifferences } from '../../scripts/lib/figures.mjs';
import { PROVENANCE, RUN_SETTINGS } from '../support/results';
import { rankHere } from './command';

export interface Lines {
  readonly name: string;
  readonly lines: readonly string[];
}

const PROGRAM = { version: '0.1.0', commit: null };

export const SETTINGS: ShardSettings = {
  ...RUN_SETTINGS,
  weightings: WEIGHTING_IDS,
  batch_size: 16,
  normalise: true,
};

export const SHARED = join(import.meta.dirname, '../../../shared');

export function goldenLines(name: string): Lines {
  const text = readFileSync(join(SHARED, `golden/${name}.jsonl`), 'utf8');
  return { name, lines: text.split('\n').filter(Boolean) };
}

interface GoldenLine {
  readonly query_embedding: readonly number[];
  readonly positive: string;
  readonly positive_embedding: readonly number[];
  readonly negatives: readonly string[];
  readonly negative_embeddings: readonly (readonly number[])[];
}

/** In each record a near copy of the positive, a text that all have, the positive of another, a cut text and a repeat; some positives far away. */
export function withFaults({ name, lines }: Lines): Lines {
  const records = lines.map((line, i): GoldenLine => {
    const record = JSON.parse(line) as GoldenLine;
    const away = record.query_embedding.map((value) => -value);
    return i % 5 > 0 ? record : { ...record, positive: `A tale of ${i} ships.`, positive_embedding: away };
  });
  return {
    name,
    lines: records.map((record, i) => {
      const { positive, positive_embedding: own, negatives, negative_embeddings: rows } = record;
      const other = records[(i + 1) % records.length] ?? record;
      const added: [text: string | undefined, row: readonly number[] | undefined][] = [
        [`${positive} Moreover.`, own],
        ['Sign in to read this page.', new Array<number>(own.length).fill(1)],
        [other.positive, other.positive_embedding],
        [positive.slice(0, -9), own],
        [negatives[0], rows[0]],
      ];
      return JSON.stringify({
        ...record,
        negatives: [...negatives, ...added.map(([text]) => text)],
        negative_embeddings: [...rows, ...added.map(([, row]) => row)],
      });
    }),
  };
}

export function cut(sources: readonly Lines[], count: number): File[][] {
  return Array.from({ length: count }, (_, i) =>
    sources.flatMap(({ name, lines }) => {
      const [from, to] = [i, i + 1].map((part) => Math.floor((part * lines.length) / count));
      const some = lines.slice(from, to);
      return some.length === 0 ? [] : new File([`${some.join('\n')}\n`], `${name}.part${i + 1}.jsonl`);
    }),
  );
}

const named = <P>(parts: readonly P[]) => parts.map((part, i) => ({ name: `part ${i + 1}`, part }));

export async function tableOfShards(
  lists: readonly File[][],
  settings: ShardSettings = SETTINGS,
): Promise<NamedTable> {
  const texts: TextPart[] = [];
  for (const list of lists) texts.push(await textsOf(list, settings, PROGRAM));
  return { ...tableOf(together(named(texts))), sha256: 'table' };
}

export async function partsOf(lists: readonly File[][], table: NamedTable): Promise<SumPart[]> {
  const parts: SumPart[] = [];
  for (const list of lists) parts.push(await sumsOf(list, table, PROGRAM));
  return parts;
}

export async function merged(
  parts: readonly SumPart[],
  table: NamedTable,
  reference: readonly string[],
): Promise<Report> {
  return reportOf(together(named(parts)), table, reference, PROVENANCE, new Date(0));
}

/** The sources by the command that ranks them, all queries of each. */
export async function whole(sources: readonly Lines[], reference: string): Promise<Report> {
  const files = sources.map(({ name, lines }) => new File([`${lines.join('\n')}\n`], `${name}.jsonl`));
  const options = `--all-queries --reference ${reference}`;
  const { report } = await rankHere({ files, options, model: null, every: true });
  return report;
}

/** What a merged report has in another form, or names as not looked for. */
const OTHERWISE = new RegExp(
  [
    '^(merged|yardstick|files|rejects|device|settings|stop|cost)',
    '^verdict[.](detail|not_looked_for)',
    '[.](file|bytes|example|duplicate_query_ids|records_of_known_positives)$',
  ].join('|'),
);

/** Whether two reports are the same to the last digit, but for time and cost. */
export function isSame(one: Report, other: Report): boolean {
  return reportDifferences({ ...one }, { ...other }).length === 0;
}

/** The report of the whole as a merge has it, which does not look for some findings. */
function lookedFor(whole: Report, notLookedFor: readonly string[]): Report {
  const sources = Object.entries(whole.verdict.sources).map(([name, source]) => {
    const findings = source.findings.filter(({ id }) => !notLookedFor.includes(id));
    return [
      name,
      { ...source, findings, reading: readingParts({ ...source, findings }).join('; ') },
    ] as const;
  });
  const without = { ...whole, verdict: { ...whole.verdict, sources: Object.fromEntries(sources) } };
  return {
    ...without,
    verdict: { ...without.verdict, headline: phraseText(headlineOf(without)) },
  };
}

/** Where the merged report differs from the whole by more than 1e-12. */
export function apart(report: Report, of: Report): string[] {
  const [one, other] = [report, lookedFor(of, report.verdict.not_looked_for)].map(
    (each) => JSON.parse(JSON.stringify(each)) as Record<string, unknown>,
  );
  return reportDifferences(one ?? {}, other ?? {})
    .filter(({ path, gap }) => gap > 1e-12 && !OTHERWISE.test(path))
    .map(({ path, gap }) => `${path} ${gap}`);
}
