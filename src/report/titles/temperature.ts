/** What the sweep over the temperature found. */

import type { ExperimentOutcome } from '../../experiments/types';
import type { Phrase } from '../verdict-words';
import { formatScore } from '../../ui/words';
import { hasOrder, holdsAround, swapPhrase, swapsBetween } from './order-changes';

/** Up to which τ the order of the settings' own τ holds, and who passes whom beyond. */
export function temperatureTitle({ about, result: { steps } }: ExperimentOutcome<'temperature'>): Phrase {
  const { sources } = about;
  const first = steps[0];
  const last = steps.at(-1);
  if (!first || !last) return ['No τ was tried'];
  if (!hasOrder(sources)) {
    const at = ({ tau, scores }: typeof first) => `${formatScore(scores[0] ?? 0)} at τ = ${tau}`;
    return [`Without a rival there is no order: the score goes from ${at(first)} to ${at(last)}`];
  }
  const own = nearest(steps, about.tau);
  const scores = steps.map((step) => step.scores);
  const { from, to } = holdsAround(sources, scores, own);
  const beyond = (step: number): Phrase => {
    const there = steps[step];
    if (!there) return [];
    return [
      `at ${there.tau} `,
      ...swapPhrase(sources, swapsBetween(sources, scores[own] ?? [], there.scores)),
    ];
  };
  const below = beyond(from - 1);
  const above = beyond(to + 1);
  const low = steps[from]?.tau;
  const high = steps[to]?.tau;
  if (below.length === 0 && above.length === 0) {
    return [`The order holds for every τ tried, from ${low} to ${high}`];
  }
  if (below.length === 0) return [`The order holds for every τ tried up to ${high}; `, ...above];
  if (above.length === 0) return [`The order holds for every τ tried from ${low} on; `, ...below];
  const range = low === high ? `only at τ = ${low}` : `from τ = ${low} to ${high}`;
  return [`The order holds ${range}; `, ...below, ', ', ...above];
}

/** Place of the step whose τ is nearest, on a log scale. */
function nearest(steps: readonly { readonly tau: number }[], tau: number): number {
  const distance = (place: number) => Math.abs(Math.log((steps[place]?.tau ?? 1) / tau));
  return [...steps.keys()].reduce((best, place) => (distance(place) < distance(best) ? place : best), 0);
}
