/** Which sources pass which between two scorings, in words. */

import type { Phrase, SourceName } from '../report/verdict-words';
import { countInWords, formatCount, formatScore } from '../ui/words';
import { comparedGroups, isHigher } from '../scoring/orders';
import { isClearlyAbove, type Scored } from './noise';

/** A source as far as orders go. */
interface OrderedSource {
  readonly name: string;
  readonly setting: string;
  /** True where it has no rank: an order is one of the others. */
  readonly outside?: boolean;
}

/** One source passes another: it was below and is now above. Places in the list of sources. */
export interface Swap {
  readonly passes: number;
  readonly passed: number;
}

/** Most swaps that are listed: a sentence names two sources. */
const MOST_NOISY = 1;

/** For each setting with two ranked sources or more: their places. */
export function rankedGroups(
  sources: readonly Omit<OrderedSource, 'name'>[],
): { readonly setting: string; readonly places: readonly number[] }[] {
  return comparedGroups(sources.map(({ setting }) => setting))
    .map(({ setting, places }) => ({
      setting,
      places: places.filter((place) => sources[place]?.outside !== true),
    }))
    .filter(({ places }) => places.length > 1);
}

/** True where a setting has two ranked sources or more. */
export function hasOrder(sources: readonly OrderedSource[]): boolean {
  return rankedGroups(sources).length > 0;
}

/** Pairs of ranked sources of one setting whose order is reversed, ties apart; those that end highest first. */
export function swapsBetween(
  sources: readonly OrderedSource[],
  before: readonly number[],
  after: readonly number[],
): Swap[] {
  return rankedGroups(sources)
    .flatMap(({ places }) =>
      places.flatMap((one) =>
        places.flatMap((other) =>
          isHigher(scoreAt(before, other), scoreAt(before, one)) &&
          isHigher(scoreAt(after, one), scoreAt(after, other))
            ? [{ passes: one, passed: other }]
            : [],
        ),
      ),
    )
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

/** The unbroken run of steps around `own` in which no pair of sources has clearly changed its order. */
export function holdsAround(
  sources: readonly OrderedSource[],
  steps: readonly Scored[],
  own: number,
): { readonly from: number; readonly to: number } {
  const base = steps[own];
  const holds = (step: number) => {
    const there = steps[step];
    return base !== undefined && there !== undefined && judgedSwaps(sources, base, there).clear.length === 0;
  };
  let from = own;
  let to = own;
  while (holds(from - 1)) from--;
  while (holds(to + 1)) to++;
  return { from, to };
}

/** `X passes Y`, and how many more pairs change. @param verb between the two names */
export function swapPhrase(
  sources: readonly OrderedSource[],
  swaps: readonly Swap[],
  verb = 'passes',
): Phrase {
  const [first] = swaps;
  if (!first) return [];
  const more = swaps.length - 1;
  return [
    nameAt(sources, first.passes),
    ` ${verb} `,
    nameAt(sources, first.passed),
    ...(more === 0
      ? []
      : [` and ${countInWords(more)} more ${more === 1 ? 'pair changes' : 'pairs change'}`]),
  ];
}

export interface NoisySwap {
  readonly swap: Swap;
  /** `0.5`. */
  readonly at: string;
  /** By how much `passes` scores above `passed` there. */
  readonly lead: number;
}

/** Swaps against one scoring that may be chance, under each of the others. @param at names one of them */
export function noisySwapsFrom<Step extends Scored>(
  sources: readonly OrderedSource[],
  base: Step | undefined,
  steps: readonly Step[],
  at: (step: Step) => string,
): NoisySwap[] {
  if (!base) return [];
  return steps.flatMap((there) =>
    judgedSwaps(sources, base, there).noisy.map((swap) => ({
      swap,
      at: at(there),
      lead: (there.scores[swap.passes] ?? 0) - (there.scores[swap.passed] ?? 0),
    })),
  );
}

/** ` Inside the noise: a over b at 0.5, by 0.0004.`; empty where there is none. */
export function noiseWords(sources: readonly OrderedSource[], noisy: readonly NoisySwap[]): string {
  if (noisy.length === 0) return '';
  const first = noisy.slice(0, MOST_NOISY).map(({ swap: { passes, passed }, at, lead }) => {
    const [one, other] = [sources[passes]?.name ?? '', sources[passed]?.name ?? ''];
    return `${one} over ${other} at ${at}, by ${formatScore(lead)}`;
  });
  const more = noisy.length - first.length;
  return ` Inside the noise: ${[...first, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join('; ')}.`;
}

/** The name of a source by its place. */
export function nameAt(sources: readonly { readonly name: string }[], place: number): SourceName {
  return { source: sources[place]?.name ?? '' };
}
