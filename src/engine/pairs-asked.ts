/** Gates and failure bucket of single pairs, from the pair columns alone. */

import { BUCKETS, bucketsOfPair } from '../scoring/buckets';
import { emptyGates, gatesOfPair } from '../scoring/pair-gates';
import { placesOfPairs, type SourceData } from './source-data';
import { NO_BUCKET, type AskedPairs, type PairPlaces } from './types';

/** In the order of the request. @param tau temperature, > 0 */
export function askedPairs(
  { indices, columns }: Pick<SourceData, 'columns' | 'indices'>,
  places: PairPlaces,
  tau: number,
): AskedPairs {
  const pairs = placesOfPairs(places, columns.offsets, indices);
  const gate = () => new Float64Array(pairs.length).fill(Number.NaN);
  const asked = {
    rho: gate(),
    eta: gate(),
    psi: gate(),
    buckets: new Uint8Array(pairs.length).fill(NO_BUCKET),
  };
  const gates = emptyGates(tau);
  for (const [i, pair] of pairs.entries()) {
    if (pair < 0) continue;
    gatesOfPair(columns, pair, tau, gates);
    asked.rho[i] = gates.rho;
    asked.eta[i] = gates.eta;
    asked.psi[i] = gates.psi;
    const { locality, coverage } = columns;
    const set = bucketsOfPair(gates.margin, locality[pair] as number, coverage[pair] as number, tau);
    if (set !== 0) asked.buckets[i] = BUCKETS.findIndex((_, bucket) => ((set >> bucket) & 1) === 1);
  }
  return asked;
}
