/** The state of the page as one flat record, and its initial value. */

import type { GateId } from '../../scoring/pair-gates';
import type { PresetId } from './compete/presets';

export const PARTS = ['pair', 'source', 'train', 'compete', 'loss'] as const;
export type Part = (typeof PARTS)[number];

export const VIEWS = ['circle', 'sphere', 'cosines'] as const;
export type View = (typeof VIEWS)[number];

/** The three cosines u·v⁺, u·v⁻ and v⁺·v⁻ in the order of the sliders. */
export type CosineTriple = readonly [number, number, number];

/** A cosine that the user tried to set and that is impossible. */
export interface Wish {
  /** Place in the triple. */
  readonly cosine: 0 | 1 | 2;
  readonly value: number;
}

/** A pair that came from elsewhere, in numbers. */
export interface GivenPair {
  readonly margin: number;
  readonly locality: number;
  /** ‖v⁺ − v⁻‖, null if it is not known. */
  readonly distance: number | null;
}

/** A source made of two others. */
export interface Mix {
  readonly base: PresetId;
  readonly other: PresetId;
  /** Share of pairs taken from `other`, in per cent. */
  readonly percent: number;
}

/** A negative of an example, by their places in the list of examples. */
export interface ChosenText {
  readonly example: number;
  readonly negative: number;
}

export interface LearnParameters {
  part: Part;
  /** 1 to 10. */
  lesson: number;
  /** Lessons that are done, ascending. */
  done: readonly number[];
  tau: number;
  view: View;
  /** Angle of the negative on the circle from the query, towards the positive, in degrees of (−180, 180]. */
  angle: number;
  longitude: number;
  latitude: number;
  /** By how many degrees the sphere is turned. */
  turn: number;
  cosines: CosineTriple;
  wish: Wish | null;
  given: GivenPair | null;
  text: ChosenText;
  /** C set by hand or by the user's own texts; null: that of the chosen example. */
  coverage: number | null;
  /** Pairs that have been added to the one source. */
  pairs: number;
  /** Angle over which the residuals of the one source are spread, in degrees. */
  spread: number;
  /** Seed of the small training. */
  seed: number;
  /** Share of its negatives that answer their question, in per cent. */
  share: number;
  /** Chance that its other negatives are of a neighbouring topic, in per cent. */
  hardness: number;
  /** The step of the training that is looked at. */
  step: number;
  sources: readonly PresetId[];
  mix: Mix | null;
  /** Gates that are switched off in the ranking. */
  off: readonly GateId[];
  /** Choices of gates that were tried, by their places in `CHOICES_OF_GATES`; ascending. */
  tried: readonly number[];
  /** Where the learner guessed that η is largest, in degrees; null before a guess. */
  guess: number | null;
  /** True after the last lesson: what was learnt, and the way on. */
  end: boolean;
  /** Teacher mode: large type, arrow keys go through the lessons. */
  large: boolean;
}

/** Temperatures: bounds in a link, steps of the slider, and the marked ones of the paper's sweep. */
export const TAU = {
  least: 1e-6,
  most: 1000,
  steps: [
    0.01, 0.015, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5,
  ],
  marks: [0.03, 0.05, 0.1],
} as const;

/** The twelve pairs of the one source. */
export const PAIRS = 12;

/** Largest seed of a training. */
export const SEEDS = 9999;

/** Steps of a training; each looks at one negative a question. */
export const STEPS = 120;

/** The state without parameters in the address. */
export function initialParameters(): LearnParameters {
  return {
    part: 'pair',
    lesson: 1,
    done: [],
    tau: 0.2,
    view: 'circle',
    angle: 110,
    longitude: 95,
    latitude: 25,
    turn: 0,
    cosines: [0.8, 0.5, 0.7],
    wish: null,
    given: null,
    text: { example: 0, negative: 1 },
    coverage: null,
    pairs: 0,
    spread: 0,
    seed: 13,
    share: 0,
    hardness: 50,
    step: 0,
    sources: ['bm25', 'dense', 'llm'],
    mix: null,
    off: [],
    tried: [],
    guess: null,
    end: false,
    large: false,
  };
}
