/** While a run goes on: what can be said of the order so far. "Certain" only where it holds at every moment. */

import { countInWords, countOf, formatCount, listInWords } from '../../../app/format';
import { rankRangesAmong, type OrderView } from '../../../session/result/order-view';
import type { RankedSource, RankingView } from '../../../session/result/ranking-view';

/** @param order null before every source has a score */
export function runningSentence(view: RankingView, order: OrderView | null): string {
  const count = view.rows.length;
  const [group] = view.groups;
  const opening = `Ranking ${countInWords(count)} ${count === 1 ? 'source' : 'sources'}`;
  if (!order || !group || count === 1) return opening;
  const drawn = `after ${formatCount(order.queriesUsed)} of ${countOf(order.queriesTotal, 'query', 'queries')}`;
  if (view.groups.length > 1) return `${opening} in ${countInWords(view.groups.length)} settings, ${drawn}`;
  const byScore = [...group.rows].sort((a, b) => (b.eci ?? 0) - (a.eci ?? 0));
  const ranks = rankRangesAmong(
    order,
    byScore.map(({ key }) => key),
  );
  const range = ({ key }: RankedSource) => ranks.get(key) ?? { from: 1, to: count };
  const open = byScore.filter((row) => range(row).from !== range(row).to);
  const [first] = byScore;
  const last = byScore.at(-1);
  if (!first || !last) return opening;
  const size = countInWords(count);
  if (open.length === 0)
    return `${first.name} is certain to be first of ${size}: the order is settled ${drawn}.`;
  if (open.length === count) return `${first.name} is likely first of ${size}; all is open ${drawn}.`;
  const still = `${listInWords(open.map(({ name }) => name))} are open ${drawn}`;
  if (range(first).to === 1) return `${first.name} is certain to be first of ${size}; ${still}.`;
  if (range(last).from === count) {
    return `${first.name} is likely first, ${last.name} is certain to be last of ${size}; ${still}.`;
  }
  return `${first.name} is likely first of ${size}; ${still}.`;
}
