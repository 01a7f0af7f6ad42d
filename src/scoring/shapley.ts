/**
 * Why one source scores above another, by gate. The score is nearly the mean of the product of the gates (paper,
 * Section "Linear Regime": ECI against the trace), and that is nearly the product of their means. The product's
 * difference is split by the Shapley value (Shapley 1953): each gate's share is what it adds, averaged over all orders
 * of changing them.
 */

import { byGate, GATE_IDS, type GateNumbers } from './pair-gates';

/** Shares of a difference of two scores; they add up to it. */
export interface GateShares extends GateNumbers {
  /** The rest: gates that are high on the same pairs, and the gap between trace and ECI. */
  readonly together: number;
}

/** Splits the difference of two scores (ECI of `a` less that of `b`) by gate. @param a and `b`: means of the gates */
export function gateShares(a: GateNumbers, b: GateNumbers, difference: number): GateShares {
  const shares = byGate((gate) => {
    const others = GATE_IDS.filter((id) => id !== gate);
    const change = a[gate] - b[gate];
    return shareOfFactor(
      change,
      others.map((id) => [a[id], b[id]]),
    );
  });
  const explained = GATE_IDS.reduce((sum, id) => sum + shares[id], 0);
  return { ...shares, together: difference - explained };
}

/**
 * Shapley value of one of n factors: its change, times the products of the others with s of them changed before it, each
 * with the weight s! (n − 1 − s)! / n!.
 * @param others each factor with its value before
 */
function shareOfFactor(change: number, others: readonly (readonly [number, number])[]): number {
  // By s, the sum of the products in which s factors are changed.
  let products = [1];
  for (const [value, before] of others) {
    const next = [...products, 0];
    next.forEach((_, s) => (next[s] = (products[s] ?? 0) * before + (products[s - 1] ?? 0) * value));
    products = next;
  }
  let weight = 1 / (others.length + 1);
  let mean = 0;
  products.forEach((sum, s) => {
    mean += weight * sum;
    weight *= (s + 1) / (others.length - s);
  });
  return change * mean;
}
