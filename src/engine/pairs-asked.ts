/** Single pairs of a run: their gates, failure bucket and near finding. From columns alone. */

import { BUCKETS, bucketsOfPair } from '../scoring/buckets';
import type { FindingColumns } from '../scoring/findings';
import { isNearPositive } from '../scoring/near-positive';
import { byGate, emptyGates, GATE_IDS, gatesOfPair } from '../scoring/pair-gates';
import type { PairPlaces } from '../scoring/pairs';
import { placesOfPairs, type SourceData } from './source-data';
import { NEAR_FINDINGS, NO_BUCKET, type AskedPairs } from './types';

/** In the order of the request. @param found of the source @param tau temperature, > 0 */
export function askedPairs(
  { indices, columns }: Pick<SourceData, 'columns' | 'indices'>,
  found: Pick<FindingColumns, 'same_text' | 'near_text'>,
  places: PairPlaces,
  tau: number,
): AskedPairs {
  const pairs = placesOfPairs(places, columns.offsets, indices);
  const asked = {
    ...byGate(() => new Float64Array(pairs.length).fill(Number.NaN)),
    buckets: new Uint8Array(pairs.length).fill(NO_BUCKET),
    findings: new Uint8Array(pairs.length).fill(NO_BUCKET),
  };
  const gates = emptyGates(tau);
  for (const [i, pair] of pairs.entries()) {
    if (pair < 0) continue;
    gatesOfPair(columns, pair, tau, gates);
    for (const id of GATE_IDS) asked[id][i] = gates[id];
    const { locality, coverage, distance } = columns;
    const near = NEAR_FINDINGS.findIndex((id) =>
      id === 'near_positive' ? isNearPositive(distance[pair] as number) : found[id]?.[pair] === 1,
    );
    if (near >= 0) asked.findings[i] = near;
    const set = bucketsOfPair(gates.margin, locality[pair] as number, coverage[pair] as number, tau);
    if (set !== 0) asked.buckets[i] = BUCKETS.findIndex((_, bucket) => ((set >> bucket) & 1) === 1);
  }
  return asked;
}
