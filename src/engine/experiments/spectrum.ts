/** Eigenvalues of Î, by ml-matrix (Householder and QL, float64), and the two experiments that are made of them. */

import { EigenvalueDecomposition, Matrix } from 'ml-matrix';

import { logDetOfSpectrum, sweepGrid } from '../../scoring/sweep';
import { vectorsOf } from '../source-data';
import { sumWork, type ExperimentKind } from './experiment';
import { informationOf, weightColumn, weightedSums } from './weighted-sums';

/** All eigenvalues of a symmetric matrix, largest first; those of Î that rounding left below 0 are 0. @param matrix d×d, row-major, full */
export function eigenvaluesOf(matrix: Float64Array, dimension: number): number[] {
  const rows = Matrix.from1DArray(dimension, dimension, matrix);
  const { realEigenvalues } = new EigenvalueDecomposition(rows, { assumeSymmetric: true });
  return realEigenvalues.map((value) => Math.max(0, value)).sort((a, b) => b - a);
}

export const cSweep: ExperimentKind<'c-sweep'> = {
  work: ({ sources }) => ({ ...sumWork(sources, 1), spectra: sources.length }),
  async perform({ run: { sources }, settings: { tau, weighting }, task, summing, onSteps }) {
    const pairsPerDimension = sources.map(
      (source) => source.columns.margin.length / vectorsOf(source).dimension,
    );
    const c = sweepGrid(pairsPerDimension);
    const scores: number[][] = [];
    const lambdaMax: number[] = [];
    for (const source of sources) {
      const [sum] = await weightedSums(
        source,
        [weightColumn(source.columns, tau, weighting)],
        summing,
        onSteps,
      );
      if (!sum) throw new Error(`Nothing was summed of ${source.name}.`);
      const spectrum = eigenvaluesOf(informationOf(source, sum), vectorsOf(source).dimension);
      scores.push(c.map((scale) => logDetOfSpectrum(spectrum, scale)));
      lambdaMax.push(spectrum[0] ?? 0);
      await task.breathe();
    }
    return { c, scores, lambdaMax, pairsPerDimension };
  },
};

export const eigenvalues: ExperimentKind<'eigenvalues'> = {
  work: ({ sources }) => ({ ...sumWork(sources, 2), spectra: 2 * sources.length }),
  async perform({ run: { sources }, settings: { tau, weighting }, task, summing, onSteps }) {
    const spectra: { chosen: number[]; uniform: number[] }[] = [];
    for (const source of sources) {
      const { dimension } = vectorsOf(source);
      const weights = ([weighting, 'uniform'] as const).map((id) => weightColumn(source.columns, tau, id));
      const [chosen = [], uniform = []] = await eachSpectrum(
        await weightedSums(source, weights, summing, onSteps),
        (sum) => eigenvaluesOf(informationOf(source, sum), dimension),
        () => task.breathe(),
      );
      spectra.push({ chosen, uniform });
    }
    return { spectra };
  },
};

/** Gives way after each matrix: one of d = 768 takes seconds. */
async function eachSpectrum<T, R>(
  sums: readonly T[],
  of: (sum: T) => R,
  rest: () => Promise<void>,
): Promise<R[]> {
  const spectra: R[] = [];
  for (const sum of sums) {
    spectra.push(of(sum));
    await rest();
  }
  return spectra;
}
