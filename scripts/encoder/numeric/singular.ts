/** Largest singular vectors of a sparse matrix, by random projection (Halko, Martinsson and Tropp, 2011). */

import { EigenvalueDecomposition, Matrix } from 'ml-matrix';

import { seededRandom } from '../../../src/scoring/random';
import { Room, instantiate, sharedMemory } from './assembly';
import type { SparseRows } from './cooccurrence';

/** Columns beyond those wanted, and how often they are taken through the matrix and back. */
const SPARE_COLUMNS = 16;
const ROUNDS = 2;

/** A column adds nothing where this share of the largest square is left of it. */
const NOTHING_NEW = 1e-12;

/**
 * U·√S of the largest singular values.
 * @param matrix square; `transposed` is its transpose
 * @param dimension how many; it and the spare ones are a multiple of four
 * @returns rows × dimension
 */
export function scaledSingularVectors(
  module: WebAssembly.Module,
  matrix: SparseRows,
  transposed: SparseRows,
  dimension: number,
  seed: number,
): Float32Array {
  const size = matrix.starts.length - 1;
  const width = dimension + SPARE_COLUMNS;
  const product = sparseProduct(module, matrix, transposed, width);
  const random = seededRandom(seed);
  let basis: Float32Array = Float32Array.from({ length: size * width }, () => normal(random));
  basis = orthonormal(product(matrix, basis), width);
  for (let round = 0; round < ROUNDS; round++) {
    basis = orthonormal(product(transposed, basis), width);
    basis = orthonormal(product(matrix, basis), width);
  }
  // M ≈ Q QᵀM; with B = MᵀQ the left singular vectors are Q times the eigenvectors of BᵀB.
  const small = new EigenvalueDecomposition(new Matrix(gram(product(transposed, basis), width)), {
    assumeSymmetric: true,
  });
  return turned(basis, width, small, dimension);
}

/** Products with either matrix, in the module's own memory. */
function sparseProduct(
  module: WebAssembly.Module,
  matrix: SparseRows,
  transposed: SparseRows,
  width: number,
): (which: SparseRows, x: Float32Array) => Float32Array {
  const size = matrix.starts.length - 1;
  const entries = [matrix, transposed].map(({ values }) => values.length);
  const bytes = 8 * (size + 2) + 6 * (entries[0] + entries[1]) + 8 * size * width + 1024;
  const memory = sharedMemory(bytes);
  const room = new Room(memory);
  const assembly = instantiate(module, memory);
  const places = new Map(
    [matrix, transposed].map((sparse) => {
      const place = {
        starts: room.uint32(size + 1),
        columns: room.uint16(sparse.columns.length),
        values: room.float32(sparse.values.length),
      };
      place.starts.set(sparse.starts);
      place.columns.set(sparse.columns);
      place.values.set(sparse.values);
      return [sparse, place];
    }),
  );
  const [input, output] = [room.float32(size * width), room.float32(size * width)];
  return (which, x) => {
    const place = places.get(which);
    if (!place) throw new Error('The matrix is none of the two.');
    input.set(x);
    const { starts, columns, values } = place;
    assembly.sparseRows(
      starts.byteOffset,
      columns.byteOffset,
      values.byteOffset,
      input.byteOffset,
      output.byteOffset,
      width,
      0,
      size,
    );
    return output.slice();
  };
}

/** Mean 0 and standard deviation 1, by Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Y R⁻¹ with RᵀR = YᵀY (Cholesky): columns of unit length, each at right angles to the others; 0 where it adds nothing. */
function orthonormal(y: Float32Array, width: number): Float32Array {
  const factor = cholesky(gram(y, width));
  const out = new Float32Array(y.length);
  const row = new Float64Array(width);
  for (let from = 0; from < y.length; from += width) {
    row.fill(0);
    // x R = y, from the first column on: what x_j adds to the columns behind is taken from them at once.
    for (let j = 0; j < width; j++) {
      const own = factor[j];
      if (own[j] === 0) continue;
      const x = (y[from + j] - row[j]) / own[j];
      out[from + j] = x;
      for (let k = j + 1; k < width; k++) row[k] += x * own[k];
    }
  }
  return out;
}

/** R of RᵀR = G, upper triangle by rows; a row of 0 where a column of G's factor is made of those before it. */
function cholesky(g: readonly Float64Array[]): Float64Array[] {
  const width = g.length;
  const least = NOTHING_NEW * Math.max(...g.map((row, i) => row[i]));
  const factor = g.map((row) => row.slice());
  for (let i = 0; i < width; i++) {
    const row = factor[i];
    if (row[i] <= least) {
      row.fill(0);
      continue;
    }
    const root = Math.sqrt(row[i]);
    for (let k = i; k < width; k++) row[k] /= root;
    for (let j = i + 1; j < width; j++) {
      const x = row[j];
      for (let k = j; k < width; k++) factor[j][k] -= x * row[k];
    }
  }
  return factor;
}

/** BᵀB in float64. */
function gram(b: Float32Array, width: number): Float64Array[] {
  const sums = Array.from({ length: width }, () => new Float64Array(width));
  for (let row = 0; row < b.length; row += width) {
    for (let i = 0; i < width; i++) {
      const x = b[row + i];
      const own = sums[i];
      for (let j = i; j < width; j++) own[j] += x * b[row + j];
    }
  }
  for (let i = 0; i < width; i++) for (let j = 0; j < i; j++) sums[i][j] = sums[j][i];
  return sums;
}

/** Q V √S for the largest eigenvalues S² of BᵀB. */
function turned(
  basis: Float32Array,
  width: number,
  { realEigenvalues, eigenvectorMatrix }: EigenvalueDecomposition,
  dimension: number,
): Float32Array {
  const largest = realEigenvalues
    .map((value, column) => ({ value, column }))
    .sort((a, b) => b.value - a.value)
    .slice(0, dimension);
  const factors = largest.map(({ value, column }) => {
    const root = Math.max(0, value) ** 0.25;
    return Float64Array.from({ length: width }, (_, k) => root * eigenvectorMatrix.get(k, column));
  });
  const size = basis.length / width;
  const out = new Float32Array(size * dimension);
  for (let i = 0; i < size; i++) {
    factors.forEach((factor, c) => {
      let sum = 0;
      for (let k = 0; k < width; k++) sum += basis[i * width + k] * factor[k];
      out[i * dimension + c] = sum;
    });
  }
  return out;
}
