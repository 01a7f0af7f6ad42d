/** What a report says on a terminal, beside and below its table, and how a command ends. */

import { isFigures } from '../report/data-table';
import { allFindings, type Finding } from '../report/findings';
import { judgedLines, shareInWords } from '../report/memo';
import type { Report } from '../report/result';
import { conditionsOf, readTable } from '../report/table';
import { shownCell } from '../ui/table';
import { told } from '../ui/words';
import { alignColumns } from './columns.mjs';

/** The verdict in words under the conditions of the exports, the table of the exports with figures on the right, and judged rates. */
export function rankText(report: Report): string {
  const { headline, detail } = report.verdict;
  const verdict = [headline, ...conditionsOf(report), ...detail].join('\n');
  const parts = [verdict, rankTable(report), ratesOf(report).join('\n')];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** One line a source. */
export function rankTable(report: Report): string {
  const table = readTable(report);
  const rows = table.rows.map((row) => row.map(shownCell));
  return alignColumns([table.columns, ...rows], (column: number) => !isFigures(table, column));
}

/** Where pairs were judged what the memo says of them, and for each source its judged rate of false negatives. */
function ratesOf(report: Report): string[] {
  const { ranking, false_negatives: judged } = report;
  if (judged === undefined) return [];
  const rates = ranking.flatMap((name) => {
    const found = judged.sources[name];
    if (found === undefined) return [];
    const { rate, low, high } = found;
    const words = shareInWords(rate === null ? null : { rate, low, high });
    return [`${name}: false negatives ${words}, ${found.judged} judged`];
  });
  return [...judgedLines({ report }), ...rates];
}

/** What is said beside a result: what to do about it. */
export function notesOf(report: Report): string[] {
  const { cost, encoder, false_negatives: judged } = report;
  const found = allFindings(report.verdict.sources);
  return told([
    cost.cache.note,
    'parity' in encoder && (encoder.parity?.warning ?? null),
    ...waysToRank(report),
    ...found.map(({ words, example }) => example !== null && `${words}, such as ${example}`),
    found.some(({ id }) => id === 'short' || id === 'unlike-k') &&
      '--negatives N ranks the first N negatives of each record',
    ...(judged?.refused ?? []).map((line) => refusedInWords('verdicts', line)),
  ]);
}

/** One line for each source without a rank that has one once the user has looked at its pairs, or at how it was read. */
export function waysToRank({ verdict }: Pick<Report, 'verdict'>): string[] {
  return Object.entries(verdict.sources).flatMap(([name, { unranked, findings }]) => {
    const bars = (rule: string) =>
      unranked === 'stop' && findings.some(({ id, severity }) => id === rule && severity === 'stop');
    if (bars('misread'))
      return [
        `${name} looks misread and has no rank. If it was read as you meant: --as-meant ${name}. If not, say how to read it: --map, --label, --header or --no-header.`,
      ];
    if (unranked !== 'not-looked-for' && !bars('random')) return [];
    return [`${name} has no rank. If you read its pairs and they are as you meant them: --looked ${name}`];
  });
}

/** Why a line of a file of verdicts or replies does not count. */
export function refusedInWords(
  file: string,
  { line, key, reason }: { readonly line: number; readonly key: string | null; readonly reason: string },
): string {
  return `${file}, line ${line}${key === null ? '' : `, key ${key}`}: ${reason}`;
}

/** The exit status of a command that ranked something: what each means is said in the help of `rank`. */
export function exitStatus(report: Report, strict: boolean): number {
  const { files, rejects, verdict, stop, false_negatives: judged } = report;
  const noVerdict = judged?.judged === 0 && judged.refused.length > 0;
  const whole = !noVerdict && !files.some(({ status }) => status === 'refused' || status === 'waiting');
  const found = Object.values(verdict.sources).flatMap(({ findings }) => findings);
  if (strict && (!whole || rejects.length > 0 || found.some(isSerious))) return 4;
  if (!whole) return 2;
  return stop.rule === 'certain' && isOpen(report) ? 3 : 0;
}

/** Whether the order of two sources of one setting is open: neither is stopped by a finding, and they are not the same pairs. */
function isOpen({ certainty, verdict: { sources } }: Report): boolean {
  const races = (name: string) => sources[name]?.unranked !== 'stop';
  const same = (name: string) => sources[name]?.same_pairs_as ?? name;
  return certainty.pairs.some(
    ({ a, b, status }) => status !== 'separated' && races(a) && races(b) && same(a) !== same(b),
  );
}

/** Whether files with a finding are not to be trained on as they are. */
export function isSerious({ id, severity, set_aside: aside }: Finding): boolean {
  if (severity === 'stop') return !aside;
  return severity === 'train' || (severity === 'look' && (id === 'ids' || id === 'scores'));
}
