/**
 * The result: one JSON-shaped object, which page, tables, memo and file take as it is. Types, JSON Schema and the list of keys in
 * docs/REPORT.md are made from this schema; `keys.json` has the words of its keys.
 */

import * as v from 'valibot';

import type { RejectCode } from '../candidates/candidate-record';
import type { CompanionKind, FormatId } from '../candidates/formats/catalogue';
import type { ReadingWarning } from '../candidates/reading';
import {
  bySource,
  FIGURES,
  flag,
  maybeNumber,
  maybeText,
  named,
  number,
  PAIR_AUDIT,
  type Read,
  RUN,
  source,
  text,
  texts,
  yes,
} from '../engine/result';
import { byGate, GATE_IDS, type GateId } from '../scoring/pair-gates';
import { FINDING, FINDING_ID } from './findings';

/** An id that another module has in a type alone. */
const idOf = <Id extends string>() => v.custom<Id>((value) => typeof value === 'string');
const placeKind = v.picklist(['line', 'element', 'row']);

/** How a source's file was read. Another choice may give other records. */
const READING = v.strictObject({
  format: idOf<FormatId>(),
  label: v.strictObject({ kind: v.picklist(['file', 'column', 'keys', 'fields']), column: v.optional(text) }),
  top_k: maybeNumber,
  mapping: v.strictObject({
    by: v.picklist(['format', 'names', 'order', 'user']),
    query: text,
    positive: text,
    negatives: texts,
    titles: texts,
    label: maybeText,
    id: maybeText,
    relevant: maybeNumber,
    left_alone: texts,
  }),
  sample: v.nullable(v.strictObject({ records: number, seed: number })),
  signs: v.array(v.strictObject({ code: idOf<ReadingWarning['code']>(), message: text })),
  as_meant: yes,
  looked_at: v.optional(yes),
  mined_with_margin: v.optional(yes),
});

const counts = v.array(number);
const HISTOGRAMS = v.strictObject({ ...byGate(() => counts), weight: counts });

const SOURCE = v.strictObject({
  file: text,
  label: maybeText,
  format: text,
  reading: READING,
  setting: text,
  place_kind: placeKind,
  median_k: number,
  k_of_most: number,
  file_counts: v.strictObject({
    read: number,
    loaded: number,
    merged: number,
    repeated: number,
    left_out: number,
    rejected: number,
    blank_lines: number,
    records: number,
    pairs: number,
    blank_negatives_removed: number,
    duplicate_negatives_removed: number,
    excluded_negatives: number,
    hits_found: number,
    further_positives_ignored: number,
    positives_not_found: number,
    normalised_records: number,
    negatives_equal_positive: number,
    records_of_known_positives: number,
    missing_scores: number,
    duplicate_query_ids: number,
  }),
  ...FIGURES,
  histograms: HISTOGRAMS,
});
export type ReportSource = Read<typeof SOURCE>;

const largestMeans = Object.fromEntries(GATE_IDS.map((id) => [`mean_${id}_max`, number])) as Record<
  `mean_${GateId}_max`,
  typeof number
>;
export const PROFILE = v.nullable(v.strictObject({ ...largestMeans, inversion_rate_min: number }));

const AUDIT = v.strictObject({
  reference: v.array(source),
  reference_left: v.array(source),
  entered: v.optional(yes),
  envelope: PROFILE,
  range: PROFILE,
  flags: bySource(v.array(flag)),
  ...PAIR_AUDIT,
});

const FLAG = v.strictObject({ flag, words: text, certain: yes });
export type FlagReading = Read<typeof FLAG>;

const JUDGED = v.strictObject({
  rank: v.nullable(v.strictObject({ from: number, to: number })),
  unranked: v.nullable(v.picklist(['stop', 'small', 'not-looked-for', 'alone'])),
  findings: v.array(FINDING),
  flags: v.array(FLAG),
  same_pairs_as: v.nullable(source),
  random_looked_for: yes,
  set_aside: yes,
  reading: text,
});
export type ReportVerdict = Read<typeof JUDGED>;

