/** The experiments in the saved result, and the whole of what is saved. */

import * as v from 'valibot';

import {
  AUDITED,
  flag,
  MATRIX,
  maybeNumber,
  named,
  number,
  type Read,
  text,
  texts,
  yes,
} from '../engine/result';
import { PROFILE, RESULT } from '../report/result';
import { WEIGHTING_IDS } from '../scoring/weightings';

const weighting = v.picklist(WEIGHTING_IDS);
const maybeYes = v.nullable(yes);
const count = { agreed: number, pairs: number };
/** Of a source that was made. */
const MADE = { records: number, negatives: number, inverted_pairs: number, ...MATRIX, ...AUDITED };
const words = named(v.strictObject({ eci: number, mean_psi: number }));

const RUN = v.strictObject({
  title: text,
  tau: number,
  weighting,
  seed: number,
  settings: named(text),
  reference: texts,
  options: v.custom<object>((value) => typeof value === 'object' && value !== null),
  seconds: number,
  sum_seconds: number,
});

const AGREEMENT = v.strictObject({
  ...count,
  inversion: v.strictObject(count),
  blocks: v.array(
    v.strictObject({
      encoder: text,
      setting: text,
      sources: number,
      ...count,
      inversion_agreed: maybeNumber,
      pearson: maybeNumber,
    }),
  ),
  pooled: v.array(v.strictObject({ encoder: text, spearman: maybeNumber })),
  averaged: v.array(v.strictObject({ setting: text, pearson: maybeNumber })),
  datasets: v.array(v.strictObject({ dataset: text, ...count, against: number })),
});

const DOWNSTREAM = v.strictObject({
  datasets: texts,
  rows: v.array(
    v.strictObject({
      encoder: text,
      setting: text,
      source: text,
      score: number,
      inversion_rate: maybeNumber,
      metrics: v.array(maybeNumber),
      mean: number,
    }),
  ),
  agreement: AGREEMENT,
});

const ENCODERS = v.strictObject({
  encoders: texts,
  blocks: v.array(v.strictObject({ encoder: text, setting: text, order: texts, as_first: yes })),
  variants: v.array(
    v.strictObject({
      id: text,
      safe: v.array(maybeYes),
      matched: number,
      blocks: number,
      pearson: named(maybeNumber),
    }),
  ),
});

const CONTROLS = v.strictObject({
  base: text,
  seed: number,
  sources: named(
    v.strictObject({
      ...MADE,
      weightings: v.record(weighting, v.strictObject(MATRIX)),
      replaced: v.strictObject({ pairs: number, inverted: number }),
    }),
  ),
  missing: named(text),
  ranking: texts,
  envelope: PROFILE,
  flags: named(v.array(flag)),
});

const MIXING = v.strictObject({
  base: text,
  seed: number,
  steps: v.array(v.strictObject({ share: number, ...MADE, flags: v.array(flag), pairs_flagged: maybeYes })),
});

const PREFIX = v.strictObject({
  k: number,
  sources: named(
    v.strictObject({ eci: number, pairs: number, near_positive: maybeNumber, inversion_rate: maybeNumber }),
  ),
});

const SAMPLE_SIZE = v.strictObject({
  seed: number,
  steps: v.array(
    v.strictObject({
      share: number,
      agreement: named(maybeNumber),
      draws: number,
      same_order: named(number),
      sources: named(v.strictObject({ records: number, eci: number, low: number, high: number })),
    }),
  ),
});

const PERMUTATION = v.strictObject({
  seed: number,
  permutations: number,
  pairs: v.array(
    v.strictObject({ a: text, b: text, difference: number, permutation_p: number, shared_queries: number }),
  ),
});

const HYBRID = v.strictObject({
  ...MADE,
  setting: text,
  a: text,
  b: text,
  without_partner: v.strictObject({ a: number, b: number }),
  shared_negatives: number,
});

/** Each part is there once its experiment was performed. */
const EXPERIMENTS = v.strictObject({
  runs: named(RUN),
  settings: v.optional(named(v.union([named(number), words]))),
  weightings: v.optional(
    named(
      v.strictObject({
        reproduces_order: yes,
        blocks: named(yes),
        scores: named(number),
        safe: maybeYes,
      }),
    ),
  ),
  lexical_grid: v.optional(v.array(v.strictObject({ tokenizer: text, idf: text, sources: words }))),
  c_sweep: v.optional(named(v.array(v.strictObject({ c: number, eci: number })))),
  eigenvalues: v.optional(
    named(v.strictObject({ chosen: v.array(number), uniform: v.array(number), shrink_factor: maybeNumber })),
  ),
  controls: v.optional(CONTROLS),
  mixing: v.optional(MIXING),
  prefixes: v.optional(v.array(PREFIX)),
  sample_size: v.optional(SAMPLE_SIZE),
  permutation: v.optional(PERMUTATION),
  hybrids: v.optional(named(HYBRID)),
  downstream: v.optional(DOWNSTREAM),
  encoders: v.optional(ENCODERS),
});
export type ReportExperiments = Read<typeof EXPERIMENTS>;
export type ReportDownstream = Read<typeof DOWNSTREAM>;

/** What is saved. */
export const SAVED = v.strictObject({ ...RESULT, experiments: v.optional(EXPERIMENTS) });
export type SessionReport = Read<typeof SAVED>;
