/** The score ECI = log det(I + Î) (paper, Eq. eci_final), by a Cholesky factorisation. */

import { atOnce, type Sliced } from './sliced';

/** The matrix is not positive definite: a defect upstream, never a property of a source. */
export class NotPositiveDefiniteError extends Error {
  override readonly name = 'NotPositiveDefiniteError';

  constructor(readonly pivot: number) {
    super(`I + Î is not positive definite: pivot ${pivot} is not above zero.`);
  }
}

/** ECI/d (paper, Eq. eci_final_per_dim). @param dimension d of the embeddings */
export function scorePerDimension(eci: number, dimension: number): number {
  return eci / dimension;
}

/**
 * log det(I + Î). Each pivot is kept as its offset from 1 and the logarithms are log1p, so that eigenvalues of 1e-4
 * and below keep their digits.
 * @param information Î, d×d, row-major; the upper triangle is read
 * @throws NotPositiveDefiniteError with the index of the first pivot that is not above zero
 */
export function logDetPlusIdentity(information: Float64Array, dimension: number): number {
  return atOnce(logDetInSlices(information.slice(), dimension));
}

/** Pivots whose rows are subtracted from the rest together. */
const PANEL = 4;

/** Entries updated between two pauses: some milliseconds. */
const SLICE_ENTRIES = 1e6;

/**
 * {@link logDetPlusIdentity} in slices. Four pivots are subtracted from two rows at a time, each entry in
 * the order of the pivots: the same digits as one pivot after the other, in a quarter of the time.
 * @param matrix Î, d×d, row-major; its upper triangle is overwritten by the factor
 */
export function* logDetInSlices(matrix: Float64Array, dimension: number): Sliced<number> {
  const d = dimension;
  const offsets = Float64Array.from({ length: d }, (_, i) => matrix[i * d + i]);
  const inverses = new Float64Array(PANEL);
  let sum = 0;
  let entries = 0;
  for (let k = 0; k < d; k += PANEL) {
    const end = Math.min(d, k + PANEL);
    for (let pivot = k; pivot < end; pivot++) {
      const offset = offsets[pivot];
      if (!(offset > -1)) throw new NotPositiveDefiniteError(pivot);
      sum += Math.log1p(offset);
      inverses[pivot - k] = 1 / (1 + offset);
      eliminate(matrix, d, offsets, pivot, end);
    }
    for (let i = end; i < d; i += 2) {
      eliminatePanel(matrix, d, offsets, inverses, k, i);
      entries += 2 * PANEL * (d - i);
      if (entries < SLICE_ENTRIES) continue;
      entries = 0;
      yield 1 - ((d - k) / d) ** 3;
    }
  }
  return sum;
}

/** Subtracts one pivot's row from the rows of its panel below it. @param end of the panel */
function eliminate(matrix: Float64Array, d: number, offsets: Float64Array, pivot: number, end: number): void {
  const inverse = 1 / (1 + offsets[pivot]);
  for (let i = pivot + 1; i < end; i++) {
    const value = matrix[pivot * d + i];
    const multiplier = value * inverse;
    offsets[i] -= multiplier * value;
    for (let j = i + 1; j < d; j++) matrix[i * d + j] -= multiplier * matrix[pivot * d + j];
  }
}

/** Subtracts the four rows of the panel at row k from the rows i and i + 1 (if there is one). */
function eliminatePanel(
  matrix: Float64Array,
  d: number,
  offsets: Float64Array,
  inverses: Float64Array,
  k: number,
  i: number,
): void {
  const [a, b, c, e] = [k * d, (k + 1) * d, (k + 2) * d, (k + 3) * d];
  const [v0, v1, v2, v3] = [matrix[a + i], matrix[b + i], matrix[c + i], matrix[e + i]];
  const [m0, m1, m2, m3] = [v0 * inverses[0], v1 * inverses[1], v2 * inverses[2], v3 * inverses[3]];
  offsets[i] = offsets[i] - m0 * v0 - m1 * v1 - m2 * v2 - m3 * v3;
  if (i + 1 === d) return;
  const [w0, w1, w2, w3] = [matrix[a + i + 1], matrix[b + i + 1], matrix[c + i + 1], matrix[e + i + 1]];
  const [n0, n1, n2, n3] = [w0 * inverses[0], w1 * inverses[1], w2 * inverses[2], w3 * inverses[3]];
  offsets[i + 1] = offsets[i + 1] - n0 * w0 - n1 * w1 - n2 * w2 - n3 * w3;
  const row = i * d;
  const next = row + d;
  matrix[row + i + 1] = matrix[row + i + 1] - m0 * w0 - m1 * w1 - m2 * w2 - m3 * w3;
  for (let j = i + 2; j < d; j++) {
    const x = matrix[a + j];
    const y = matrix[b + j];
    const z = matrix[c + j];
    const u = matrix[e + j];
    matrix[row + j] = matrix[row + j] - m0 * x - m1 * y - m2 * z - m3 * u;
    matrix[next + j] = matrix[next + j] - n0 * x - n1 * y - n2 * z - n3 * u;
  }
}
