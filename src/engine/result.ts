/**
 * What a run gives: the engine's part of the one result (`report/result.ts` has the whole). Types, JSON Schema and the list of
 * keys in docs/REPORT.md are made from these schemas; `report/keys.json` has the words of their keys.
 */

import * as v from 'valibot';

import type { EncoderIdentity } from '../encoder/encoder';
import { FLAGS } from '../scoring/audit';
import { byFinding } from '../scoring/findings';
import type { Histograms } from '../scoring/statistics';
import { byGate, gateMeans } from '../scoring/pair-gates';
import { WEIGHTING_IDS } from '../scoring/weightings';

/** What JSON gives is read, never changed. */
export type Read<Schema extends v.GenericSchema> = Frozen<v.InferOutput<Schema>>;
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

export const number = v.number();
export const text = v.string();
export const yes = v.boolean();
export const texts = v.array(text);
export const maybeNumber = v.nullable(number);
export const maybeText = v.nullable(text);
export const named = <Value extends v.GenericSchema>(value: Value) => v.record(text, value);
/** A source by its name; in a run by its id, for the page knows it under the name of now. */
export const source = v.string();
export const bySource = <Value extends v.GenericSchema>(value: Value) => v.record(source, value);
export const flag = v.picklist(FLAGS);

const numbers = <Key extends string>(...keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, number])) as Record<Key, typeof number>;

/** log det(I + Î), tr Î and the largest eigenvalue of Î. */
export const MATRIX = numbers('eci', 'trace', 'lambda_max');
export type MatrixFigures = Read<v.StrictObjectSchema<typeof MATRIX, undefined>>;

/** What the audit compares. */
export const AUDITED = { ...gateMeans(() => number), inversion_rate: number };

const PAIR = { ...byGate(() => number), ...numbers('coverage', 'loss', 'grad', 'margin') };
const buckets = v.strictObject({
  ...numbers('inversion', 'low_locality', 'high_coverage', 'valid_high_coverage', 'valid_low_locality'),
});

/** All figures of one source. `eci`, `trace`, `lambda_max` and `mean_weight` follow the chosen weighting. */
export const FIGURES = {
  ...numbers('records', 'negatives', 'units', 'queries'),
  ...MATRIX,
  ...numbers('eci_per_dim', 'mean_weight'),
  ...AUDITED,
  ...numbers('mean_coverage', 'ambiguity', 'mean_pairwise_loss', 'mnrl_proxy', 'mean_gradient_energy'),
  buckets,
  counts: v.strictObject({
    ...numbers('inverted_pairs', 'ambiguous_records', 'zero_residuals'),
    buckets,
  }),
  dimension: number,
  /** Those summed at the temperature of these figures: the chosen one, and others once asked for. */
  weightings: v.record(v.picklist(WEIGHTING_IDS), v.strictObject(MATRIX)),
  first_pairs: v.array(v.strictObject(PAIR)),
};
export type SourceFigures = Read<v.StrictObjectSchema<typeof FIGURES, undefined>>;

/** Everything that changes a figure. */
const SETTINGS = v.strictObject({
  tau: number,
  weighting: v.picklist(WEIGHTING_IDS),
  tokenizer: v.literal('alphanumeric'),
  idf_corpus: v.literal('pooled-documents'),
  queries: v.picklist(['shared', 'all']),
  group: text,
  sample: maybeNumber,
  negatives: maybeNumber,
  ...numbers('seed', 'batch_size'),
  normalise: yes,
});
export type RunSettings = Read<typeof SETTINGS>;

const END = v.strictObject({
  rule: v.picklist(['all', 'certain', 'long']),
  level: number,
  ended: v.picklist(['all-records', 'order-certain', 'by-user']),
});

const ENCODER = v.union([
  v.strictObject({
    name: text,
    bundled: yes,
    origin: text,
    onnx: text,
    dtype: text,
    files: v.array(v.strictObject({ path: text, bytes: number, sha256: text })),
    settings: v.strictObject({
      query_prefix: text,
      passage_prefix: text,
      pooling: v.picklist(['mean', 'cls', 'pooled']),
      max_tokens: number,
      normalise: yes,
    }),
    dimension: number,
    parity: v.nullable(v.strictObject({ texts: number, min_cosine: maybeNumber, warning: maybeText })),
  }),
  v.strictObject({ name: v.literal('embeddings in the files'), dimension: number }),
]);

const DEVICE = v.strictObject({
  kind: v.picklist(['wasm', 'webgpu', 'javascript', 'native']),
  threads: number,
  adapter: v.nullable(v.strictObject({ vendor: text, architecture: text, fallback: yes })),
  reason: text,
});

const IDF_CORPUS = v.strictObject({
  mode: v.literal('pooled-documents'),
  ...numbers('texts', 'distinct_tokens'),
});
export type IdfCorpusFigures = Read<typeof IDF_CORPUS>;

const YARDSTICK = v.strictObject({ ...numbers('records', 'negatives'), ...MATRIX, ...AUDITED });
export type RandomBaseline = Read<typeof YARDSTICK>;

const FILE_FINDINGS = v.strictObject({
  ...numbers('records', 'pairs', 'copies', 'own_positives', 'records_with_other_positive'),
  ...numbers('boilerplate', 'boilerplate_texts'),
});

