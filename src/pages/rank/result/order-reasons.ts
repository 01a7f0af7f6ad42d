/** Why this order: the differences of neighbours in the ranking, split by gate, on one scale. */

import { byGate, GATES } from '../../../scoring/pair-gates';
import { gateShares } from '../../../scoring/shapley';
import { axisBetween, placeOn, type Axis } from '../../../ui/charts/axis';
import { intervalInWords } from './readings';
import { pairOf, type Order, type RankedSource, type RankingView } from '../../../report/ranking';

/** One share of a difference: a bar that starts where the share before it ends. */
export interface ReasonBar {
  readonly words: string;
  readonly value: number;
  /** In per cent of the axis. */
  readonly left: number;
  readonly width: number;
}

export interface OrderReason {
  readonly upper: RankedSource;
  readonly lower: RankedSource;
  readonly difference: number;
  readonly bars: readonly ReasonBar[];
  /** The interval of the difference and its meaning; empty if none is known. */
  readonly certainty: string;
}

/** For each two neighbours in the ranking; the bars of all on one axis. */
export function orderReasons({ groups, order }: RankingView): { axis: Axis; reasons: OrderReason[] } {
  const neighbours = groups.flatMap(({ ranked }) => {
    return ranked.slice(1).map((lower, i) => ({ upper: ranked[i] as RankedSource, lower }));
  });
  const split = neighbours.map(({ upper, lower }) => ({ upper, lower, steps: stepsBetween(upper, lower) }));
  const ends = split.flatMap(({ steps }) => steps.map(({ to }) => to));
  const axis = axisBetween(Math.min(0, ...ends), Math.max(0, ...ends));
  const reasons = split.map(({ upper, lower, steps }) => ({
    upper,
    lower,
    difference: (upper.eci ?? 0) - (lower.eci ?? 0),
    bars: steps.map(({ words, from, to }) => {
      const [left, right] = [placeOn(axis, Math.min(from, to)), placeOn(axis, Math.max(from, to))];
      return { words, value: to - from, left, width: right - left };
    }),
    certainty: order ? certaintyInWords(order, upper, lower) : '',
  }));
  return { axis, reasons };
}

function stepsBetween(
  upper: RankedSource,
  lower: RankedSource,
): { words: string; from: number; to: number }[] {
  const shares = gateShares(meansOf(upper), meansOf(lower), (upper.eci ?? 0) - (lower.eci ?? 0));
  const parts = [
    ...GATES.map(({ id, sign }) => ({ words: sign as string, value: shares[id] })),
    { words: 'together', value: shares.together },
  ];
  let end = 0;
  return parts.map(({ words, value }) => {
    const from = end;
    end += value;
    return { words, from, to: end };
  });
}

function meansOf({ figures }: RankedSource) {
  return byGate((id) => figures?.[`mean_${id}`] ?? 0);
}

function certaintyInWords(order: Order, upper: RankedSource, lower: RankedSource): string {
  const pair = pairOf(order, upper.name, lower.name);
  if (!pair || pair.low === null) return '';
  return `${intervalInWords(pair, upper.name)}: ${pair.status === 'separated' ? 'separated' : 'too close to call'}`;
}
