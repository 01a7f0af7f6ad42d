/** What the commands print of a report. */

import { isFigures } from '../report/data-table';
import type { Finding } from '../report/findings';
import type { Report } from '../report/result';
import { conditionsOf, readTable } from '../report/table';
import { shownCell } from '../ui/table';
import { alignColumns } from './columns.mjs';
import type { RankArguments } from './rank-arguments';

/** The table of the exports, one line a source, figures aligned on the right. */
export function rankTable(report: Report): string {
  const table = readTable(report);
  const rows = table.rows.map((row) => row.map(shownCell));
  return alignColumns([table.columns, ...rows], (column: number) => !isFigures(table, column));
}

/** The verdict in words, under the conditions of the exports: what stands above the table. */
export function verdictLines(report: Report): string {
  const { headline, detail } = report.verdict;
  return [headline, ...conditionsOf(report), ...detail].join('\n');
}

/** For each source one line with its judged rate of false negatives, where pairs were judged. */
export function judgedLines({ ranking, false_negatives: judged }: Report): string[] {
  if (judged === undefined) return [];
  const behind = judged.judged - judged.counted;
  const gap =
    behind > 0
      ? [
          `rates rest on the first ${judged.counted} pairs of the sample: the next one has no verdict, ${behind} behind it have`,
        ]
      : [];
  const lines = ranking.flatMap((name) => {
    const found = judged.sources[name];
    if (found === undefined) return [];
    const { rate, low, high, judged: count } = found;
    const percent = (share: number) => (100 * share).toFixed(0);
    if (rate === null) return [`${name}: false negatives unknown, none judged`];
    const range =
      low === null || high === null
        ? 'too few queries for an interval'
        : `${percent(low)} to ${percent(high)} %`;
    return [`${name}: ${percent(rate)} % false negatives (${range}), ${count} judged`];
  });
  return [...gap, ...lines];
}

const RANKED = 0;
const FILE_REFUSED = 2;
const ORDER_OPEN = 3;
const CHECK_FAILED = 4;

/** The exit status of a command that ranked something. */
export function exitStatus(
  report: Report,
  { strict, untilCertain }: Pick<RankArguments, 'strict' | 'untilCertain'>,
): number {
  const whole =
    !report.files.some(({ status }) => status === 'refused' || status === 'waiting') &&
    !areVerdictsRefused(report);
  if (strict && !(whole && isSpotless(report))) return CHECK_FAILED;
  if (!whole) return FILE_REFUSED;
  return untilCertain !== null && isOpen(report) ? ORDER_OPEN : RANKED;
}

/** Whether a file of verdicts was given and no line of it counted. */
function areVerdictsRefused({ false_negatives: judged }: Report): boolean {
  return judged?.judged === 0 && judged.refused.length > 0;
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

/** Whether nothing was rejected, and no source has a finding that forbids to train on it. */
function isSpotless({ rejects, verdict }: Report): boolean {
  const found = Object.values(verdict.sources).flatMap(({ findings }) => findings);
  return rejects.length === 0 && !found.some(isSerious);
}
