/**
 * Seven artificial sources for the ranking. Their pairs are drawn with a seed, with gate means at τ = 0.05 near those
 * that the paper prints for Contriever (Table "audit"). They are not data: they show how the score behaves.
 */

export const PRESET_IDS = ['bm25', 'dense', 'llm', 'random', 'shuffled', 'own', 'falseneg'] as const;
export type PresetId = (typeof PRESET_IDS)[number];

/** A logistic distribution: half of all draws lie within 1.1 widths of its middle. */
export interface Spread {
  readonly middle: number;
  readonly width: number;
}

export interface Preset {
  readonly id: PresetId;
  readonly name: string;
  readonly words: string;
  /** True for a mined source that may serve as a reference; false for a control. */
  readonly mined: boolean;
  readonly margin: Spread;
  readonly locality: Spread;
  readonly coverage: Spread;
  /** Share of pairs whose negative is the positive itself. */
  readonly copies: number;
}

export const PRESETS: readonly Preset[] = [
  {
    id: 'bm25',
    name: 'BM25-like',
    words: 'found by the words of the query',
    mined: true,
    margin: { middle: 0.03, width: 0.06 },
    locality: { middle: -0.042, width: 0.04 },
    coverage: { middle: 0.72, width: 0.06 },
    copies: 0,
  },
  {
    id: 'dense',
    name: 'dense-like',
    words: 'nearest to the query by another encoder',
    mined: true,
    margin: { middle: 0.0186, width: 0.06 },
    locality: { middle: -0.015, width: 0.04 },
    coverage: { middle: 0.614, width: 0.07 },
    copies: 0,
  },
  {
    id: 'llm',
    name: 'LLM-like',
    words: 'written to look like an answer',
    mined: true,
    margin: { middle: 0.156, width: 0.065 },
    locality: { middle: -0.034, width: 0.04 },
    coverage: { middle: 0.471, width: 0.08 },
    copies: 0,
  },
  {
    id: 'random',
    name: 'random',
    words: 'any passage of the pool',
    mined: false,
    margin: { middle: 0.33, width: 0.035 },
    locality: { middle: -0.006, width: 0.02 },
    coverage: { middle: 0.057, width: 0.012 },
    copies: 0,
  },
  {
    id: 'shuffled',
    name: 'easy shuffled',
    words: 'negatives of other queries, shuffled',
    mined: false,
    margin: { middle: 0.32, width: 0.035 },
    locality: { middle: -0.007, width: 0.02 },
    coverage: { middle: 0.056, width: 0.012 },
    copies: 0,
  },
  {
    id: 'own',
    name: 'own positive',
    words: 'BM25-like, half replaced by the record’s own positive',
    mined: false,
    margin: { middle: 0.03, width: 0.06 },
    locality: { middle: -0.042, width: 0.04 },
    coverage: { middle: 0.727, width: 0.06 },
    copies: 0.5,
  },
  {
    id: 'falseneg',
    name: 'false negatives',
    words: 'answers to neighbouring queries',
    mined: false,
    margin: { middle: 0.112, width: 0.055 },
    locality: { middle: 0.066, width: 0.03 },
    coverage: { middle: 0.296, width: 0.06 },
    copies: 0,
  },
];
