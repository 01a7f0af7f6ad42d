/** The sweep of log det(I + c·Î) over c and the linear regime (paper, Section "Linear Regime"). */

const SWEEP_POINTS = 48;

/** The geometric grid from c = 1 to max(2, smallest N/d). @param pairsPerDimension N/d of each source that is compared */
export function sweepGrid(pairsPerDimension: readonly number[]): number[] {
  const last = Math.max(2, Math.min(...pairsPerDimension));
  return Array.from({ length: SWEEP_POINTS }, (_, i) => last ** (i / (SWEEP_POINTS - 1)));
}

/** log det(I + c·Î) = Σ log(1 + c·λ). @param spectrum all eigenvalues of Î; rounding below 0 counts as 0 */
export function logDetOfSpectrum(spectrum: ArrayLike<number>, c: number): number {
  let sum = 0;
  for (let i = 0; i < spectrum.length; i++) sum += Math.log1p(Math.max(0, c * spectrum[i]));
  return sum;
}

/** Diversity active: c·λ_max > 1, where log(1 + λ) departs from λ by over thirty per cent. */
export function isDiversityActive(c: number, lambdaMax: number): boolean {
  return c * lambdaMax > 1;
}

/** |ECI − trace| / trace; 0 where both are 0. */
export function relativeGap(eci: number, trace: number): number {
  return trace === 0 ? 0 : Math.abs(eci - trace) / trace;
}

/** λ_max under uniform weights over λ_max under the weighting: how far the weights shrink the spectral radius. */
export function shrinkFactor(uniformLambdaMax: number, lambdaMax: number): number {
  return uniformLambdaMax / lambdaMax;
}