const VERDICT = v.strictObject({
  headline: text,
  detail: texts,
  not_looked_for: v.array(FINDING_ID),
  sources: bySource(JUDGED),
});

const SHORTCUT = v.strictObject({
  auc: number,
  low: number,
  high: number,
  units: number,
  length_auc: number,
  negative_words: number,
  positive_words: number,
  words: v.array(v.strictObject({ word: text, negatives: number, positives: number })),
  flagged: v.nullable(yes),
});
/** One source; null with too few units. */
export type ReportShortcut = Read<typeof SHORTCUT> | null;

const RATE = v.strictObject({
  rate: maybeNumber,
  low: maybeNumber,
  high: maybeNumber,
  pairs: number,
  judged: number,
  answers: number,
  cannot_tell: number,
});
export type ReportRate = Read<typeof RATE>;

const FALSE_NEGATIVES = v.strictObject({
  seed: number,
  sample: number,
  judged: number,
  counted: number,
  sources: bySource(RATE),
  findings: named(RATE),
  judges: v.array(
    v.strictObject({
      judge: text,
      judged: number,
      answers: number,
      'does not answer': number,
      'cannot tell': number,
    }),
  ),
  agreement: v.array(v.strictObject({ judges: v.tuple([text, text]), pairs: number, same: number })),
  refused: v.array(v.strictObject({ line: number, key: maybeText, reason: text })),
});
export type ReportFalseNegatives = Read<typeof FALSE_NEGATIVES>;

/** What became of a file; `kind` of a companion, `message` of one that waits or was refused. */
const FILE = v.strictObject({
  file: text,
  status: v.picklist(['loaded', 'companion', 'waiting', 'refused', 'not-read']),
  source: v.optional(source),
  kind: v.optional(idOf<CompanionKind>()),
  bytes: v.optional(number),
  sha256: v.optional(maybeText),
  same_as: v.optional(maybeText),
  message: v.optional(text),
});
export type ReportFile = Read<typeof FILE>;

const REJECT = v.strictObject({
  file: text,
  place_kind: placeKind,
  place: number,
  record: maybeText,
  code: idOf<RejectCode>(),
  field: maybeText,
  message: text,
  excerpt: text,
});

const MERGED = v.strictObject({ parts: number, shards: number, idf: text });
export type MergedReport = Read<typeof MERGED>;

/** The program, browser and machine of a run. */
const PROVENANCE = {
  negscope: v.strictObject({
    version: text,
    commit: maybeText,
    modified: v.nullable(yes),
    libraries: named(text),
  }),
  environment: v.strictObject({
    browser: text,
    system: text,
    user_agent: text,
    terminal: v.nullable(v.strictObject({ node: text, system: text })),
  }),
};
export type Provenance = Read<v.StrictObjectSchema<typeof PROVENANCE, undefined>>;

/** The form that this version reads and writes. */
export const VERSION = 6;

const SHOWN = {
  formula: text,
  ...RUN,
  sources: bySource(SOURCE),
  audit: AUDIT,
  ranking: v.array(source),
  verdict: VERDICT,
  shortcuts: v.optional(bySource(v.nullable(SHORTCUT))),
};
export type Result = Read<v.StrictObjectSchema<typeof SHOWN, undefined>>;

/** What is saved: also who made it, the files, and what was asked for besides. */
export const RESULT = {
  schema_version: v.literal(VERSION),
  ...PROVENANCE,
  created: text,
  out_of_date: yes,
  ...SHOWN,
  false_negatives: v.optional(FALSE_NEGATIVES),
  files: v.array(FILE),
  rejects: v.array(REJECT),
  merged: v.optional(MERGED),
};
export type Report = Read<v.StrictObjectSchema<typeof RESULT, undefined>>;
