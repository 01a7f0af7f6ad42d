/**
 * The headline during a run. "Certain" only where it holds at every moment. No source is called first: ranks wait for
 * the audit, which needs the last record.
 */

import { countInWords, countOf, formatCount, listInWords } from '../../../ui/words';
import { certainlyAbove, type OrderView } from '../../../session/result/order-view';
import type { RankedSource, RankingView } from '../../../session/result/ranking-view';

/** @param order null before every source has a score */
export function runningSentence(view: RankingView, order: OrderView | null): string {
  const count = view.rows.length;
  const [group] = view.groups;
  const opening = `Ranking ${countInWords(count)} ${count === 1 ? 'source' : 'sources'}`;
  if (!order || !group || count === 1) return opening;
  const drawn = drawnInWords(order);
  if (view.groups.length > 1) return `${opening} in ${countInWords(view.groups.length)} settings, ${drawn}`;
  const byScore = [...group.rows].sort((a, b) => (b.eci ?? 0) - (a.eci ?? 0));
  const above = certainlyAbove(order);
  const settled = byScore.flatMap((row) => {
    const lower = byScore.filter(({ key }) => above.get(row.key)?.has(key));
    return lower.length === 0 ? [] : [{ row, lower }];
  });
  const most = (count * (count - 1)) / 2;
  const known = settled.reduce((sum, { lower }) => sum + lower.length, 0);
  if (known === 0) return `${opening}: too early to call ${drawn}.`;
  if (known === most && count > MANY) return `All ${most} orders are settled ${drawn}. The audit follows.`;
  if (known === most) {
    const chain = byScore.map(({ name }) => name).join(' above ');
    return `The scores are settled ${drawn}: ${chain}. The audit follows.`;
  }
  const [first] = settled;
  if (count > MANY && first) {
    const lower = `${countInWords(first.lower.length)} ${first.lower.length === 1 ? 'other' : 'others'}`;
    return `${first.row.name} scores above ${lower}; ${countOf(most - known, 'order')} of ${most} still open.`;
  }
  const clauses = settled
    .slice(0, MOST_CLAUSES)
    .map(({ row, lower }) => `${row.name} scores above ${namesInWords(lower)}`);
  return `${clauses.join('; ')}; ${countOf(most - known, 'order')} of ${most} still open ${drawn}.`;
}

/** More sources than these are counted, not named: the sentence has two lines. */
const MANY = 5;

/** More sources that lie above others are counted. */
const MOST_CLAUSES = 2;

function namesInWords(rows: readonly RankedSource[]): string {
  return rows.length > 3 ? `${countInWords(rows.length)} others` : listInWords(rows.map(({ name }) => name));
}

/** The headline of a cancelled run with its partial scores. @param order null if nothing was known yet */
export function partialSentence(order: OrderView | null): string {
  return order === null
    ? 'Cancelled. Partial scores below, no order yet.'
    : `Cancelled ${drawnInWords(order)}. Partial scores below.`;
}

function drawnInWords({ queriesUsed, queriesTotal }: OrderView): string {
  return `after ${formatCount(queriesUsed)} of ${countOf(queriesTotal, 'query', 'queries')}`;
}
