/** Gates and failure bucket of pairs that are asked for by their places, from the pair columns alone. */

import { BUCKETS, bucketsOfPair } from '../scoring/buckets';
import { emptyGates, gatesOfPair } from '../scoring/pair-gates';
import { pairRange } from '../scoring/pairs';
import type { SourceData } from './source-data';
import { NO_BUCKET, type AskedPairs, type PairPlaces } from './types';

/** In the order asked for. @param tau temperature, > 0 */
export function askedPairs(
  { indices, columns }: Pick<SourceData, 'columns' | 'indices'>,
  { records, positions }: PairPlaces,
  tau: number,
): AskedPairs {
  const gate = () => new Float64Array(records.length).fill(Number.NaN);
  const asked = {
    rho: gate(),
    eta: gate(),
    psi: gate(),
    buckets: new Uint8Array(records.length).fill(NO_BUCKET),
  };
  const placeOf = new Map(Array.from(indices, (record, place) => [record, place]));
  const gates = emptyGates(tau);
  for (let i = 0; i < records.length; i++) {
    const place = placeOf.get(records[i] as number);
    if (place === undefined) continue;
    const { start, end } = pairRange(columns.offsets, place);
    const pair = start + (positions[i] as number);
    if (pair >= end) continue;
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
