/**
 * Gates and weights of many pairs as columns: computed once for a temperature and weighting, read by figures, filters,
 * limits, examples and intervals.
 */

import { byGate, emptyGates, gatesOfPair, type GateColumns, type GateId, type PairGates } from './pair-gates';
import { WEIGHTINGS, type Gating, type WeightingId } from './weightings';

/** 32 bytes a pair, beside the columns that they are of: 32 MB for a million pairs. */
export interface GatedPairs<Columns extends GateColumns = GateColumns> extends Readonly<
  Record<GateId, Float64Array>
> {
  readonly columns: Columns;
  readonly tau: number;
  readonly weighting: WeightingId;
  /** w. */
  readonly weight: Float64Array;
}

/** @param gating its temperature is > 0 */
export function gatePairs<Columns extends GateColumns>(
  columns: Columns,
  gating: Gating,
): GatedPairs<Columns> {
  const pairs = ungatedPairs(columns, gating);
  const gates = emptyGates(gating.tau);
  for (let i = 0; i < columns.margin.length; i++) {
    gatesOfPair(columns, i, gating.tau, gates);
    putGates(pairs, i, gates);
  }
  return pairs;
}

/** Columns for {@link putGates}. */
export function ungatedPairs<Columns extends GateColumns>(
  columns: Columns,
  { tau, weighting }: Gating,
): GatedPairs<Columns> {
  const column = () => new Float64Array(columns.margin.length);
  return { columns, tau, weighting, ...byGate(column), weight: column() };
}

/** Writes the gates and the weight of pair `i`. */
export function putGates(pairs: GatedPairs, i: number, gates: Readonly<PairGates>): void {
  pairs.rho[i] = gates.rho;
  pairs.eta[i] = gates.eta;
  pairs.psi[i] = gates.psi;
  pairs.weight[i] = WEIGHTINGS[pairs.weighting].weight(gates);
}
