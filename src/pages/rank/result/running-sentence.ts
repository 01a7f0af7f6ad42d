/**
 * The headline during a run. "Certain" only where it holds at every moment. No source is called first: ranks wait for
 * the audit, which needs the last record. A source that is certainly outside so far is above nobody.
 */

import { countInWords, countOf, countUnits, formatCount, listInWords } from '../../../ui/words';
import { certainlyAbove, type OrderView } from '../../../report/order';
import { certainSoFar, isOutside, type RankedSource, type RankingView } from '../../../report/ranking';

export function runningSentence(view: RankingView): string {
  const { order } = view;
  const count = view.rows.length;
  const [group] = view.groups;
  const opening = `Ranking ${countInWords(count)} ${count === 1 ? 'source' : 'sources'}`;
  if (!order || !group || count === 1) return opening;
  const drawn = drawnInWords(order);
  if (view.groups.length > 1) return `${opening} in ${countInWords(view.groups.length)} settings, ${drawn}`;
  const inside = group.rows.filter((row) => !isOutside(row) && certainSoFar(row).length === 0);
  const outside = group.rows.filter((row) => certainSoFar(row).length > 0);
  if (inside.length < 2 && outside.length === 0) return `${opening}, ${drawn}`;
  if (outside.length === 0) return ordersInWords(inside, order, { opening, scores: 'scores' });
  const said = `${namesInWords(outside)} ${outside.length === 1 ? 'is' : 'are'} outside so far`;
  if (inside.length < 2) return `${said}, ${drawn}.`;
  return `${said}. ${ordersInWords(inside, order, { opening: 'Ranking the others', scores: 'other scores' })}`;
}

/** What is known of the order of some sources. */
function ordersInWords(
  rows: readonly RankedSource[],
  order: OrderView,
  { opening, scores }: { readonly opening: string; readonly scores: string },
): string {
  const drawn = drawnInWords(order);
  const byScore = [...rows].sort((a, b) => (b.eci ?? 0) - (a.eci ?? 0));
  const above = certainlyAbove(order);
  const settled = byScore.flatMap((row) => {
    const lower = byScore.filter(({ id }) => above.get(row.id)?.has(id));
    return lower.length === 0 ? [] : [{ row, lower }];
  });
  const most = (rows.length * (rows.length - 1)) / 2;
  const known = settled.reduce((sum, { lower }) => sum + lower.length, 0);
  const unknown = `${countOf(most - known, 'order')} of ${most} not known yet`;
  if (known === 0) return `${opening}: too early to call ${drawn}.`;
  if (known === most && rows.length > MANY)
    return `All ${most} orders are settled ${drawn}. The audit follows.`;
  if (known === most) {
    const chain = byScore.map(({ name }) => name).join(' above ');
    return `The ${scores} are settled ${drawn}: ${chain}. The audit follows.`;
  }
  const [first] = settled;
  if (rows.length > MANY && first) {
    const lower = `${countInWords(first.lower.length)} ${first.lower.length === 1 ? 'other' : 'others'}`;
    return `${first.row.name} scores above ${lower}; ${unknown}.`;
  }
  const clauses = settled
    .slice(0, MOST_CLAUSES)
    .map(({ row, lower }) => `${row.name} scores above ${namesInWords(lower)}`);
  return `${clauses.join('; ')}; ${unknown} ${drawn}.`;
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
  return order === null ? 'Cancelled before there was an order' : `Cancelled ${drawnInWords(order)}`;
}

function drawnInWords({ unitsUsed, unitsTotal, unitKind }: OrderView): string {
  return `after ${formatCount(unitsUsed)} of ${countUnits(unitsTotal, unitKind)}`;
}
