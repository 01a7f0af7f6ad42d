/** Eigenvalues of Î, by ml-matrix (Householder and QL, float64). */

import { EigenvalueDecomposition, Matrix } from 'ml-matrix';

import { RunInputError } from '../engine/errors';
import { vectorsOf, type SourceData } from '../engine/source-data';
import type { Sum } from '../engine/summer';
import { underWeights, weightUnder } from '../engine/sums';
import { informationMatrix } from '../scoring/information';
import type { WeightingId } from '../scoring/weightings';
import type { Performance } from './experiment';

/** Longest side of a matrix to decompose: at this size it takes a minute, which cannot be cancelled. */
const LONGEST_SIDE = 1536;

/**
 * All eigenvalues of a symmetric matrix, largest first; rounding below 0 becomes 0. @param matrix d×d, row-major,
 * full
 */
export function eigenvaluesOf(matrix: Float64Array, dimension: number): number[] {
  const rows = Matrix.from1DArray(dimension, dimension, matrix);
  const { realEigenvalues } = new EigenvalueDecomposition(rows, { assumeSymmetric: true });
  return realEigenvalues.map((value) => Math.max(0, value)).sort((a, b) => b - a);
}

/**
 * All d eigenvalues of Î of a source under some weightings, in their order; largest first.
 * @throws RunCancelledError, RunInputError where there are too many
 */
export function spectraOf(
  source: SourceData,
  weightings: readonly WeightingId[],
  { settings, open, task, onSteps }: Performance<object>,
): Promise<number[][]> {
  const weights = weightings.map((weighting) => weightUnder(source.columns, { ...settings, weighting }));
  return underWeights(
    source,
    weights,
    open,
    task,
    async (summer, weight) => spectrumOf(await summer.sum(weight, task), source),
    onSteps,
  );
}

function spectrumOf({ triangle, side }: Sum, source: SourceData): number[] {
  const { dimension } = vectorsOf(source);
  if (side > LONGEST_SIDE) {
    const most = Math.min(LONGEST_SIDE, Math.floor(dimension / 2)).toLocaleString('en');
    const found = side.toLocaleString('en');
    throw new RunInputError(
      `${source.name} has embeddings of ${dimension.toLocaleString('en')} numbers: all eigenvalues of a matrix of ` +
        `${found} × ${found} would take many minutes. Rank a sample of at most ${most} pairs a source, or encode with a ` +
        'model of fewer dimensions.',
    );
  }
  const zeros = new Array<number>(dimension - side).fill(0);
  const matrix = informationMatrix(triangle, source.columns.margin.length, side);
  return [...eigenvaluesOf(matrix, side), ...zeros];
}
