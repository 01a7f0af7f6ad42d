/** What the thirteen weightings found. */

import type { ExperimentOutcome, VariantScores } from '../../experiments/types';
import { comparedGroups } from '../../scoring/orders';
import { WEIGHTING_IDS } from '../../scoring/weightings';
import type { Phrase } from '../verdict-words';
import { capitalised, countInWords } from '../../ui/words';
import { hasOrder } from './order-changes';

/** Of the variants, those that are one of the thirteen weightings. */
export function weightingVariants({ result }: ExperimentOutcome<'weightings'>): VariantScores[] {
  const ids = new Set<string>(WEIGHTING_IDS);
  return result.variants.filter(({ id }) => ids.has(id));
}

/** Places of the flagged sources that come first in their setting under a variant. */
export function flaggedFirst(
  { about: { sources } }: ExperimentOutcome<'weightings'>,
  { scores }: Pick<VariantScores, 'scores'>,
  flagged: ReadonlySet<number>,
): number[] {
  return comparedGroups(sources.map(({ setting }) => setting)).flatMap(({ places }) => {
    const first = places.reduce((best, place) => ((scores[place] ?? 0) > (scores[best] ?? 0) ? place : best));
    return flagged.has(sources[first]?.id ?? -1) ? [first] : [];
  });
}

/** Under how many weightings a flagged source comes first, or how many give the order of the full score. */
export function weightingsTitle(
  outcome: ExperimentOutcome<'weightings'>,
  flagged: ReadonlySet<number>,
): Phrase {
  const variants = weightingVariants(outcome);
  const all = countInWords(variants.length);
  if (!hasOrder(outcome.about.sources)) return ['Without a rival no weighting has an order to change'];
  if (outcome.about.sources.some(({ id }) => flagged.has(id))) {
    const count = variants.filter((variant) => flaggedFirst(outcome, variant, flagged).length > 0).length;
    if (count === 0) return [`Under none of ${all} weightings does a flagged source come first`];
    const under = count === variants.length ? `all ${all}` : `${countInWords(count)} of ${all}`;
    return [`Under ${under} weightings a flagged source comes first`];
  }
  const same = variants.filter(({ reproduces }) => reproduces.every(({ holds }) => holds)).length;
  if (same === variants.length) return [`All ${all} weightings give the same order`];
  return [
    `${capitalised(countInWords(same))} of ${all} weightings ${same === 1 ? 'gives' : 'give'} the order of ρηψ`,
  ];
}
