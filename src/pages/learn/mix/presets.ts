/**
 * Four artificial sources. Their pairs are drawn with a seed, with gate means at τ = 0.05 near those that the paper prints
 * for Contriever (Table "audit"). They are not data: they show how the score behaves.
 */

export type PresetId = 'bm25' | 'dense' | 'llm' | 'random';

/** A logistic distribution: half of all draws lie within 1.1 widths of its middle. */
export interface Spread {
  readonly middle: number;
  readonly width: number;
}

export interface Preset {
  readonly id: PresetId;
  readonly name: string;
  readonly margin: Spread;
  readonly locality: Spread;
  readonly coverage: Spread;
}

export const PRESETS: readonly Preset[] = [
  {
    id: 'bm25',
    name: 'BM25',
    margin: { middle: 0.03, width: 0.06 },
    locality: { middle: -0.042, width: 0.04 },
    coverage: { middle: 0.72, width: 0.06 },
  },
  {
    id: 'dense',
    name: 'Dense',
    margin: { middle: 0.0186, width: 0.06 },
    locality: { middle: -0.015, width: 0.04 },
    coverage: { middle: 0.614, width: 0.07 },
  },
  {
    id: 'llm',
    name: 'LLM',
    margin: { middle: 0.156, width: 0.065 },
    locality: { middle: -0.034, width: 0.04 },
    coverage: { middle: 0.471, width: 0.08 },
  },
  {
    id: 'random',
    name: 'Random',
    margin: { middle: 0.33, width: 0.035 },
    locality: { middle: -0.006, width: 0.02 },
    coverage: { middle: 0.057, width: 0.012 },
  },
];
