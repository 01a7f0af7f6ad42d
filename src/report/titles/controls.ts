/** What the eight controls found. */

import type { ExperimentOutcome } from '../../experiments/types';
import type { Phrase } from '../verdict-words';
import { capitalised, countInWords, listInWords } from '../../ui/words';

/** The best score among the references; null where there is none. */
export function bestReference({ about, result }: ExperimentOutcome<'controls'>): number | null {
  const scores = result.scores.filter((_, place) => about.sources[place]?.reference === true);
  return scores.length === 0 ? null : Math.max(...scores);
}

/** How many controls outscore the best reference, and how many the audit flags. */
export function controlsTitle(outcome: ExperimentOutcome<'controls'>): Phrase {
  const { controls, flags, envelope, scores } = outcome.result;
  if (controls.length === 0) return ['No control could be built of this base source'];
  const reference = bestReference(outcome);
  const best = reference ?? Math.max(...scores);
  const above = controls.filter(({ eci }) => eci > best).length;
  const whom = reference === null ? 'every source' : 'the best reference';
  const [verb, all] = [above === 1 ? 'outscores' : 'outscore', countInWords(controls.length)];
  const outscore =
    above === 0
      ? `No control outscores ${whom}`
      : above === controls.length
        ? `All ${all} controls outscore ${whom}`
        : `${capitalised(countInWords(above))} of ${all} controls ${verb} ${whom}`;
  if (envelope === null) return [`${outscore}; without a reference nothing is flagged`];
  const missed = controls
    .filter(({ name }) => (flags[name] ?? []).length === 0)
    .map(({ control }) => control);
  if (missed.length === 0) return [`${outscore}; the audit flags all ${all}`];
  if (missed.length === controls.length) return [`${outscore}; the audit flags none of them`];
  if (missed.length <= 2) return [`${outscore}; the audit misses ${listInWords(missed)}`];
  return [`${outscore}; the audit flags ${countInWords(controls.length - missed.length)}`];
}
