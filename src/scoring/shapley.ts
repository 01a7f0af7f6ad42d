/**
 * Why one source scores above another, by gate. The score is nearly the mean of w = ρ·η·ψ (paper, Section "Linear
 * Regime": ECI against the trace), and that is nearly the product of the three means. The product's difference is
 * split by the Shapley value (Shapley 1953): each gate's share is what it adds, averaged over all orders of changing
 * them.
 */

/** Means of the three gates over a source's pairs. */
export interface GateMeans {
  readonly rho: number;
  readonly eta: number;
  readonly psi: number;
}

/** Shares of a difference of two scores; they add up to it. */
export interface GateShares extends GateMeans {
  /** The rest: gates that are high on the same pairs, and the gap between trace and ECI. */
  readonly together: number;
}

/**
 * Splits `difference`, the score of `a` less that of `b`, by gate.
 * @param difference of the two scores, ECI
 */
export function gateShares(a: GateMeans, b: GateMeans, difference: number): GateShares {
  const rho = shareOfFactor(a.rho - b.rho, [a.eta, b.eta], [a.psi, b.psi]);
  const eta = shareOfFactor(a.eta - b.eta, [a.rho, b.rho], [a.psi, b.psi]);
  const psi = shareOfFactor(a.psi - b.psi, [a.rho, b.rho], [a.eta, b.eta]);
  return { rho, eta, psi, together: difference - (rho + eta + psi) };
}

/** Shapley value of one factor of a product of three: with both others changed before it, one of them, or none. */
function shareOfFactor(
  change: number,
  [one, oneBefore]: readonly [number, number],
  [other, otherBefore]: readonly [number, number],
): number {
  const both = one * other;
  const either = one * otherBefore + oneBefore * other;
  const none = oneBefore * otherBefore;
  return change * (both / 3 + either / 6 + none / 3);
}
