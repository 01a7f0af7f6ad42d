/** Which pairs of a ranked source meet the criteria of a search, from its pair columns alone. */

import { BUCKETS, bucketsOfPair } from '../scoring/buckets';
import { emptyGates, gatesOfPair, type PairGates } from '../scoring/pair-gates';
import { pairRange } from '../scoring/pairs';
import { PAIR_REASONS } from './pair-reasons';
import type { SourceData } from './source-data';
import type { GateRange, PairCriteria, PairFindings } from './types';

const placeOf = (reason: string) => PAIR_REASONS.findIndex(({ id }) => id === reason);
const BY_GATES = placeOf('gates');
const WHOLE = placeOf('whole');

/** Stands for a pair that is not found. */
const NOT_FOUND = 255;

/** What of a source is searched. */
export type SearchedSource = Pick<SourceData, 'id' | 'columns' | 'indices'>;

/**
 * The pairs of one source that are found, with their gates, in the order of its records. Records are counted in the
 * whole source, of which a run may have scored a sample only; ‘of’ counts the pairs that were scored.
 */
export function findPairs(source: SearchedSource, criteria: PairCriteria): PairFindings {
  const { columns, indices, id } = source;
  const reasons = reasonOfPairs(source, criteria);
  const count = reasons.reduce((sum, reason) => (reason === NOT_FOUND ? sum : sum + 1), 0);
  const found = {
    source: id,
    of: reasons.length,
    records: new Int32Array(count),
    positions: new Int32Array(count),
    reasons: new Uint8Array(count),
    rho: new Float64Array(count),
    eta: new Float64Array(count),
    psi: new Float64Array(count),
    margin: new Float64Array(count),
    locality: new Float64Array(count),
    distance: new Float64Array(count),
    coverage: new Float64Array(count),
  };
  const gates = emptyGates(criteria.tau);
  let row = 0;
  for (let record = 0; record < indices.length; record++) {
    const { start, end } = pairRange(columns.offsets, record);
    for (let pair = start; pair < end; pair++) {
      const reason = reasons[pair] as number;
      if (reason === NOT_FOUND) continue;
      gatesOfPair(columns, pair, criteria.tau, gates);
      found.records[row] = indices[record] as number;
      found.positions[row] = pair - start;
      found.reasons[row] = reason;
      found.rho[row] = gates.rho;
      found.eta[row] = gates.eta;
      found.psi[row] = gates.psi;
      found.margin[row] = gates.margin;
      found.locality[row] = columns.locality[pair] as number;
      found.distance[row] = gates.distance;
      found.coverage[row] = columns.coverage[pair] as number;
      row++;
    }
  }
  return found;
}

/** Index into `PAIR_REASONS` for each pair of the columns. */
function reasonOfPairs({ id, columns }: SearchedSource, criteria: PairCriteria): Uint8Array {
  const { tau, buckets, gates: ranges } = criteria;
  const { margin, locality, coverage } = columns;
  const reasons = new Uint8Array(margin.length).fill(criteria.whole.includes(id) ? WHOLE : NOT_FOUND);
  if (!criteria.sources.includes(id)) return reasons;
  const chosen = BUCKETS.reduce(
    (bits, bucket, i) => (buckets.includes(bucket.id) ? bits | (1 << i) : bits),
    0,
  );
  const byGates = ranges.rho !== undefined || ranges.eta !== undefined || ranges.psi !== undefined;
  const gates = emptyGates(tau);
  for (let pair = 0; pair < margin.length; pair++) {
    const m = margin[pair] as number;
    const l = locality[pair] as number;
    const c = coverage[pair] as number;
    const found = bucketsOfPair(m, l, c, tau) & chosen;
    if (found !== 0) {
      reasons[pair] = lowestBit(found);
    } else if (byGates) {
      gatesOfPair(columns, pair, tau, gates);
      if (areIn(gates, ranges)) reasons[pair] = BY_GATES;
    }
  }
  return reasons;
}

/** Place of the lowest bit that is set. */
function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function areIn({ rho, eta, psi }: PairGates, ranges: PairCriteria['gates']): boolean {
  return isIn(rho, ranges.rho) && isIn(eta, ranges.eta) && isIn(psi, ranges.psi);
}

function isIn(value: number, range: GateRange | undefined): boolean {
  return range === undefined || (value >= range.from && value <= range.to);
}
