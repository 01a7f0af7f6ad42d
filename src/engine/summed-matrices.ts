/** What was summed of one source: figures by weighting, each with its temperature. */

import { WEIGHTING_IDS, type WeightingId } from '../scoring/weightings';
import type { MatrixFigures } from './result';

/** Figures by weighting at one temperature, as far as summed. */
export type WeightingFigures = Readonly<Partial<Record<WeightingId, MatrixFigures>>>;

export class SummedMatrices {
  private readonly held = new Map<WeightingId, { readonly tau: number; readonly figures: MatrixFigures }>();
  private lastChosen: MatrixFigures;

  /**
   * @param tau temperature of the run
   * @param figures of the run's own weighting, `chosen`
   */
  constructor(tau: number, chosen: WeightingId, figures: MatrixFigures) {
    this.lastChosen = figures;
    this.keep(tau, chosen, { [chosen]: figures });
  }

  /** Takes in new figures; they replace those of the same weighting at another temperature. */
  keep(tau: number, chosen: WeightingId, summed: WeightingFigures): void {
    for (const id of WEIGHTING_IDS) {
      const figures = summed[id];
      if (figures) this.held.set(id, { tau, figures });
    }
    this.lastChosen = summed[chosen] ?? this.lastChosen;
  }

  /** The weightings of `ids` that are not summed at a temperature. */
  missing(tau: number, ids: readonly WeightingId[]): WeightingId[] {
    return ids.filter((id) => this.held.get(id)?.tau !== tau);
  }

  /** All figures at a temperature, in the order of `WEIGHTING_IDS`. */
  at(tau: number): WeightingFigures {
    return Object.fromEntries(
      WEIGHTING_IDS.flatMap((id) => {
        const held = this.held.get(id);
        return held?.tau === tau ? [[id, held.figures]] : [];
      }),
    );
  }

  /** The figures of a weighting summed last, at any temperature; null if it never was. */
  known(id: WeightingId): MatrixFigures | null {
    return this.held.get(id)?.figures ?? null;
  }

  /**
   * The figures of a weighting summed last, at any temperature; if it never was, those of the weighting chosen last.
   */
  latest(id: WeightingId): MatrixFigures {
    return this.known(id) ?? this.lastChosen;
  }
}
