import '../runes';

import { describe, expect, it } from 'vitest';

import { defaultLoadOptions, type LoadOptions } from '../../../src/candidates/reading';
import type { RunRequest } from '../../../src/engine/types';
import type { FileIdentity } from '../../../src/identity';
import { Inputs } from '../../../src/session/inputs/inputs.svelte';
import { askedRun, changesSince } from '../../../src/session/run/changes';
import { RUN_SETTINGS } from '../../support/results';

const settings = {
  queryPrefix: '',
  passagePrefix: '',
  pooling: 'mean',
  maxTokens: 128,
  normalise: true,
} as const;

const request: RunRequest = {
  sources: [{ id: 1, name: 'bm25', setting: 'all', reference: true, misread: false }],
  encoder: { model: { kind: 'served', name: 'small' }, onnx: 'onnx/model.onnx', settings },
  device: 'auto',
  stop: { rule: 'all', level: 0.95 },
  settings: { ...RUN_SETTINGS, batch_size: 16 },
};
const fileOf = (path: string) => ({ path, bytes: 9, modified: 1, sha256: null });
const source = (key: number, name: string) => ({
  key,
  name,
  setting: 'default',
  file: {
    reading: {
      file: fileOf(`${name}.jsonl`),
      options: defaultLoadOptions(`${name}.jsonl`),
      companions: [] as { file: FileIdentity; options: LoadOptions }[],
    },
  },
});
const encoder = request.encoder as NonNullable<RunRequest['encoder']>;
const bm25 = source(1, 'bm25');
const INPUTS_THEN = new Inputs('').asked;
const then = askedRun(request, [bm25], INPUTS_THEN);

const changed = (now: Partial<RunRequest>) =>
  changesSince(then, askedRun({ ...request, ...now }, [bm25], INPUTS_THEN));
describe('what was changed since a run', () => {
  it('is nothing where figures follow without another run, or a source has another name and id', () => {
    expect(changed({})).toEqual([]);
    const other = {
      ...request,
      sources: [{ id: 5, name: 'other', setting: 'b', reference: false, misread: true }],
    };
    expect(changesSince(then, askedRun(other, [{ ...bm25, name: 'other' }], INPUTS_THEN))).toEqual([]);
  });

  it('names sources that came, went, or are read another way', () => {
    const two = askedRun(request, [bm25, source(2, 'splade')], INPUTS_THEN);
    expect(changesSince(then, two)).toEqual(['added splade']);
    expect(changesSince(two, then)).toEqual(['removed splade']);
    const reads = (reading: Partial<typeof bm25.file.reading>) =>
      changesSince(
        then,
        askedRun(
          request,
          [{ ...bm25, file: { reading: { ...bm25.file.reading, ...reading } } }],
          INPUTS_THEN,
        ),
      );
    const { options } = bm25.file.reading;
    expect(reads({ options: { ...options, byOrder: true } })).toEqual(['had bm25 read another way']);
    const corpus = { file: fileOf('corpus.jsonl'), options: defaultLoadOptions('corpus.jsonl') };
    expect(reads({ companions: [corpus] })).toEqual(['had bm25 read with other companion files']);
  });

  it('names another encoder, and another way of reading texts', () => {
    expect(changed({ encoder: null })).toEqual(['chose embeddings in the files as the encoder']);
    const picked = { ...encoder, model: { kind: 'picked' as const, name: 'mine', files: [] } };
    expect(changed({ encoder: picked })).toEqual(['chose mine as the encoder']);
    const checkpoint = (modified: number) => {
      const file = new File(['onnx'], 'model.onnx', { lastModified: modified });
      const model = { kind: 'picked' as const, name: 'checkpoint', files: [{ path: 'model.onnx', file }] };
      return askedRun({ ...request, encoder: { ...encoder, model } }, [bm25], INPUTS_THEN);
    };
    expect(changesSince(checkpoint(1), checkpoint(2))).toEqual(['chose another encoder named checkpoint']);
    expect(changesSince(checkpoint(1), checkpoint(1))).toEqual([]);
    const otherwise = ['changed how the encoder reads texts'];
    expect(changed({ encoder: { ...encoder, onnx: 'onnx/model_int8.onnx' } })).toEqual(otherwise);
    expect(changed({ encoder: { ...encoder, settings: { ...settings, queryPrefix: 'q: ' } } })).toEqual(
      otherwise,
    );
  });

  it.each([
    ['queries=all', 'chose all queries of each source'],
    ['sample=1000', 'chose a sample of 1,000 records'],
    ['negatives=5', 'chose the first 5 negatives of each record'],
    ['negatives=1', 'chose the first negative of each record'],
    ['seed=7', 'set the seed to 7'],
    ['batch=4', 'set the batch size to 4'],
    ['group=site', 'chose groups by site as the units'],
    ['normalise', 'changed whether given embeddings are brought to unit norm'],
    ['device=wasm', 'chose another device'],
    ['stop=certain', 'changed when the run may end'],
    ['tau=0.2', undefined],
    ['top-k=5', undefined],
  ])('says an input that was changed, where figures cannot follow it: %s', (search, words) => {
    const { asked } = new Inputs(`?${search}`);
    expect(changesSince(then, askedRun(request, [bm25], asked))).toEqual(words === undefined ? [] : [words]);
  });
});
