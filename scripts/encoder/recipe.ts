/** The settings of the bundled encoder's kind. */

import type { TrainingSettings } from './numeric/training';

export interface RecipeSettings extends TrainingSettings {
  /** Tokens at most. */
  readonly vocabulary: number;
  readonly seed: number;
  /** Share of the batches of each kind of record, in the order of `KINDS`. */
  readonly shares: readonly number[];
}

/** Chosen on the questions of QED's development set, of which nothing is trained. */
export const RECIPE: RecipeSettings = {
  vocabulary: 16_000,
  dimension: 224,
  batch: 1024,
  steps: 4000,
  rate: 0.05,
  scale: 20,
  seed: 1,
  shares: [0.02, 0.08, 0.58, 0.1, 0.22],
};

/** Tokens of an opening at most. */
export const LONGEST_OPENING = 6;

/** What questions begin with. */
export const OPENINGS = [
  ...[
    'what is',
    'what is the',
    'what are',
    'how does',
    'how do',
    'define',
    'who was',
    'when did',
    'how many',
  ],
  ...['why is the', 'where is', 'which', 'what does', 'who is the', 'in what year', 'how long does'],
  ...['what was the', 'meaning of', 'definition of', 'is', 'what causes', 'difference between', 'how much'],
  ...['how to', 'what did the'],
];
