/**
 * The headline during a run. "Certain" only where it holds at every moment. No source is called first: ranks wait for
 * the audit, which needs the last record.
 */

import { countInWords, countOf, formatCount, listInWords } from '../../../ui/words';
import { rankRangesAmong, type OrderView } from '../../../session/result/order-view';
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
  const ranks = rankRangesAmong(
    order,
    byScore.map(({ key }) => key),
  );
  const range = ({ key }: RankedSource) => ranks.get(key) ?? { from: 1, to: count };
  const open = byScore.filter((row) => range(row).from !== range(row).to);
  const [first] = byScore;
  const last = byScore.at(-1);
  if (!first || !last) return opening;
  const certain = [
    ...(range(first).to === 1 ? [`${first.name} is certain to score highest`] : []),
    ...(range(last).from === count ? [`${last.name} is certain to score lowest`] : []),
  ];
  if (open.length === 0) return `${certain.join(', ')}: the order of the scores is settled ${drawn}.`;
  const still =
    open.length === count
      ? `too early to call ${drawn}`
      : `${listInWords(open.map(({ name }) => name))} are open ${drawn}`;
  const leads = certain.length > 0 ? certain.join(', ') : `${first.name} scores highest so far`;
  return `${leads}; ${still}.`;
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
