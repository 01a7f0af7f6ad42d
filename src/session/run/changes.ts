/** What has changed since a run, in words: why its result is out of date. */

import type { LoadOptions } from '../../candidates/reading';
import type { EncoderSettings } from '../../encoder/types';
import type { RunRequest } from '../../engine/types';
import {
  chosenModel,
  isSameModel,
  isSameReading,
  type ModelIdentity,
  type ReadingIdentity,
} from '../../identity';
import { inputChanges, type AskedInputs } from '../inputs/inputs.svelte';

/** Everything in a run that cannot be changed without another run, as plain data. */
export interface AskedRun {
  readonly sources: readonly AskedSource[];
  readonly encoder: {
    readonly model: ModelIdentity;
    /** Null where the files gave the embeddings, as the settings are. */
    readonly onnx: string | null;
    readonly settings: EncoderSettings | null;
  };
  readonly inputs: AskedInputs;
}

interface AskedSource {
  /** Its key on the page, which stays when the file is read again; its id in the store does not. */
  readonly key: number;
  readonly name: string;
  /** Sources of one setting are scored on the queries that they share. */
  readonly setting: string;
  readonly reading: ReadingIdentity<LoadOptions>;
}

/** @param entries of the request's sources, in its order */
export function askedRun(
  { encoder }: Pick<RunRequest, 'encoder'>,
  entries: readonly (Omit<AskedSource, 'reading'> & { readonly file: Pick<AskedSource, 'reading'> })[],
  inputs: AskedInputs,
): AskedRun {
  return {
    sources: entries.map(({ key, name, setting, file }) => ({ key, name, setting, reading: file.reading })),
    encoder: {
      model: chosenModel(encoder?.model ?? null),
      onnx: encoder?.onnx ?? null,
      settings: encoder?.settings ?? null,
    },
    inputs,
  };
}

/** Changes, each to follow "You": `added splade`, `set the seed to 7`. None where the figures would be the same. */
export function changesSince(then: AskedRun, now: AskedRun): string[] {
  return [
    ...sourceChanges(then.sources, now.sources),
    ...encoderChanges(then.encoder, now.encoder),
    ...inputChanges(then.inputs, now.inputs),
  ];
}

function sourceChanges(then: readonly AskedSource[], now: readonly AskedSource[]): string[] {
  const before = new Map(then.map((source) => [source.key, source]));
  const keys = now.map(({ key }) => key);
  return [
    ...now.filter(({ key }) => !before.has(key)).map(({ name }) => `added ${name}`),
    ...then.filter(({ key }) => !keys.includes(key)).map(({ name }) => `removed ${name}`),
    ...now.flatMap(({ key, name, reading }) => readingChanges(name, before.get(key)?.reading, reading)),
  ];
}

/** @param then undefined of a source that is new */
function readingChanges(
  name: string,
  then: AskedSource['reading'] | undefined,
  now: AskedSource['reading'],
): string[] {
  if (then === undefined) return [];
  if (!alike(then.options, now.options)) return [`had ${name} read another way`];
  return isSameReading(then, now) ? [] : [`had ${name} read with other companion files`];
}

function encoderChanges(then: AskedRun['encoder'], now: AskedRun['encoder']): string[] {
  const { model, onnx, settings } = now;
  if (isSameModel(then.model, model)) {
    return alike([then.onnx, then.settings], [onnx, settings]) ? [] : ['changed how the encoder reads texts'];
  }
  const isNamesake = model.name === then.model.name;
  return [isNamesake ? `chose another encoder named ${model.name}` : `chose ${model.name} as the encoder`];
}

function alike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
