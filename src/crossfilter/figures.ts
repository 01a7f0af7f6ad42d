/** The figures of every pair by which the linked views filter, count and sort, as columns. */

import { cosineToPositive, cosineToQuery } from '../scoring/cosines';
import type { FlatPairs } from '../scoring/flat-pairs';
import { gatePairs } from '../scoring/statistics';
import { byGate, GATE_IDS } from '../scoring/pair-gates';
import { sourcesHolding } from '../scoring/same-pairs';
import type { Gating } from '../scoring/weightings';

/**
 * In the order of the page. Beside the gates: m, l, C and the cosine to the positive; `score`, the cosine to the query; `share`, that score over the positive's;
 * `place`, the negative's place in its record, from 1; `given`, the score that the file has for it, NaN where it has none;
 * `held`, how many sources hold the pair.
 */
export const FIGURE_IDS = [
  ...GATE_IDS,
  'w',
  'm',
  'l',
  'C',
  'cos',
  'suspicion',
  'score',
  'share',
  'place',
  'given',
  'held',
] as const;
export type FigureId = (typeof FIGURE_IDS)[number];

export type FigureColumns = Readonly<Record<FigureId, Float64Array>>;

/** The figures of all pairs under a temperature and weighting. @param given the files' own scores @param same of `firstRows` */
export function figureColumns(
  pairs: FlatPairs,
  given: Float64Array,
  same: Int32Array,
  gating: Gating,
): FigureColumns {
  const { margin, locality, distance, coverage, suspicion, position } = pairs;
  const gated = gatePairs(pairs, gating);
  const score = margin.map((_, row) => cosineToQuery(locality[row], distance[row]));
  return {
    ...byGate((id) => gated[id]),
    w: gated.weight,
    m: margin,
    l: locality,
    C: coverage,
    cos: distance.map(cosineToPositive),
    suspicion,
    score,
    share: score.map((own, row) => own / (own + margin[row])),
    place: Float64Array.from(position, (place) => place + 1),
    given,
    held: sourcesHolding(same, pairs.source),
  };
}
