/** Agreement between two judges beyond chance. */

import { TWO_SIDED_95 } from '../scoring/certainty/normal';

export interface Agreement {
  /** Pairs that both judged. */
  readonly pairs: number;
  /** Share of them with the same verdict. */
  readonly same: number;
  /** Cohen's κ; null where chance alone makes them agree on everything. */
  readonly kappa: number | null;
  /** 95 %; null below {@link LEAST_PAIRS} pairs. */
  readonly low: number | null;
  readonly high: number | null;
}

/** With fewer pairs the large-sample interval says nothing. */
const LEAST_PAIRS = 10;

/**
 * κ = (p_o − p_e) / (1 − p_e) with p_o = Σ p_ii and p_e = Σ p_i. p_.i, and its large-sample interval
 * (Fleiss, Cohen and Everitt 1969): n (1 − p_e)⁴ var κ = Σ p_ii [(1 − p_e) − (p_.i + p_i.)(1 − p_o)]²
 * + (1 − p_o)² Σ_{i≠j} p_ij (p_.i + p_j.)² − (p_o p_e − 2 p_e + p_o)².
 * @param counts row: verdict of the first judge, column: of the second
 */
export function cohensKappa(counts: readonly (readonly number[])[]): Agreement {
  const pairs = counts.flat().reduce((sum, count) => sum + count, 0);
  const p = counts.map((row) => row.map((count) => count / pairs));
  const rows = p.map((row) => row.reduce((sum, share) => sum + share, 0));
  const columns = p.map((_, j) => p.reduce((sum, row) => sum + row[j], 0));
  const observed = p.reduce((sum, row, i) => sum + row[i], 0);
  const expected = rows.reduce((sum, share, i) => sum + share * columns[i], 0);
  if (pairs === 0 || expected >= 1) return { pairs, same: observed, kappa: null, low: null, high: null };
  const kappa = (observed - expected) / (1 - expected);
  if (pairs < LEAST_PAIRS) return { pairs, same: observed, kappa, low: null, high: null };
  let sum = -((observed * expected - 2 * expected + observed) ** 2);
  p.forEach((row, i) =>
    row.forEach((share, j) => {
      sum +=
        i === j
          ? share * (1 - expected - (columns[i] + rows[i]) * (1 - observed)) ** 2
          : (1 - observed) ** 2 * share * (columns[i] + rows[j]) ** 2;
    }),
  );
  const half = (TWO_SIDED_95 * Math.sqrt(Math.max(0, sum) / pairs)) / (1 - expected) ** 2;
  const within = (value: number) => Math.min(1, Math.max(-1, value));
  return { pairs, same: observed, kappa, low: within(kappa - half), high: within(kappa + half) };
}
