/** Which sources pass which between two scorings, in words. */

import type { Phrase, SourceName } from '../report/verdict-words';
import { countInWords } from '../ui/words';
import { pairsWithin } from '../scoring/certainty/order';
import { isHigher } from '../scoring/orders';
import { isClearlyAbove, type Scored } from './apart';
import { settingsOf } from './shown-source';

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
  const isAbove = (scores: readonly number[], one: number, other: number) =>
    isHigher(scoreAt(scores, one), scoreAt(scores, other));
  return rankedPairs(sources)
    .flatMap(([a, b]) => [
      { passes: a, passed: b },
      { passes: b, passed: a },
    ])
    .filter(({ passes, passed }) => isAbove(before, passed, passes) && isAbove(after, passes, passed))
    .sort((a, b) => scoreAt(after, b.passes) - scoreAt(after, a.passes));
}

function scoreAt(scores: readonly number[], place: number): number {
  return scores[place] ?? Number.NEGATIVE_INFINITY;
}

/** The swaps between two scorings: those beyond chance in both orders, and the others. */
export function judgedSwaps(
  sources: readonly OrderedSource[],
  before: Scored,
  after: Scored,
): { readonly clear: Swap[]; readonly noisy: Swap[] } {
  const clear: Swap[] = [];
  const noisy: Swap[] = [];
  for (const swap of swapsBetween(sources, before.scores, after.scores)) {
    const { passes, passed } = swap;
    const isClear = isClearlyAbove(before, passed, passes) && isClearlyAbove(after, passes, passed);
    (isClear ? clear : noisy).push(swap);
  }
  return { clear, noisy };
}

/** `X passes Y`, and how many more pairs change. */
export function swapPhrase(sources: readonly OrderedSource[], swaps: readonly Swap[]): Phrase {
  const [first] = swaps;
  if (!first) return [];
  const more = swaps.length - 1;
  return [
    nameAt(sources, first.passes),
    ' passes ',
    nameAt(sources, first.passed),
    ...(more === 0
      ? []
      : [` and ${countInWords(more)} more ${more === 1 ? 'pair changes' : 'pairs change'}`]),
  ];
}

/** The name of a source by its place. */
export function nameAt(sources: readonly { readonly name: string }[], place: number): SourceName {
  return { source: sources[place]?.name ?? '' };
}
