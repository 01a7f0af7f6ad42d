import { describe, expect, it } from 'vitest';

import { buildReport } from '../../src/report/build';
import type { RunResult } from '../../src/engine/results';
import {
  certaintyOf,
  loadedSource,
  NO_FINDINGS,
  NO_PAIRS,
  PROVENANCE,
  refusedFile,
  reject,
  reportedSource,
  RUN_SETTINGS,
} from '../support/results';
import { figures, MINED, RANDOM } from '../session/sources';

const histograms = { rho: [], eta: [], psi: [], weight: [] };
const result: RunResult = {
  settings: { ...RUN_SETTINGS, batch_size: 16 },
  stop: { rule: 'all', level: 0.95, ended: 'all-records' },
  encoder: null,
  device: { kind: 'wasm', threads: 1, adapter: null, reason: 'wasm was asked for.' },
  idf_corpus: { mode: 'pooled-documents', texts: 4, distinct_tokens: 9 },
  sources: [
    { id: 7, name: 'bm25', figures: figures({ ...MINED, eci: 0.1 }), histograms },
    { id: 8, name: 'random', figures: figures({ ...RANDOM, eci: 0.5 }), histograms },
  ],
  certainty: certaintyOf([{ id: 7 }, { id: 8 }]),
  random_baseline: null,
  findings: {
    sources: [
      { source: 7, counts: { ...NO_FINDINGS, same_text: 2, near_embedding: null } },
      { source: 8, counts: NO_FINDINGS },
    ],
    left_out: { near_embedding: 'too many products' },
  },
  overlap: null,
  pair_audit: {
    corner: { cos_query: 0.1, coverage: 0.05, random_share: 0.4, random_variance: 1e-4 },
    sources: [
      {
        source: 7,
        unrelated: { queries: 100, pairs: 1000, found: 4, share: 0.004, variance: 4e-6 },
        near_positive: NO_PAIRS,
        margin_filters: { over_share: 3, over_margin: 4 },
      },
      {
        source: 8,
        unrelated: { queries: 100, pairs: 1000, found: 400, share: 0.4, variance: 2e-4 },
        near_positive: NO_PAIRS,
        margin_filters: { over_share: 3, over_margin: 4 },
      },
    ],
  },
  file_findings: null,
  own_mining: [7, 8].map((source) => ({ source, found: null })),
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

function named(id: number, file: string, name: string, setting: string, reference: boolean) {
  return reportedSource({ id, name }, { loaded: loadedSource(id, file), setting, reference });
}

describe('the report of sources that were renamed', () => {
  const report = buildReport({
    result,
    sources: [
      named(7, 'bm25.jsonl', 'mined', 'default', true),
      named(8, 'random.jsonl', 'random', 'controls', false),
    ],
    outOfDate: true,
    others: { companions: [], waiting: [], refused: [refusedFile('empty.jsonl')], unread: [] },
    rejects: [reject('bm25.jsonl'), reject('random.jsonl')],
    created: new Date(0),
    provenance: PROVENANCE,
  });

  it('uses current names, settings and references', () => {
    expect(Object.keys(report.sources)).toEqual(['mined', 'random']);
    expect(report.sources['random']?.setting).toBe('controls');
    expect(report.audit.reference).toEqual(['mined']);
    expect(report.audit.flags).toEqual({ mined: [], random: ['rho', 'psi', 'inversion'] });
    expect(report.ranking).toEqual(['random', 'mined']);
    expect(report.out_of_date).toBe(true);
  });

  it('has the findings under current names, and why one was not looked for', () => {
    expect(report.findings).toEqual({
      mined: { same_text: 2, other_positive: 0, near_text: 0, near_embedding: null },
      random: NO_FINDINGS,
    });
    expect(report.findings_left_out).toEqual({ near_embedding: 'too many products' });
  });

  it('holds each source against the references by its pairs', () => {
    expect(report.audit.corner).toEqual(result.pair_audit.corner);
    const { mined, random } = report.audit.pairs;
    // The only reference: there is no other one to hold it against.
    expect(mined?.unrelated).toEqual({
      found: 4,
      share: 0.004,
      reference_share: null,
      excess: null,
      excess_low: null,
      excess_high: null,
      p_value: null,
      flagged: false,
    });
    expect(mined?.reading).toBeNull();
    // As many as random passages have: all of its pairs. Against one reference that is a figure, and no flag.
    expect(random?.reading).toBeNull();
    expect(random?.unrelated).toMatchObject({ reference_share: 0.004, excess: 1, flagged: false });
    expect(random?.margin_filters).toEqual({ over_share: 3, over_margin: 4 });
    expect(random?.near_positive).toMatchObject({ excess: 0, flagged: false });
  });

  it('holds the rejects, and the files that were refused', () => {
    expect(report.rejects.map(({ file }) => file)).toEqual(['bm25.jsonl', 'random.jsonl']);
    expect(report.files).toMatchObject([
      { file: 'bm25.jsonl', status: 'loaded', source: 'mined' },
      { file: 'random.jsonl', status: 'loaded', source: 'random' },
      { file: 'empty.jsonl', status: 'refused' },
    ]);
  });
});
