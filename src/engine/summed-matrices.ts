/** What was summed of one source: the figures of each weighting, with the temperature they belong to. */

import type { UpperTriangle } from '../scoring/information';
import { WEIGHTING_IDS, type WeightingId } from '../scoring/weightings';
import type { MatrixFigures } from './results';

/** One matrix with its figures. */
export interface SummedMatrix {
  readonly figures: MatrixFigures;
  /** Σ w r rᵀ over the pairs, not divided by N. */
  readonly sum: UpperTriangle;
}

/** Matrices of one temperature, by weighting: those that were summed. */
export type Matrices = Readonly<Partial<Record<WeightingId, SummedMatrix>>>;

/** Figures of one temperature, by weighting: those that were summed. */
export type WeightingFigures = Readonly<Partial<Record<WeightingId, MatrixFigures>>>;

export class SummedMatrices {
  private readonly held = new Map<WeightingId, { readonly tau: number; readonly figures: MatrixFigures }>();
  private lastChosen: SummedMatrix;

  /**
   * @param tau temperature of the run
   * @param chosen its weighting
   * @param matrix what the run summed under it
   */
  constructor(tau: number, chosen: WeightingId, matrix: SummedMatrix) {
    this.lastChosen = matrix;
    this.keep(tau, chosen, { [chosen]: matrix });
  }

  /** The matrix of the weighting chosen last. The sums of others are let go: d² numbers each that no figure needs. */
  get chosen(): SummedMatrix {
    return this.lastChosen;
  }

  /** Takes matrices in, each in the place of one of its weighting at another temperature. */
  keep(tau: number, chosen: WeightingId, matrices: Matrices): void {
    for (const id of WEIGHTING_IDS) {
      const matrix = matrices[id];
      if (matrix) this.held.set(id, { tau, figures: matrix.figures });
    }
    this.lastChosen = matrices[chosen] ?? this.lastChosen;
  }

  /** Those of `ids` that are not summed at a temperature. */
  missing(tau: number, ids: readonly WeightingId[]): WeightingId[] {
    return ids.filter((id) => this.held.get(id)?.tau !== tau);
  }

  /** Figures of all weightings that are summed at a temperature, in the order of `WEIGHTING_IDS`. */
  at(tau: number): WeightingFigures {
    return Object.fromEntries(
      WEIGHTING_IDS.flatMap((id) => {
        const held = this.held.get(id);
        return held?.tau === tau ? [[id, held.figures]] : [];
      }),
    );
  }

  /** Figures of a weighting as last summed, at whatever temperature; where it never was, of the one chosen last. */
  latest(id: WeightingId): MatrixFigures {
    return this.held.get(id)?.figures ?? this.lastChosen.figures;
  }
}
