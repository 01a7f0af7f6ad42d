/** Which sources pass which between two scorings, in words. */

import type { Phrase, SourceName } from '../report/verdict-words';
import { countInWords } from '../ui/words';
import { comparedGroups } from '../scoring/orders';

/** A source as far as orders go. */
interface OrderedSource {
  readonly name: string;
  readonly setting: string;
}

/** One source passes another: it was below and is now above. Places in the list of sources. */
export interface Swap {
  readonly passes: number;
  readonly passed: number;
}

/** True where a setting has two sources or more. */
export function hasOrder(sources: readonly OrderedSource[]): boolean {
  return comparedGroups(sources.map(({ setting }) => setting)).length > 0;
}

/** Pairs of one setting whose order is reversed; those that end highest first. */
export function swapsBetween(
  sources: readonly OrderedSource[],
  before: readonly number[],
  after: readonly number[],
): Swap[] {
  const groups = comparedGroups(sources.map(({ setting }) => setting));
  return groups
    .flatMap(({ places }) =>
      places.flatMap((one) =>
        places.flatMap((other) =>
          isAbove(before, other, one) && isAbove(after, one, other) ? [{ passes: one, passed: other }] : [],
        ),
      ),
    )
    .sort((a, b) => scoreAt(after, b.passes) - scoreAt(after, a.passes));
}

/** True where `one` stands above `other`; equal scores keep the order of the list. */
function isAbove(scores: readonly number[], one: number, other: number): boolean {
  const difference = scoreAt(scores, one) - scoreAt(scores, other);
  return difference > 0 || (difference === 0 && one < other);
}

function scoreAt(scores: readonly number[], place: number): number {
  return scores[place] ?? Number.NEGATIVE_INFINITY;
}

/** The unbroken run of steps around `own` with the order of `own`. */
export function holdsAround(
  sources: readonly OrderedSource[],
  steps: readonly (readonly number[])[],
  own: number,
): { readonly from: number; readonly to: number } {
  const base = steps[own] ?? [];
  const holds = (step: number) =>
    step in steps && swapsBetween(sources, base, steps[step] ?? []).length === 0;
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

/** The name of a source by its place. */
export function nameAt(sources: readonly { readonly name: string }[], place: number): SourceName {
  return { source: sources[place]?.name ?? '' };
}
