/**
 * The session as it is kept: files with how each was read, encoder, settings and the result. Whatever of it another
 * version of this page reads is checked field by field; a result is only taken by the build that made it.
 */

import * as v from 'valibot';

import { COMPANION_FORMATS, MAPPED, RECORD_FORMATS } from '../../candidates/formats/catalogue';
import type { LoadedSource } from '../../candidates/outcomes';
import type {
  CompanionKind,
  FormatId,
  Interpretation,
  LabelChoice,
  LoadOptions,
} from '../../candidates/reading';
import type { EncoderSettings } from '../../encoder/types';
import type { RunResult } from '../../engine/results';
import type { AskedRun } from '../run/changes';
import { KeptRange, KeptSettings } from '../run/kept-settings';
import { NO_RANGE } from '../run/range-state.svelte';
import type { PartKind } from './part';
import type { Gating } from '../../scoring/weightings';

const FORMATS: readonly (FormatId | CompanionKind)[] = [...RECORD_FORMATS, MAPPED, ...COMPANION_FORMATS].map(
  ({ id }) => id,
);

const Label: v.GenericSchema<unknown, LabelChoice> = v.union([
  v.strictObject({ kind: v.literal('column'), column: v.string() }),
  v.strictObject({ kind: v.literal('file') }),
  v.strictObject({ kind: v.literal('keys') }),
  v.strictObject({ kind: v.literal('fields') }),
]);

const Mapping = v.strictObject({
  query: v.string(),
  positive: v.string(),
  negatives: v.array(v.string()),
  queryId: v.nullable(v.string()),
});

const Options: v.GenericSchema<unknown, LoadOptions> = v.strictObject({
  normalise: v.boolean(),
  path: v.string(),
  format: v.nullable(v.picklist(FORMATS)),
  mapping: v.nullable(Mapping),
  label: v.nullable(Label),
  topK: v.number(),
  sample: v.nullable(v.strictObject({ records: v.number(), seed: v.number() })),
  header: v.nullable(v.picklist(['first', 'none'])),
  mappingWhereItFits: v.nullable(Mapping),
  byOrder: v.boolean(),
  relevant: v.number(),
});

const Source = v.strictObject({
  /** Its key on the page, by which the result names it. */
  key: v.number(),
  colour: v.number(),
  name: v.string(),
  setting: v.string(),
  reference: v.boolean(),
  /** As it was read. Another build looks only at its label, until it has read the file itself. */
  loaded: v.custom<LoadedSource>(hasLabel),
});

const KeptFile = v.strictObject({
  key: v.number(),
  /** Name of its bytes in the store. */
  bytes: v.string(),
  name: v.string(),
  path: v.string(),
  note: v.nullable(v.string()),
  options: Options,
  hasDefaultLabel: v.boolean(),
  wasCompanion: v.boolean(),
  removedLabels: v.array(v.nullable(v.string())),
  /** True where it was left unread. */
  unread: v.boolean(),
  sources: v.array(Source),
});

const EncoderOverrides: v.GenericSchema<unknown, Partial<EncoderSettings>> = v.strictObject({
  queryPrefix: v.exactOptional(v.string()),
  passagePrefix: v.exactOptional(v.string()),
  pooling: v.exactOptional(v.picklist(['mean', 'cls', 'pooled'])),
  maxTokens: v.exactOptional(v.number()),
  normalise: v.exactOptional(v.boolean()),
});

const Encoder = v.strictObject({
  /** What the user chose; null where the page did. */
  choice: v.nullable(v.string()),
  /** The choice that was in force, and what was said of it. */
  selected: v.string(),
  onnx: v.string(),
  overrides: EncoderOverrides,
  /** A folder from disk; `files` is null where it is too large to be kept. */
  folder: v.nullable(
    v.strictObject({
      name: v.string(),
      files: v.nullable(v.array(v.strictObject({ path: v.string(), bytes: v.string() }))),
    }),
  ),
});

/** A source of the result, by the key of its entry. */
export interface KeptRunSource {
  readonly key: number;
  readonly id: number;
  readonly loaded: LoadedSource;
  readonly interpretation: Interpretation;
  readonly options: LoadOptions;
  readonly sameAs: string | null;
}

/** A finished run. Its shape is that of the build that wrote it: no other one reads it. */
export interface KeptResult {
  readonly sources: readonly KeptRunSource[];
  readonly result: RunResult;
  readonly ranAs: Gating;
  readonly asked: AskedRun;
  /** False where the log-dets are of another temperature or weighting than was asked for. */
  readonly current: boolean;
  /** When it was done, in milliseconds since 1970. */
  readonly at: number;
}

const Session = v.strictObject({
  /** The build of the page that wrote this. */
  build: v.string(),
  files: v.array(KeptFile),
  encoder: Encoder,
  settings: KeptSettings,
  /** Not in what earlier versions of this page kept. */
  range: v.optional(KeptRange, NO_RANGE),
  normalise: v.boolean(),
  /** What the demo is, where it was asked for. */
  demo: v.nullable(v.string()),
  result: v.nullable(v.custom<KeptResult>((value) => typeof value === 'object')),
});

export type KeptSession = v.InferOutput<typeof Session>;
export type KeptFileRecord = KeptSession['files'][number];
export type KeptEncoder = KeptSession['encoder'];

export const SESSION: PartKind<KeptSession> = {
  name: 'session',
  words: 'the sources, settings and result',
  version: 1,
  schema: Session,
};

/** The build of this page: the name of its first script, which holds a hash of all code behind it. */
export function thisBuild(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script?.src.split('/').at(-1) ?? 'unknown';
}

function hasLabel(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('label' in value)) return false;
  return value.label === null || typeof value.label === 'string';
}
