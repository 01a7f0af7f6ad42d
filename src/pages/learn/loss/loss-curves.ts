/** Loss, gradient energy and weight over the margin m, with the rest of a pair fixed. */

import { type PairFigures, pairFigures } from '../pair/pair-figures';

/** Margins that are drawn. */
export const MARGINS: readonly [number, number] = [-0.5, 1];

const STEPS = 90;

export type CurvePoint = readonly [margin: number, value: number];

export interface LossCurves {
  /** −log ρ. */
  readonly loss: readonly CurvePoint[];
  /** (1−ρ)²‖v⁺−v⁻‖²/τ² at the pair's own distance. */
  readonly energy: readonly CurvePoint[];
  /** ρ·η·ψ at the pair's own η and ψ. */
  readonly weight: readonly CurvePoint[];
}

export function lossCurves({ geometry, coverage, gates }: PairFigures): LossCurves {
  const { locality, distance } = geometry;
  const [least, most] = MARGINS;
  const at = Array.from({ length: STEPS + 1 }, (_, i) => {
    const margin = least + ((most - least) * i) / STEPS;
    return { margin, figures: pairFigures({ margin, locality, distance }, coverage, gates.tau) };
  });
  return {
    loss: at.map(({ margin, figures }) => [margin, figures.loss]),
    energy: at.map(({ margin, figures }) => [margin, figures.energy]),
    weight: at.map(({ margin, figures }) => [margin, figures.weight]),
  };
}
