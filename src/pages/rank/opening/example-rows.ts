/** The worked example as data: each negative with the colour of its source and its weight. */

import { WEIGHTINGS } from '../../../scoring/weightings';
import { emptyGates } from '../../../scoring/pair-gates';
import type { DemoResult, ExampleNegative } from './demo-result';

export interface ExampleRow {
  readonly negative: ExampleNegative;
  /** 0-based place of its source in the palette. */
  readonly colour: number;
  /** True where its source stands outside the ranking. */
  readonly outside: boolean;
  /** w = ρ · η · ψ. */
  readonly weight: number;
}

export function exampleRows({ example, sources }: DemoResult): ExampleRow[] {
  return example.negatives.map((negative) => {
    const { rho, eta, psi } = negative;
    const colour = sources.findIndex(({ name }) => name === negative.source);
    return {
      negative,
      colour: Math.max(0, colour),
      outside: (sources[colour]?.flags.length ?? 0) > 0,
      weight: WEIGHTINGS.full.weight({ ...emptyGates(1), rho, eta, psi }),
    };
  });
}