const counted = numbers('queries', 'pairs');
const OVERLAP = v.strictObject({
  sources: bySource(v.strictObject(counted)),
  common: v.array(v.strictObject({ a: source, b: source, ...counted })),
  shared: v.array(v.strictObject({ setting: text, queries: number })),
});

const interval = v.nullable(v.strictObject(numbers('value', 'low', 'high')));

const COUNTS = v.strictObject({
  pairs: number,
  unrelated: maybeNumber,
  near_positive: number,
  stock: number,
  stock_unrelated: maybeNumber,
});
const SHARE = v.strictObject({ source, beside: source, random: interval, near_positive: interval });

/** The audit by pairs: what looks drawn at random, and what lies near the positive. No temperature enters it. */
export const PAIR_AUDIT = {
  corner: v.nullable(v.strictObject(numbers('cos_query', 'coverage'))),
  random_share: maybeNumber,
  pairs: bySource(COUNTS),
  shares: v.array(SHARE),
};

const SCORE = v.strictObject({
  low: maybeNumber,
  high: maybeNumber,
  ...numbers('effective_units', 'largest_share'),
});
const ORDER = v.strictObject({
  a: source,
  b: source,
  difference: number,
  low: maybeNumber,
  high: maybeNumber,
  status: v.picklist(['separated', 'not separated']),
  ...numbers('unlike_units', 'shared_queries'),
});
const DISTANCE = v.strictObject({ source, reference: source, flag, low: maybeNumber });

/** How certain the order of the sources is (docs/METHOD.md). */
const CERTAINTY = v.strictObject({
  ...numbers('level', 'looks'),
  units: v.strictObject({ kind: text, count: number }),
  ...numbers('units_used', 'queries_used', 'queries_total', 'records_used', 'records_total'),
  scores: bySource(SCORE),
  pairs: v.array(ORDER),
  flags: v.array(DISTANCE),
});

const COST = v.strictObject({
  ...numbers('texts', 'cached_texts'),
  cut_texts: v.optional(number),
  encodes: number,
  cache: v.strictObject({ kind: v.picklist(['disk', 'memory']), note: maybeText }),
  seconds: v.strictObject({ total: number }),
});
export type RunCost = Read<typeof COST>;

export const RUN = {
  settings: SETTINGS,
  stop: END,
  encoder: ENCODER,
  device: DEVICE,
  idf_corpus: IDF_CORPUS,
  yardstick: v.nullable(YARDSTICK),
  findings: bySource(v.strictObject(byFinding(() => maybeNumber))),
  file_findings: v.nullable(bySource(FILE_FINDINGS)),
  overlap: v.nullable(OVERLAP),
  certainty: CERTAINTY,
  cost: COST,
};
type Run = Read<v.StrictObjectSchema<typeof RUN, undefined>>;

/** A source with the distributions of ρ, η, ψ and w. */
export interface SourceResult {
  readonly id: number;
  readonly name: string;
  readonly figures: SourceFigures;
  readonly histograms: Histograms;
}

export type Certainty = Run['certainty'];

/** Of each source, each flag and each other reference: how far a mean lies beyond that of the reference. */
export type FlagDistance = Certainty['flags'][number];

export type PairAudit = Read<v.StrictObjectSchema<typeof PAIR_AUDIT, undefined>>;

/** Before audit and ranking; sources by id. */
export interface RunResult extends Omit<Run, 'encoder'> {
  /** Null where the embeddings came from the files. */
  readonly encoder: EncoderIdentity | null;
  /** In load order. */
  readonly sources: readonly SourceResult[];
  readonly pair_audit: PairAudit;
}

interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly wrapped?: Shape;
  readonly item?: Shape;
  readonly key?: Shape;
  readonly value?: Shape;
}

/**
 * What a run gives, with its sources under other names and its keys in the order of the schema.
 * @param names by id, in load order; what is told by source is told of these alone
 */
export function underNames(run: RunResult, names: ReadonlyMap<string, string>): RunResult {
  const schema = v.strictObject({ ...RUN, pair_audit: v.strictObject(PAIR_AUDIT) });
  return renamed(schema, run, names) as RunResult;
}

function renamed(schema: Shape, value: unknown, names: ReadonlyMap<string, string>): unknown {
  const { entries, wrapped, item, key, value: each } = schema;
  if (value === null) return null;
  if (schema === source) return names.get(value as string) ?? value;
  if (wrapped) return renamed(wrapped, value, names);
  if (item) return (value as readonly unknown[]).map((one) => renamed(item, one, names));
  const own = new Map(Object.entries(value as object));
  // fromEntries keeps a source named `__proto__`; an assignment would lose it.
  if (entries) {
    const ids = new Set([...Object.keys(entries), ...own.keys()].filter((id) => own.has(id)));
    return Object.fromEntries(
      Array.from(ids, (id) => [id, entries[id] ? renamed(entries[id], own.get(id), names) : own.get(id)]),
    );
  }
  if (key !== source || !each) return value;
  const told = [...names].filter(([id]) => own.has(id));
  return Object.fromEntries(told.map(([id, name]) => [name, renamed(each, own.get(id), names)]));
}
