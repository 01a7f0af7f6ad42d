/** Which pairs of a ranked source meet the criteria of a search, from its pair columns alone. */

import {
  isConsistent,
  isHighCoverage,
  isHighLocality,
  isHighResiduality,
  isInverted,
  isLowLocality,
} from '../scoring/edges';
import { emptyGates, gatesOfPair, type Buckets } from '../scoring/statistics';
import type { PairGates } from '../scoring/weightings';
import type { SourceData } from './source-data';
import type { GateRange, PairCriteria, PairFindings } from './types';

/** What a pair may be found by, in the order in which it is tried and in which `PAIR_REASONS` says it in words. */
export const REASONS = [
  'inversion',
  'low_locality',
  'high_coverage',
  'valid_high_coverage',
  'valid_low_locality',
  'gates',
  'whole',
] as const satisfies readonly (keyof Buckets | 'gates' | 'whole')[];

/** Stands for a pair that is not found. */
const NOT_FOUND = 255;

/** Whether a pair with m, l and C is in a bucket (SPEC.md, "Per source"). */
type BucketRule = (margin: number, locality: number, coverage: number, tau: number) => boolean;

const BUCKETS: Readonly<Record<keyof Buckets, BucketRule>> = {
  inversion: (margin) => isInverted(margin),
  low_locality: (_, locality, __, tau) => isLowLocality(locality, tau),
  high_coverage: (_, __, coverage) => isHighCoverage(coverage),
  valid_high_coverage: (margin, locality, coverage, tau) =>
    isConsistent(margin, tau) && isHighLocality(locality, tau) && isHighCoverage(coverage),
  valid_low_locality: (margin, locality, coverage, tau) =>
    isConsistent(margin, tau) && isLowLocality(locality, tau) && isHighResiduality(coverage),
};

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
  };
  const gates = emptyGates(criteria.tau);
  let row = 0;
  for (let record = 0; record < indices.length; record++) {
    const begin = columns.offsets[record] as number;
    const end = columns.offsets[record + 1] as number;
    for (let pair = begin; pair < end; pair++) {
      const reason = reasons[pair] as number;
      if (reason === NOT_FOUND) continue;
      gatesOfPair(columns, pair, criteria.tau, gates);
      found.records[row] = indices[record] as number;
      found.positions[row] = pair - begin;
      found.reasons[row] = reason;
      found.rho[row] = gates.rho;
      found.eta[row] = gates.eta;
      found.psi[row] = gates.psi;
      row++;
    }
  }
  return found;
}

/** Index into `REASONS` for each pair of the columns. */
function reasonOfPairs({ id, columns }: SearchedSource, criteria: PairCriteria): Uint8Array {
  const { tau, buckets, gates: ranges } = criteria;
  const { margin, locality, coverage } = columns;
  const found = new Uint8Array(margin.length).fill(
    criteria.whole.includes(id) ? REASONS.indexOf('whole') : NOT_FOUND,
  );
  if (!criteria.sources.includes(id)) return found;
  const rules = REASONS.flatMap((reason, index) => {
    if (reason === 'gates' || reason === 'whole' || !buckets.includes(reason)) return [];
    return [{ index, holds: BUCKETS[reason] }];
  });
  const byGates = ranges.rho !== undefined || ranges.eta !== undefined || ranges.psi !== undefined;
  const gates = emptyGates(tau);
  for (let pair = 0; pair < margin.length; pair++) {
    const m = margin[pair] as number;
    const l = locality[pair] as number;
    const c = coverage[pair] as number;
    const rule = rules.find(({ holds }) => holds(m, l, c, tau));
    if (rule !== undefined) {
      found[pair] = rule.index;
    } else if (byGates) {
      gatesOfPair(columns, pair, tau, gates);
      if (areIn(gates, ranges)) found[pair] = REASONS.indexOf('gates');
    }
  }
  return found;
}

function areIn({ rho, eta, psi }: PairGates, ranges: PairCriteria['gates']): boolean {
  return isIn(rho, ranges.rho) && isIn(eta, ranges.eta) && isIn(psi, ranges.psi);
}

function isIn(value: number, range: GateRange | undefined): boolean {
  return range === undefined || (value >= range.from && value <= range.to);
}
