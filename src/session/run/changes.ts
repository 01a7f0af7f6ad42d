/** What has changed since a run, in words: why its result is out of date. */

import type { LoadOptions } from '../../candidates/reading';
import type { EncoderSettings } from '../../encoder/types';
import type { RunSettings } from '../../engine/results';
import type { RunRequest, StopRule } from '../../engine/types';
import { countOf, firstNegatives } from '../../ui/words';
import { GIVEN_WORDS } from '../encoder/encoder-state.svelte';

/** Everything in a run that cannot be changed without another run. Plain data, so that it can be kept. */
export interface AskedRun {
  readonly sources: readonly AskedSource[];
  /** Null where the files gave the embeddings. */
  readonly encoder: {
    readonly kind: 'served' | 'picked';
    readonly name: string;
    readonly onnx: string;
    readonly settings: EncoderSettings;
  } | null;
  readonly device: RunRequest['device'];
  readonly settings: Omit<RunSettings, 'tau' | 'weighting'>;
  readonly stop: StopRule;
}

interface AskedSource {
  /** Its key on the page, which stays when the file is read again; its id in the store does not. */
  readonly key: number;
  readonly name: string;
  /** Sources of one setting are scored on the queries that they share. */
  readonly setting: string;
  readonly options: LoadOptions;
}

/** @param sources of the request, in its order */
export function askedRun(
  { encoder, device, settings, stop }: RunRequest,
  sources: readonly AskedSource[],
): AskedRun {
  const { queries, sample, negatives, seed, batch_size, normalise, tokenizer, idf_corpus } = settings;
  const others = { queries, sample, negatives, seed, batch_size, normalise, tokenizer, idf_corpus };
  const model = encoder && {
    kind: encoder.model.kind,
    name: encoder.model.name,
    onnx: encoder.onnx,
    settings: encoder.settings,
  };
  return { sources, encoder: model, device, settings: others, stop };
}

/** Changes, each to follow "You": `added splade`, `set the seed to 7`. None where the figures would be the same. */
export function changesSince(then: AskedRun, now: AskedRun): string[] {
  return [
    ...sourceChanges(then.sources, now.sources),
    ...encoderChanges(then.encoder, now.encoder),
    ...settingChanges(then, now),
  ];
}

function sourceChanges(then: readonly AskedSource[], now: readonly AskedSource[]): string[] {
  const before = new Map(then.map((source) => [source.key, source]));
  const keys = now.map(({ key }) => key);
  const readOtherwise = ({ key, options }: AskedSource) => {
    const known = before.get(key);
    return known !== undefined && !alike(known.options, options);
  };
  return [
    ...now.filter(({ key }) => !before.has(key)).map(({ name }) => `added ${name}`),
    ...then.filter(({ key }) => !keys.includes(key)).map(({ name }) => `removed ${name}`),
    ...now.filter(readOtherwise).map(({ name }) => `had ${name} read another way`),
  ];
}

function encoderChanges(then: AskedRun['encoder'], now: AskedRun['encoder']): string[] {
  if (then?.kind !== now?.kind || then?.name !== now?.name) {
    return [`chose ${now?.name ?? GIVEN_WORDS} as the encoder`];
  }
  return alike(then, now) ? [] : ['changed how the encoder reads texts'];
}

function settingChanges(then: AskedRun, now: AskedRun): string[] {
  const { queries, sample, negatives, seed, batch_size: batch, normalise, ...words } = now.settings;
  const {
    queries: queriesThen,
    sample: sampleThen,
    negatives: negativesThen,
    seed: seedThen,
    batch_size: batchThen,
    normalise: normaliseThen,
    ...wordsThen
  } = then.settings;
  return [
    ...(queries === queriesThen
      ? []
      : [queries === 'all' ? 'chose all queries of each source' : 'chose the queries that all sources have']),
    ...(sample === sampleThen
      ? []
      : [sample === null ? 'chose all records' : `chose a sample of ${countOf(sample, 'record')}`]),
    ...(negatives === negativesThen
      ? []
      : [`chose ${firstNegatives(negatives) ?? 'all negatives of each record'}`]),
    ...(seed === seedThen ? [] : [`set the seed to ${seed}`]),
    ...(batch === batchThen ? [] : [`set the batch size to ${batch}`]),
    ...(normalise === normaliseThen ? [] : ['changed whether given embeddings are brought to unit norm']),
    ...(alike(words, wordsThen) ? [] : ['changed how words are weighed']),
    ...(now.device === then.device ? [] : ['chose another device']),
    ...(alike(now.stop, then.stop) ? [] : ['changed when the run may end']),
  ];
}

function alike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
