import { describe, expect, it } from 'vitest';

import type { RunRequest } from '../../../src/engine/types';
import { commonDimension, fingerprint, withOverride } from '../../../src/session/run/run-request';

const settings = {
  queryPrefix: '',
  passagePrefix: '',
  pooling: 'mean',
  maxTokens: 128,
  normalise: true,
} as const;

const request: RunRequest = {
  sources: [{ id: 1, name: 'bm25', setting: 'all', reference: true }],
  encoder: { model: { kind: 'served', name: 'negscope-sketch' }, onnx: 'onnx/model.onnx', settings },
  device: 'auto',
  stop: { rule: 'all', level: 0.95 },
  settings: {
    tau: 0.05,
    weighting: 'full',
    tokenizer: 'alphanumeric',
    idf_corpus: 'pooled-documents',
    sample: null,
    seed: 42,
    batch_size: 16,
    normalise: false,
  },
};

describe('fingerprint', () => {
  it('stays the same where figures can follow without a new run', () => {
    const readAgain = { ...request, sources: [{ id: 5, name: 'other', setting: 'all', reference: true }] };
    expect(fingerprint(readAgain, [1])).toBe(fingerprint(request, [1]));
    const gated = { ...request, settings: { ...request.settings, tau: 0.1, weighting: 'uniform' as const } };
    expect(fingerprint(gated, [1])).toBe(fingerprint(request, [1]));
  });

  it('changes with whatever needs a new run', () => {
    const encoder = request.encoder as NonNullable<RunRequest['encoder']>;
    const others: RunRequest[] = [
      { ...request, encoder: null },
      { ...request, encoder: { ...encoder, onnx: 'onnx/model_int8.onnx' } },
      { ...request, encoder: { ...encoder, settings: { ...settings, queryPrefix: 'query: ' } } },
      { ...request, encoder: { ...encoder, model: { kind: 'picked', name: 'negscope-sketch', files: [] } } },
      { ...request, device: 'wasm' },
      { ...request, settings: { ...request.settings, sample: 100 } },
    ];
    const prints = [request, ...others].map((other) => fingerprint(other, [1]));
    prints.push(fingerprint(request, [1, 2]));
    expect(new Set(prints).size).toBe(prints.length);
  });
});

describe('commonDimension', () => {
  it('is the length that all share', () => {
    expect(commonDimension([16, 16])).toBe(16);
    expect(commonDimension([16, 32])).toBeNull();
    expect(commonDimension([16, null])).toBeNull();
    expect(commonDimension([null, null])).toBeNull();
    expect(commonDimension([])).toBeNull();
  });
});

describe('withOverride', () => {
  it('keeps what differs from the folder and forgets what does not', () => {
    const once = withOverride({}, settings, 'queryPrefix', 'query: ');
    expect(once).toEqual({ queryPrefix: 'query: ' });
    const twice = withOverride(once, settings, 'pooling', 'cls');
    expect(twice).toEqual({ queryPrefix: 'query: ', pooling: 'cls' });
    expect(withOverride(twice, settings, 'queryPrefix', '')).toEqual({ pooling: 'cls' });
  });
});
