/** Eigenvalues of Î, by ml-matrix (Householder and QL, float64), and the two experiments that are made of them. */

import { EigenvalueDecomposition, Matrix } from 'ml-matrix';

import { logDetOfSpectrum, sweepGrid } from '../scoring/sweep';
import { RunInputError } from '../engine/errors';
import { vectorsOf, type SourceData } from '../engine/source-data';
import type { Information } from '../engine/sum-store';
import { sumWork, type ExperimentKind } from './experiment';
import { underWeights, weightColumn } from './weighted-sums';

/** All eigenvalues of a symmetric matrix, largest first; those of Î that rounding left below 0 are 0. @param matrix d×d, row-major, full */
export function eigenvaluesOf(matrix: Float64Array, dimension: number): number[] {
  const rows = Matrix.from1DArray(dimension, dimension, matrix);
  const { realEigenvalues } = new EigenvalueDecomposition(rows, { assumeSymmetric: true });
  return realEigenvalues.map((value) => Math.max(0, value)).sort((a, b) => b - a);
}

/** Longest side of a matrix whose eigenvalues are taken: they take a minute, in which nothing can be cancelled. */
const LONGEST_SIDE = 1536;

/** All d eigenvalues of Î, largest first. @throws RunInputError where there are too many */
function spectrumOf({ matrix, side }: Information, source: SourceData): Promise<number[]> {
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
  return Promise.resolve([...eigenvaluesOf(matrix, side), ...zeros]);
}

export const cSweep: ExperimentKind<'c-sweep'> = {
  work: ({ sources }) => ({ ...sumWork(sources, 1), spectra: sources.length }),
  async perform({ run: { sources }, settings: { tau, weighting }, summing, onSteps }) {
    const pairsPerDimension = sources.map(
      (source) => source.columns.margin.length / vectorsOf(source).dimension,
    );
    const c = sweepGrid(pairsPerDimension);
    const scores: number[][] = [];
    const lambdaMax: number[] = [];
    for (const source of sources) {
      const weights = [weightColumn(source.columns, tau, weighting)];
      const [spectrum = []] = await underWeights(
        source,
        weights,
        summing,
        (information) => spectrumOf(information, source),
        onSteps,
      );
      scores.push(c.map((scale) => logDetOfSpectrum(spectrum, scale)));
      lambdaMax.push(spectrum[0] ?? 0);
    }
    return { c, scores, lambdaMax, pairsPerDimension };
  },
};

export const eigenvalues: ExperimentKind<'eigenvalues'> = {
  work: ({ sources }) => ({ ...sumWork(sources, 2), spectra: 2 * sources.length }),
  async perform({ run: { sources }, settings: { tau, weighting }, summing, onSteps }) {
    const spectra: { chosen: number[]; uniform: number[] }[] = [];
    for (const source of sources) {
      const weights = ([weighting, 'uniform'] as const).map((id) => weightColumn(source.columns, tau, id));
      const [chosen = [], uniform = []] = await underWeights(
        source,
        weights,
        summing,
        (information) => spectrumOf(information, source),
        onSteps,
      );
      spectra.push({ chosen, uniform });
    }
    return { spectra };
  },
};
