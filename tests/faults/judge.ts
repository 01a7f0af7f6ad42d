/** What must hold after a fault, and what does not: one sentence for each thing that is wrong. */

import type { Report } from '../../src/report/result';
import { differences } from '../support/compare';
import type { PassFile } from './inputs';

/** What came of a pass. */
export interface PassOutcome {
  /** The step at which the page could go no further; null where it went through all. */
  readonly stopped: string | null;
  /** True where the page neither went on nor said why within the time that a user would wait. */
  readonly hung: boolean;
  /** Everything that the page said of failures. */
  readonly said: readonly string[];
  /** Exceptions of the page that nothing caught. */
  readonly uncaught: readonly string[];
  readonly report: Report | null;
  /** The temperature that the page was at. */
  readonly tau: number;
}

const SAME = { absolute: 1e-12, relative: 1e-12 };

/** On the GPU and off it, and in batches of other texts, float32 sums differ by their order. */
const NEARLY = { absolute: 1e-6, relative: 1e-6 };

/** Every error that the harness makes says so. */
const PLANNED = 'planned:';

/** What an engine says to programmers and a page should say in its own words. */
const RAW = [
  /\[object \w+\]/,
  /\bundefined\b/,
  /\bNaN\b/,
  /Array buffer allocation failed/,
  /^planned:/,
  /^\s*(TypeError|RangeError|DataCloneError|Error):/m,
  /Failed to (fetch|execute)/,
  /Cannot read propert/,
];

/** What is wrong with a pass in which a fault was planned. @param expected the report of a pass without one */
export function wrongWith(
  outcome: PassOutcome,
  expected: Report,
  files: readonly PassFile[],
  { nearly = false }: { readonly nearly?: boolean } = {},
): string[] {
  const { stopped, hung, said, uncaught, report } = outcome;
  const wrong = uncaught.filter((text) => !text.includes(PLANNED)).map((text) => `nothing caught: ${text}`);
  if (hung) wrong.push(`the page neither went on nor said why at "${stopped}"`);
  else if (stopped !== null && said.length === 0) wrong.push(`"${stopped}" ended without a word`);
  for (const text of said) {
    if (text.trim().length < 20) wrong.push(`the page says only "${text}"`);
    for (const raw of RAW)
      if (raw.test(text)) wrong.push(`the page says what only a programmer understands: "${text}"`);
  }
  if (report) wrong.push(...wrongInReport(report, expected, files, said, nearly));
  return wrong;
}

/** What is wrong with a run that comes after the fault: everything must be as if there had been none. */
export function wrongAfterwards(
  outcome: PassOutcome,
  expected: Report,
  files: readonly PassFile[],
  options: { readonly nearly?: boolean } = {},
): string[] {
  const wrong = wrongWith(outcome, expected, files, options);
  if (outcome.stopped !== null)
    wrong.push(`no new run: stopped at "${outcome.stopped}" (${outcome.said.join(' | ')})`);
  else if (outcome.said.length > 0) wrong.push(`the page still says: ${outcome.said.join(' | ')}`);
  return wrong.map((text) => `new run: ${text}`);
}

function wrongInReport(
  report: Report,
  expected: Report,
  files: readonly PassFile[],
  said: readonly string[],
  nearly: boolean,
): string[] {
  const wrong: string[] = [];
  if (report.settings.tau !== expected.settings.tau) wrong.push(`the report is of τ ${report.settings.tau}`);
  for (const { source, read, rejected } of files) {
    const figures = report.sources[source];
    if (!figures) {
      if (said.length === 0) wrong.push(`${source} is not in the report, and nothing is said of it`);
      continue;
    }
    if (figures.records + figures.rejected !== read || figures.rejected !== rejected) {
      wrong.push(
        `${source}: ${read} records read, ${rejected} of them bad, but ${figures.records} scored and ${figures.rejected} rejected`,
      );
    }
  }
  const tolerance = nearly ? NEARLY : SAME;
  if (files.every(({ source }) => report.sources[source])) {
    wrong.push(...differences(report.sources, expected.sources, tolerance, 'sources').slice(0, 5));
    wrong.push(...differences(report.ranking, expected.ranking, tolerance, 'ranking').slice(0, 5));
  }
  return wrong;
}
