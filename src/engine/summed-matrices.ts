/** What was summed of one source: the figures of each weighting, with the temperature they belong to. */

import { WEIGHTING_IDS, type WeightingId } from '../scoring/weightings';
import type { MatrixFigures } from './results';

/** Figures of one temperature, by weighting: those that were summed. */
export type WeightingFigures = Readonly<Partial<Record<WeightingId, MatrixFigures>>>;

export class SummedMatrices {
  private readonly held = new Map<WeightingId, { readonly tau: number; readonly figures: MatrixFigures }>();
  private lastChosen: MatrixFigures;

  /**
   * @param tau temperature of the run
   * @param chosen its weighting
   * @param figures of the matrix that the run summed under it
   */
  constructor(tau: number, chosen: WeightingId, figures: MatrixFigures) {
    this.lastChosen = figures;
    this.keep(tau, chosen, { [chosen]: figures });
  }

  /** Takes figures in, each in the place of those of its weighting at another temperature. */
  keep(tau: number, chosen: WeightingId, summed: WeightingFigures): void {
    for (const id of WEIGHTING_IDS) {
      const figures = summed[id];
      if (figures) this.held.set(id, { tau, figures });
    }
    this.lastChosen = summed[chosen] ?? this.lastChosen;
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
    return this.held.get(id)?.figures ?? this.lastChosen;
  }
}
