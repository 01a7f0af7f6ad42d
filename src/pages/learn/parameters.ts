/** The state of the page as one flat record, and its initial value. */

import { ANSWER, passage, TAU } from './example';

/** What the page shows: a lesson, the bench, the tasks on paper, or the lecturer's page. */
export const VIEWS = ['lesson', 'bench', 'sheet', 'notes'] as const;
export type View = (typeof VIEWS)[number];

/** The three cosines u·v⁺, u·v⁻ and v⁺·v⁻ in the order of the sliders. */
export type CosineTriple = readonly [number, number, number];

/** Temperatures of the bench. */
export const TAUS = { least: 0.01, most: 0.5, step: 0.01 } as const;

/** A pair that the bench keeps: v⁻ by its two cosines, and C. */
export type KeptPair = readonly [queryNegative: number, positiveNegative: number, coverage: number];

export interface LearnParameters {
  view: View;
  /** 1 to 10. */
  lesson: number;
  /** The prediction: ids of choices in their order. */
  said: string;
  /** The answer to the task so far. */
  task: string;
  /** Large type for a projector. */
  stage: boolean;
  /** The pair on the bench. */
  cosines: CosineTriple;
  coverage: number;
  tau: number;
  kept: readonly KeptPair[];
}

/** The state without parameters in the address: the first lesson; on the bench the example's passage on granite. */
export function initialParameters(): LearnParameters {
  const { query, answer } = passage('granite');
  return {
    view: 'lesson',
    lesson: 1,
    said: '',
    task: '',
    stage: false,
    cosines: [ANSWER.query, query, answer],
    coverage: 0.2,
    tau: TAU,
    kept: [],
  };
}
