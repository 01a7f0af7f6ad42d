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
  fillGates(pairs, 0, columns.margin.length);
  return pairs;
}

/** Columns for {@link fillGates}. */
export function ungatedPairs<Columns extends GateColumns>(
  columns: Columns,
  { tau, weighting }: Gating,
): GatedPairs<Columns> {
  const column = () => new Float64Array(columns.margin.length);
  return { columns, tau, weighting, ...byGate(column), weight: column() };
}

/** Computes the pairs [start, end), whose m, l, ‖v⁺ − v⁻‖ and C are there. */
export function fillGates(pairs: GatedPairs, start: number, end: number): void {
  const { columns, tau } = pairs;
  const gates = emptyGates(tau);
  for (let i = start; i < end; i++) {
    gatesOfPair(columns, i, tau, gates);
    putGates(pairs, i, gates);
  }
}

/** Writes the gates and the weight of pair `i`. */
export function putGates(pairs: GatedPairs, i: number, gates: Readonly<PairGates>): void {
  pairs.rho[i] = gates.rho;
  pairs.eta[i] = gates.eta;
  pairs.psi[i] = gates.psi;
  pairs.weight[i] = WEIGHTINGS[pairs.weighting].weight(gates);
}
