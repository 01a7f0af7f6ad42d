/** The matrices Î of a run's sources: figures under its weightings, and all eigenvalues. */

import { EigenvalueDecomposition, Matrix } from 'ml-matrix';

import { RunInputError } from '../engine/errors';
import type { MatrixFigures } from '../engine/result';
import { vectorsOf, type SourceData } from '../engine/source-data';
import { sumMissing } from '../engine/summed-matrices';
import type { Sum, Summer } from '../engine/summer';
import { underWeights, weightUnder } from '../engine/sums';
import { informationMatrix } from '../scoring/information';
import type { WeightingId } from '../scoring/weightings';
import type { Performance } from './experiment';

/**
 * By weighting, then by source: figures of Î, summed where they are missing and kept with the run.
 * @throws RunCancelledError
 */
export async function matricesUnder(
  { run, settings: { tau }, task, onSteps }: Performance,
  ids: readonly WeightingId[],
): Promise<MatrixFigures[][]> {
  let reported = 0;
  await sumMissing(run, tau, ids, task, ({ pairs }) => {
    onSteps(pairs - reported);
    reported = pairs;
  });
  const figures = run.matrices.map((held) => held.at(tau));
  return ids.map((id) => figures.map((of) => of[id] as MatrixFigures));
}

/** ECI of each source under the chosen weighting. @throws RunCancelledError */
export async function chosenScores(performance: Performance): Promise<number[]> {
  const [chosen = []] = await matricesUnder(performance, [performance.settings.weighting]);
  return chosen.map(({ eci }) => eci);
}

/** Longest side of a matrix to decompose: at this size it takes a minute, which cannot be cancelled. */
const LONGEST_SIDE = 1536;

/**
 * All d eigenvalues of Î of each source under the chosen weighting, largest first.
 * @throws RunCancelledError, RunInputError where there are too many
 */
export async function spectraOf({ run, settings, open, task, onSteps }: Performance): Promise<number[][]> {
  const spectra: number[][] = [];
  for (const source of run.sources) {
    const weights = [weightUnder(source.columns, settings)];
    const use = async (summer: Summer) => spectrumOf(await summer.sum(0, task), source);
    spectra.push(...(await underWeights(source, weights, open, task, use, onSteps)));
    onSteps(vectorsOf(source).dimension);
  }
  return spectra;
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

/**
 * All eigenvalues of a symmetric matrix, largest first, by ml-matrix (Householder and QL, float64); rounding below 0 becomes 0.
 * @param matrix d×d, row-major, full
 */
export function eigenvaluesOf(matrix: Float64Array, dimension: number): number[] {
  const rows = Matrix.from1DArray(dimension, dimension, matrix);
  const { realEigenvalues } = new EigenvalueDecomposition(rows, { assumeSymmetric: true });
  return realEigenvalues.map((value) => Math.max(0, value)).sort((a, b) => b - a);
}
