/** The headline during a run. No source is called first: ranks wait for the findings, which need the end. */

import { countInWords, countUnits, formatCount } from '../../../ui/words';
import { pairOf, type Order, type RankedSource, type RankingView } from '../../../report/ranking';
import { sentence, type Phrase } from '../../../report/verdict-words';

export function runningSentence({ order, rows, groups }: RankingView): Phrase {
  const opening = `Ranking ${countInWords(rows.length)} ${rows.length === 1 ? 'source' : 'sources'}`;
  if (!order || rows.length < 2) return [opening];
  const drawn = drawnInWords(order);
  if (groups.length > 1) return [`${opening} in ${countInWords(groups.length)} settings, ${drawn}`];
  const all = order.pairs.length;
  const known = order.pairs.filter(({ status }) => status === 'separated').length;
  if (known === 0) return [`${opening}: too early to call ${drawn}.`];
  const [leader] = rows.filter((row) => isAboveAll(row, rows, order));
  const orders = `${known === all ? 'all' : formatCount(known)} of ${formatCount(all)} orders separated ${drawn}`;
  return leader
    ? sentence`${{ source: leader.name }} scores highest so far; ${orders}.`
    : [`${opening}: ${orders}.`];
}

function isAboveAll({ name }: RankedSource, rows: readonly RankedSource[], order: Order): boolean {
  return rows.every((other) => {
    const pair = pairOf(order, name, other.name);
    return other.name === name || (pair?.a === name && pair.status === 'separated');
  });
}

/** The headline of a cancelled run with its partial scores. @param order null if nothing was known yet */
export function partialSentence(order: Order | null): string {
  return order === null ? 'Cancelled before there was an order' : `Cancelled ${drawnInWords(order)}`;
}

function drawnInWords({ units_used: used, units: { count, kind } }: Order): string {
  return `after ${formatCount(used)} of ${countUnits(count, kind)}`;
}
