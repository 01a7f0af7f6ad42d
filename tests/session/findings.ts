/** Findings of the engine, made by hand. */

import type { PairFindings } from '../../src/engine/types';

/** One found pair: record, position, reason, ρ; all other numbers follow from ρ so that they can be told apart. */
export type Row = readonly [record: number, position: number, reason?: number, rho?: number];

/** @param of pairs of the whole source */
export function findings(source: number, of: number, rows: readonly Row[]): PairFindings {
  const rho = rows.map(([, , , value = 0.5]) => value);
  return {
    source,
    of,
    records: Int32Array.from(rows, ([record]) => record),
    positions: Int32Array.from(rows, ([, position]) => position),
    reasons: Uint8Array.from(rows, ([, , reason = 0]) => reason),
    rho: Float64Array.from(rho),
    eta: Float64Array.from(rho, (value) => value + 0.1),
    psi: Float64Array.from(rho, (value) => value + 0.2),
    margin: Float64Array.from(rho, (value) => value + 0.3),
    locality: Float64Array.from(rho, (value) => value + 0.4),
    distance: Float64Array.from(rho, (value) => value + 0.5),
    coverage: Float64Array.from(rho, (value) => value + 0.6),
  };
}

/** All pairs of a source whose records have so many negatives. */
export function wholeSource(source: number, negatives: readonly number[]): PairFindings {
  const rows = negatives.flatMap((k, record) =>
    Array.from({ length: k }, (_, position): Row => [record, position]),
  );
  return findings(source, rows.length, rows);
}
