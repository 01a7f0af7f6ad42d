/** Gates of single pairs of a run, from columns alone. */

import { byGate, emptyGates, GATE_IDS, gatesOfPair } from '../scoring/pair-gates';
import type { PairPlaces } from '../scoring/pairs';
import { placesOfPairs, type SourceData } from './source-data';
import type { AskedPairs } from './types';

/** In the order of the request. @param tau temperature, > 0 */
export function askedPairs(
  { indices, columns }: Pick<SourceData, 'columns' | 'indices'>,
  places: PairPlaces,
  tau: number,
): AskedPairs {
  const pairs = placesOfPairs(places, columns.offsets, indices);
  const asked = byGate(() => new Float64Array(pairs.length).fill(Number.NaN));
  const gates = emptyGates(tau);
  for (const [i, pair] of pairs.entries()) {
    if (pair < 0) continue;
    gatesOfPair(columns, pair, tau, gates);
    for (const id of GATE_IDS) asked[id][i] = gates[id];
  }
  return asked;
}
