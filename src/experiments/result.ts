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
import { byWeighting, WEIGHTING_IDS } from '../scoring/weightings';

const weighting = v.picklist(WEIGHTING_IDS);
const maybeYes = v.nullable(yes);
const RUN = v.object({
  title: text,
  tau: number,
  weighting,
  seed: number,
  settings: named(text),
  reference: texts,
});

const DOWNSTREAM = v.object({
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

/** Sources that were made, beside those of the run. */
const MADE = {
  made: v.array(
    v.strictObject({
      name: text,
      records: number,
      negatives: number,
      inverted_pairs: number,
      ...MATRIX,
      ...AUDITED,
      flags: v.array(flag),
      facts: named(maybeNumber),
      weightings: v.partial(v.strictObject(byWeighting(() => v.strictObject(MATRIX)))),
    }),
  ),
  missing: named(text),
  ranking: texts,
  envelope: PROFILE,
  flags: named(v.array(flag)),
};
const UNIONS = v.strictObject(MADE);
const BUILT = { ...MADE, base: text, seed: number };

/** One value of what a sweep varies. */
const STEP = v.object({
  id: text,
  at: maybeNumber,
  own: yes,
  settings: named(v.strictObject({ same_order: yes, spearman: maybeNumber })),
  sources: named(named(maybeNumber)),
});

const PERMUTATION = v.strictObject({
  seed: number,
  permutations: number,
  pairs: v.array(
    v.strictObject({ a: text, b: text, difference: number, permutation_p: number, shared_queries: number }),
  ),
});

/** Each part is there once its experiment was performed. What earlier programs had besides is read over. */
const EXPERIMENTS = v.object({
  runs: named(RUN),
  sweeps: v.optional(named(v.array(STEP))),
  controls: v.optional(v.strictObject({ ...BUILT, safe: v.record(weighting, maybeYes) })),
  mixing: v.optional(v.strictObject(BUILT)),
  permutation: v.optional(PERMUTATION),
  hybrids: v.optional(UNIONS),
  downstream: v.optional(DOWNSTREAM),
  encoders: v.optional(ENCODERS),
});
export type ReportExperiments = Read<typeof EXPERIMENTS>;
export type ReportDownstream = Read<typeof DOWNSTREAM>;
export type ReportStep = Read<typeof STEP>;
export type ReportMadeSources = Read<typeof UNIONS>;
export type TrainedSource = ReportDownstream['rows'][number];
export type EncoderComparison = Read<typeof ENCODERS>;

export const SAVED = v.strictObject({ ...RESULT, experiments: v.optional(EXPERIMENTS) });
export type SessionReport = Read<typeof SAVED>;
