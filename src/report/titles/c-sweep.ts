/** What the sweep of log det(I + c·Î) over c found. */

import type { ExperimentOutcome } from '../../experiments/types';
import { isDiversityActive } from '../../scoring/sweep';
import type { Phrase } from '../verdict-words';
import { hasOrder, swapPhrase, swapsBetween, type Swap } from './order-changes';

/** A change of the order on the way from c = 1. */
export interface Crossing {
  /** Where the two scores are equal, between two points of the grid by a straight line over log c. */
  readonly c: number;
  readonly swaps: readonly Swap[];
}

/** All changes of the order, as c grows. */
export function crossingsOf({ about, result: { c, scores } }: ExperimentOutcome<'c-sweep'>): Crossing[] {
  const at = (point: number) => scores.map((line) => line[point] ?? 0);
  return c.slice(1).flatMap((high, i) => {
    const [before, after] = [at(i), at(i + 1)];
    const swaps = swapsBetween(about.sources, before, after);
    const [first] = swaps;
    if (!first) return [];
    const lead = (line: readonly number[]) => (line[first.passes] ?? 0) - (line[first.passed] ?? 0);
    const share = lead(before) / (lead(before) - lead(after) || 1);
    const low = c[i] ?? 1;
    return [{ c: low * (high / low) ** share, swaps }];
  });
}

/** Whether a source overtakes another, and where first. */
export function cSweepTitle(outcome: ExperimentOutcome<'c-sweep'>): Phrase {
  const { about, result } = outcome;
  if (!hasOrder(about.sources)) return [activeWords(outcome)];
  const crossings = crossingsOf(outcome);
  const [first] = crossings;
  if (!first) {
    const last = result.c.at(-1) ?? 1;
    return [`No source overtakes another as c grows to ${shortC(last)}`];
  }
  const more = crossings.length - 1;
  return [
    ...swapPhrase(about.sources, first.swaps, 'overtakes'),
    ` at c ≈ ${shortC(first.c)}`,
    ...(more === 0 ? [] : [`; the order changes ${more === 1 ? 'once' : `${more} times`} more`]),
  ];
}

/** Of a source alone: whether its directions begin to count. */
function activeWords({ result: { c, lambdaMax } }: ExperimentOutcome<'c-sweep'>): string {
  const last = c.at(-1) ?? 1;
  const active = lambdaMax.some((lambda) => isDiversityActive(last, lambda));
  return active
    ? `Directions begin to count before c = ${shortC(last)}`
    : `Directions do not yet count at c = ${shortC(last)}`;
}

/** Two digits below 100, whole above. */
export function shortC(c: number): string {
  return c < 100 ? String(Number(c.toPrecision(2))) : String(Math.round(c));
}
