/** The worked example as data: each negative with the colour of its source, its gates and its weight. */

import { WEIGHTINGS } from '../../../scoring/weightings';
import { emptyGates } from '../../../scoring/pair-gates';
import type { DemoResult, ExampleNegative } from './demo-result';

export interface ExampleRow {
  readonly negative: ExampleNegative;
  /** 0-based place of its source in the palette. */
  readonly colour: number;
  /** True where its source stands outside the ranking. */
  readonly outside: boolean;
  /** ρ, η, ψ and w of the negative. */
  readonly gates: readonly { readonly sign: 'ρ' | 'η' | 'ψ' | 'w'; readonly value: number }[];
}

export function exampleRows({ example, sources }: DemoResult): ExampleRow[] {
  return example.negatives.map((negative) => {
    const { rho, eta, psi } = negative;
    const colour = sources.findIndex(({ name }) => name === negative.source);
    return {
      negative,
      colour: Math.max(0, colour),
      outside: (sources[colour]?.flags.length ?? 0) > 0,
      gates: [
        { sign: 'ρ', value: rho },
        { sign: 'η', value: eta },
        { sign: 'ψ', value: psi },
        { sign: 'w', value: WEIGHTINGS.full.weight({ ...emptyGates(1), rho, eta, psi }) },
      ],
    };
  });
}
