/** The score ECI = log det(I + Î) (paper, Eq. eci_final), by a Cholesky factorisation. */

/** The matrix handed in is not positive definite: a defect upstream, never a property of a source. */
export class NotPositiveDefiniteError extends Error {
  override readonly name = 'NotPositiveDefiniteError';

  constructor(readonly pivot: number) {
    super(`I + c·Î is not positive definite: pivot ${pivot} is not above zero.`);
  }
}

/** ECI/d (paper, Eq. eci_final_per_dim). @param dimension d of the embeddings */
export function scorePerDimension(eci: number, dimension: number): number {
  return eci / dimension;
}

/**
 * log det(I + c·Î). Each pivot is carried as its offset from 1 and the logarithms are log1p, so that
 * eigenvalues of 1e-4 and below keep their digits (SPEC.md, "Numbers").
 * @param information Î, d×d, row-major; the upper triangle is read
 * @param scale c, 1 for the score itself
 * @throws NotPositiveDefiniteError with the index of the first pivot that is not above zero
 */
export function logDetPlusIdentity(information: Float64Array, dimension: number, scale = 1): number {
  const d = dimension;
  // Row k holds row k of the factor U (UᵀU = I + cÎ), filled top to bottom.
  const factor = new Float64Array(d * d);
  const offsets = new Float64Array(d);
  for (let i = 0; i < d; i++) {
    offsets[i] = scale * information[i * d + i];
    for (let j = i + 1; j < d; j++) factor[i * d + j] = scale * information[i * d + j];
  }
  let sum = 0;
  for (let k = 0; k < d; k++) {
    const offset = offsets[k];
    if (!(offset > -1)) throw new NotPositiveDefiniteError(k);
    sum += Math.log1p(offset);
    const inverse = 1 / (1 + offset);
    const pivotRow = k * d;
    for (let i = k + 1; i < d; i++) {
      const value = factor[pivotRow + i];
      if (value === 0) continue;
      const multiplier = value * inverse;
      offsets[i] -= multiplier * value;
      const row = i * d;
      for (let j = i + 1; j < d; j++) {
        factor[row + j] -= multiplier * factor[pivotRow + j];
      }
    }
  }
  return sum;
}
