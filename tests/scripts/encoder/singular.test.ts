import { Matrix, SingularValueDecomposition } from 'ml-matrix';
import { expect, it } from 'vitest';

import { contrastModule } from '../../../scripts/encoder/assembly';
import type { SparseRows } from '../../../scripts/encoder/numeric/cooccurrence';
import { scaledSingularVectors } from '../../../scripts/encoder/numeric/singular';
import { seededRandom } from '../../../src/scoring/random';

function sparse(matrix: Matrix): SparseRows {
  const rows = matrix.to2DArray();
  const starts = [0];
  const columns: number[] = [];
  const values: number[] = [];
  for (const row of rows) {
    row.forEach((value, j) => {
      if (value === 0) return;
      columns.push(j);
      values.push(value);
    });
    starts.push(columns.length);
  }
  return {
    starts: Uint32Array.from(starts),
    columns: Uint16Array.from(columns),
    values: Float32Array.from(values),
  };
}

/** Of 60 × 60 cells a third is filled, over a few strong directions. */
function drawn(): Matrix {
  const random = seededRandom(5);
  const strong = Matrix.zeros(60, 60);
  for (let k = 0; k < 6; k++) {
    const [a, b] = [0, 1].map(() => Matrix.columnVector(Array.from({ length: 60 }, () => random() - 0.5)));
    strong.add((a as Matrix).mmul((b as Matrix).transpose()).mul(3 * (6 - k)));
  }
  return strong.apply((i, j) => {
    strong.set(i, j, random() < 0.33 ? strong.get(i, j) + 0.05 * random() : 0);
  });
}

it('gives U√S of the largest singular values, as a dense decomposition has them', async () => {
  const matrix = drawn();
  const found = scaledSingularVectors(
    await contrastModule(),
    sparse(matrix),
    sparse(matrix.transpose()),
    8,
    1,
  );
  const { leftSingularVectors, diagonal } = new SingularValueDecomposition(matrix);
  // U S Uᵀ does not know the signs of the columns.
  const outer = (u: Matrix) => u.mmul(u.transpose());
  const want = outer(
    leftSingularVectors.subMatrix(0, 59, 0, 7).mulRowVector(diagonal.slice(0, 8).map(Math.sqrt)),
  );
  const rows = Array.from({ length: 60 }, (_, i) => Array.from(found.subarray(8 * i, 8 * i + 8)));
  const gap = Matrix.sub(outer(new Matrix(rows)), want)
    .abs()
    .max();
  expect(gap).toBeLessThan(0.02 * want.max());
});

it('gives zeros where the matrix has fewer directions than are asked for', async () => {
  const one = Matrix.zeros(20, 20);
  one.set(3, 4, 2);
  const found = scaledSingularVectors(await contrastModule(), sparse(one), sparse(one.transpose()), 4, 1);
  expect(Math.abs(found[3 * 4] as number)).toBeCloseTo(Math.SQRT2, 5);
  expect([...found].filter((value) => Math.abs(value) > 1e-6)).toHaveLength(1);
});
