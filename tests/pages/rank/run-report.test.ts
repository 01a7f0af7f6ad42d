import { describe, expect, it } from 'vitest';

import type { LoadedSource, Reject } from '../../../src/candidates/types';
import { reportOfRun } from '../../../src/pages/rank/run-report';
import type { RunResult } from '../../../src/report/types';
import { figures, MINED, RANDOM } from './sources';

function loaded(id: number, file: string): LoadedSource {
  const counts = {
    read: 2,
    records: 1,
    merged: 0,
    rejected: 1,
    blankLines: 0,
    pairs: 2,
    blankNegativesRemoved: 0,
    duplicateNegativesRemoved: 0,
    furtherPositivesIgnored: 0,
    normalisedRecords: 0,
  };
  const name = file.replace('.jsonl', '');
  return {
    id,
    name,
    file,
    bytes: 10,
    format: 'plain JSONL',
    placeKind: 'line',
    counts,
    medianK: 2,
    dimension: null,
  };
}

function reject(file: string): Reject {
  return {
    file,
    placeKind: 'line',
    place: 1,
    code: 'broken-json',
    field: null,
    message: 'Not JSON.',
    excerpt: '{',
  };
}

const histograms = { rho: [], eta: [], psi: [], weight: [] };
const result: RunResult = {
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
  encoder: null,
  device: { kind: 'wasm', threads: 1, adapter: null, reason: 'wasm was asked for.' },
  idf_corpus: { mode: 'pooled-documents', texts: 4, distinct_tokens: 9 },
  sources: [
    { id: 7, name: 'bm25', figures: figures({ ...MINED, eci: 0.1 }), histograms },
    { id: 8, name: 'random', figures: figures({ ...RANDOM, eci: 0.5 }), histograms },
  ],
  cost: {
    texts: 4,
    cached_texts: 0,
    encodes: 0,
    tokens: 0,
    padded_tokens: 0,
    cache: { kind: 'memory', note: null },
    seconds: { lexical: 0, visit: 0, encoder_busy: 0, total: 0 },
  },
};

describe('reportOfRun', () => {
  const report = reportOfRun(
    result,
    [
      { id: 7, loaded: loaded(7, 'bm25.jsonl'), name: 'mined', setting: 'default', reference: true },
      { id: 8, loaded: loaded(8, 'random.jsonl'), name: 'random', setting: 'controls', reference: false },
    ],
    [{ file: 'empty.jsonl', error: 'EmptyFileError', message: 'Empty.', read: 0, rejected: 0 }],
    [reject('bm25.jsonl'), reject('loaded-later.jsonl'), reject('random.jsonl')],
  );

  it('uses the names, settings and references of now', () => {
    expect(Object.keys(report.sources)).toEqual(['mined', 'random']);
    expect(report.sources['random']?.setting).toBe('controls');
    expect(report.audit.reference).toEqual(['mined']);
    expect(report.audit.flags).toEqual({ mined: [], random: ['rho', 'psi', 'inversion'] });
    expect(report.ranking).toEqual(['random', 'mined']);
  });

  it('holds the rejects of its own files, and the files that were refused', () => {
    expect(report.rejects.map(({ file }) => file)).toEqual(['bm25.jsonl', 'random.jsonl']);
    expect(report.files).toMatchObject([
      { file: 'bm25.jsonl', status: 'loaded', source: 'mined' },
      { file: 'random.jsonl', status: 'loaded', source: 'random' },
      { file: 'empty.jsonl', status: 'refused' },
    ]);
  });
});
