/**
 * Scores of sources, which are apart by more than chance, by the one standard of the ranking (`scoring/certainty/score-order.ts`),
 * and which source passes which between two scorings.
 */

import type { Phrase, SourceName } from '../report/verdict-words';
import type { Interval } from '../scoring/certainty/intervals';
import { isHigher, pairsWithin } from '../scoring/orders';
import { orderOf } from '../scoring/certainty/score-order';
import type { UnitSums } from '../scoring/certainty/units';
import type { Gating } from '../scoring/weightings';
import { countInWords } from '../ui/words';
import { settingsOf } from './shown-source';

/** Chance that an interval of a score misses, and that any difference in one setting is called wrongly. */
const ALPHA = 0.05;

/** Sources under one scoring. */
export interface Scored {
  /** By source. */
  readonly scores: readonly number[];
  /** Places of each two that are more than chance apart, the higher first. */
  readonly apart: readonly (readonly [number, number])[];
}

/** @param traces sums behind the trace of each source, over the same units */
export function judgedScores(
  scores: readonly number[],
  traces: readonly UnitSums[],
  settings: readonly string[],
  gating: Gating,
): Scored & { readonly intervals: readonly (Interval | null)[] } {
  const sources = scores.map((score, s) => {
    return { score, trace: traces[s] as UnitSums, setting: settings[s] ?? '' };
  });
  const order = orderOf(sources, gating, ALPHA, null);
  return {
    scores,
    apart: order.pairs.flatMap(({ a, b, separated }) => (separated ? [[a, b] as const] : [])),
    intervals: order.scores.map(({ interval }) => interval),
  };
}

/** True where `one` scores above `other` by more than chance. */
export function isClearlyAbove({ apart }: Scored, one: number, other: number): boolean {
  return apart.some(([a, b]) => a === one && b === other);
}

/** A source as far as orders go. */
interface OrderedSource {
  readonly name: string;
  readonly setting: string;
  /** True where it has no rank: an order is one of the others. */
  readonly outside?: boolean;
}

/** One source passes another: it was below and is now above. Places in the list of sources. */
interface Swap {
  readonly passes: number;
  readonly passed: number;
}

/** Places of the pairs of one setting in which both have a rank. */
export function rankedPairs(sources: readonly Omit<OrderedSource, 'name'>[]): ReturnType<typeof pairsWithin> {
  return pairsWithin(settingsOf(sources)).filter((places) =>
    places.every((place) => sources[place]?.outside !== true),
  );
}

/** Pairs of ranked sources of one setting whose order is reversed, ties apart; those that end highest first. */
export function swapsBetween(
  sources: readonly OrderedSource[],
  before: readonly number[],
  after: readonly number[],
): Swap[] {
  const at = (scores: readonly number[], place: number) => scores[place] ?? Number.NEGATIVE_INFINITY;
  return rankedPairs(sources)
    .flatMap(([a, b]) => [
      { passes: a, passed: b },
      { passes: b, passed: a },
    ])
    .filter(
      ({ passes, passed }) =>
        isHigher(at(before, passed), at(before, passes)) && isHigher(at(after, passes), at(after, passed)),
    )
    .sort((a, b) => at(after, b.passes) - at(after, a.passes));
}

/** The swaps between two scorings: those beyond chance in both orders, and the others. */
export function judgedSwaps(
  sources: readonly OrderedSource[],
  before: Scored,
  after: Scored,
): { readonly clear: Swap[]; readonly noisy: Swap[] } {
  const swaps = swapsBetween(sources, before.scores, after.scores);
  const isClear = ({ passes, passed }: Swap) =>
    isClearlyAbove(before, passed, passes) && isClearlyAbove(after, passes, passed);
  return { clear: swaps.filter(isClear), noisy: swaps.filter((swap) => !isClear(swap)) };
}

/** `X passes Y`, and how many more pairs change. */
export function swapPhrase(sources: readonly OrderedSource[], swaps: readonly Swap[]): Phrase {
  const [first] = swaps;
  if (!first) return [];
  const name = (place: number): SourceName => ({ source: sources[place]?.name ?? '' });
  const more = swaps.length - 1;
  const change = more === 1 ? 'pair changes' : 'pairs change';
  return [
    name(first.passes),
    ' passes ',
    name(first.passed),
    ...(more === 0 ? [] : [` and ${countInWords(more)} more ${change}`]),
  ];
}
