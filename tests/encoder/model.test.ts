import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { MissingModelFileError } from '../../src/encoder/errors';
import { EncoderModel } from '../../src/encoder/model';
import type { EncoderSettings, PickedFile } from '../../src/encoder/types';
import { MINI } from '../support/folders';

const SETTINGS: EncoderSettings = {
  queryPrefix: '',
  passagePrefix: '',
  pooling: 'mean',
  maxTokens: 16,
  normalise: true,
};
const TOKENIZER = readFileSync(join(MINI, 'tokenizer.json'), 'utf8');

const file = (path: string, content: string): PickedFile => ({ path, file: new File([content], path) });
const FILES = [
  file('onnx/model.onnx', 'graph'),
  file('onnx/model.onnx_data', 'its weights'),
  file('onnx/model_quantized.onnx', 'small'),
  file('tokenizer.json', TOKENIZER),
];

const open = (onnx: string, files = FILES) =>
  EncoderModel.open(
    { model: { kind: 'picked', name: 'mine', files }, onnx, settings: SETTINGS },
    new URL('http://localhost/models/'),
  );

describe('EncoderModel', () => {
  it('names all files that an embedding depends on, with their hashes', async () => {
    const { files, sessionBytes, dtype } = await open('onnx/model.onnx');
    expect(files.map(({ path }) => path)).toEqual([
      'onnx/model.onnx',
      'onnx/model.onnx_data',
      'tokenizer.json',
    ]);
    expect(files[0]?.sha256).toBe(createHash('sha256').update('graph').digest('hex'));
    expect(sessionBytes).toBe('graph'.length + 'its weights'.length);
    expect(dtype).toBe('fp32');
  });

  it('reads graph, weights and padding token for a session', async () => {
    const { model, padId, pooling } = await (await open('onnx/model.onnx')).sessionOptions();
    const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
    expect(text(model.bytes)).toBe('graph');
    expect(model.external?.path).toBe('model.onnx_data');
    expect(text(model.external?.bytes)).toBe('its weights');
    const { vocab } = (JSON.parse(TOKENIZER) as { model: { vocab: Record<string, number> } }).model;
    expect(padId).toBe(vocab['[PAD]']);
    expect(pooling).toBe('mean');
  });

  it('finds the fp32 file beside another one, or none', async () => {
    const small = await open('onnx/model_quantized.onnx');
    expect(small.dtype).toBe('int8');
    expect((await small.sessionOptions()).model.external).toBeNull();
    expect(small.fullPrecision()?.onnx).toBe('onnx/model.onnx');
    expect((await open('onnx/model_quantized.onnx', FILES.slice(2))).fullPrecision()).toBeNull();
  });

  it('says which file is missing', async () => {
    await expect(open('onnx/other.onnx')).rejects.toThrow(MissingModelFileError);
    await expect(open('onnx/model.onnx', FILES.slice(0, 2))).rejects.toThrow('tokenizer.json is missing');
  });
});
