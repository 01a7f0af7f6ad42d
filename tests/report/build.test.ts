import { describe, expect, it } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import type { Reject } from '../../src/candidates/types';
import { buildReport, type ReportInput } from '../../src/report/build';
import type { SourceResult } from '../../src/report/types';
import { loadedSource, runResult, sourceResult } from '../support/results';

/** Loaded in this order; dense and tie have the same score. */
const RESULTS = [
  sourceResult(7, 'bm25', { eci: 0.2, mean_rho: 0.7, inversion_rate: 0.3 }),
  sourceResult(3, 'dense', { eci: 0.4, mean_rho: 0.65, inversion_rate: 0.2 }),
  sourceResult(9, 'tie', { eci: 0.4, mean_rho: 0.9, mean_psi: 0.99, inversion_rate: 0.1 }),
];

function input(results: readonly SourceResult[] = RESULTS, changes: Partial<ReportInput> = {}): ReportInput {
  return {
    result: runResult(results),
    sources: results.map((s) => ({ loaded: loadedSource(s.id, `${s.name}.jsonl`), setting: 'all' })),
    reference: ['dense', 'bm25'],
    refused: [],
    rejects: [],
    created: new Date(Date.UTC(2026, 0, 2, 3, 4, 5)),
    ...changes,
  };
}

describe('buildReport', () => {
  it('ranks by score, ties by load order', () => {
    expect(buildReport(input()).ranking).toEqual(['dense', 'tie', 'bm25']);
  });

  it('has each source under its name, its file beside its figures', () => {
    const { sources } = buildReport(input());
    expect(Object.keys(sources)).toEqual(['bm25', 'dense', 'tie']);
    expect(sources['dense']).toMatchObject({
      file: 'dense.jsonl',
      format: 'JSONL',
      setting: 'all',
      place_kind: 'line',
      rejected: 1,
      records_loaded: 2,
      median_k: 2,
      eci: 0.4,
      mean_rho: 0.65,
      records: 2,
    });
    expect(sources['dense']?.file_counts.read).toBe(3);
  });

  it('finds a source by its id, also when it was renamed', () => {
    const renamed = [sourceResult(3, 'my own name')];
    const report = buildReport(
      input(renamed, { sources: [{ loaded: loadedSource(3, 'a.csv'), setting: 'b' }] }),
    );
    expect(report.sources['my own name']).toMatchObject({ file: 'a.csv', setting: 'b' });
    expect(report.files).toEqual([{ file: 'a.csv', status: 'loaded', source: 'my own name' }]);
  });

  it('audits against the reference sources, named in load order', () => {
    const { audit } = buildReport(input());
    expect(audit.reference).toEqual(['bm25', 'dense']);
    expect(audit.envelope).toEqual({
      mean_rho_max: 0.7,
      mean_eta_max: 0.5,
      mean_psi_max: 0.7,
      inversion_rate_min: 0.2,
    });
    expect(audit.flags).toEqual({ bm25: [], dense: [], tie: ['rho', 'psi', 'inversion'] });
  });

  it('has no envelope and no flag without a reference source that was ranked', () => {
    const { audit } = buildReport(input(RESULTS, { reference: ['gone'] }));
    expect(audit).toEqual({ reference: [], envelope: null, flags: { bm25: [], dense: [], tie: [] } });
  });

  it('lists refused files with the reason, and rejects as they are', () => {
    const refused = {
      file: 'x.bin',
      error: 'UnknownFormatError',
      message: 'Not known.',
      read: 0,
      rejected: 0,
    };
    const reject: Reject = {
      file: 'bm25.jsonl',
      placeKind: 'line',
      place: 3,
      code: 'blank-query',
      field: 'query',
      message: 'The query is blank.',
      excerpt: '{',
    };
    const report = buildReport(input(RESULTS, { refused: [refused], rejects: [reject] }));
    expect(report.files.at(-1)).toEqual({ status: 'refused', ...refused });
    expect(report.files).toHaveLength(4);
    const { placeKind, ...rest } = reject;
    expect(report.rejects).toEqual([{ place_kind: placeKind, ...rest }]);
  });

  it('says which version made it, when, and with which encoder', () => {
    const report = buildReport(input());
    expect(report.schema_version).toBe(1);
    expect(report.negscope).toEqual({ version: packageJson.version, libraries: packageJson.dependencies });
    expect(report.created).toBe('2026-01-02T03:04:05.000Z');
    expect(report.encoder).toEqual({ name: 'embeddings in the files', dimension: 16 });
  });

  it('survives JSON unchanged, a source named __proto__ included', () => {
    const report = buildReport(input([...RESULTS, sourceResult(1, '__proto__')]));
    const read = JSON.parse(JSON.stringify(report)) as typeof report;
    expect(read).toEqual(report);
    expect(Object.keys(read.sources)).toContain('__proto__');
    expect(Object.keys(read.audit.flags)).toContain('__proto__');
  });

  it('refuses a ranked source without a file behind it', () => {
    expect(() => buildReport(input(RESULTS, { sources: [] }))).toThrow(
      'No loaded file stands behind source bm25.',
    );
  });
});
