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
    /** The product of the others, changed by a share t. */
    const others = (t: number) =>
      GATE_IDS.reduce((product, id) => (id === gate ? product : product * (b[id] + t * (a[id] - b[id]))), 1);
    // The mean over all orders is the integral over t (Owen 1972); Simpson's rule is exact for up to three others.
    return ((a[gate] - b[gate]) * (others(0) + 4 * others(0.5) + others(1))) / 6;
  });
  const explained = GATE_IDS.reduce((sum, id) => sum + shares[id], 0);
  return { ...shares, together: difference - explained };
}
