import { describe, expect, it, vi } from 'vitest';

import { type FieldRoles, defaultLoadOptions } from '../../src/candidates/reading';
import { buildReport, type ReportInput } from '../../src/report/build';
import { rankingOf, runningRanking } from '../../src/report/ranking';
import { underNames, type SourceResult } from '../../src/engine/result';
import type { WeightingId } from '../../src/scoring/weightings';
import {
  certainOrder,
  companionFile,
  interpretation,
  loadedSource,
  PROVENANCE,
  refusedFile,
  reject,
  reportedSource,
  reportInput,
  runResult,
  sourceResult,
  waitingFile,
  type InputChanges,
} from '../support/results';

/** Loaded in this order; dense and tie have the same score. */
const RESULTS = [
  sourceResult(7, 'bm25', { eci: 0.2, mean_rho: 0.7, inversion_rate: 0.3 }),
  sourceResult(3, 'dense', { eci: 0.4, mean_rho: 0.65, inversion_rate: 0.2 }),
  sourceResult(9, 'tie', { eci: 0.4, mean_rho: 0.9, mean_psi: 0.99, inversion_rate: 0.1 }),
];

const REFERENCES = ['dense', 'bm25'];

function input(results: readonly SourceResult[] = RESULTS, changes: InputChanges = {}): ReportInput {
  return reportInput(results, REFERENCES, changes);
}

it('keys of a result are read once on each level', () => {
  const level = vi.fn(() => 0.95);
  const run = runResult(RESULTS);
  const stop = Object.defineProperty({ ...run.stop }, 'level', { get: level, enumerable: true });
  underNames({ ...run, stop }, new Map());
  expect(level).toHaveBeenCalledOnce();
});

describe('buildReport', () => {
  it('ranks by score, and keeps the load order of equal scores, also where the sources are shown', () => {
    for (const results of [RESULTS, RESULTS.toReversed()]) {
      const [one, other] = results.filter(({ figures }) => figures.eci === 0.4);
      const report = buildReport(input(results));
      expect(report.ranking).toEqual([one?.name, other?.name, 'bm25']);
      const { groups } = runningRanking(rankingOf(report).rows, null);
      expect(groups.flatMap(({ rows }) => rows.map(({ name }) => name))).toEqual(report.ranking);
    }
  });

  it('has the formula with the weight of its run', () => {
    const formula = (weighting: WeightingId) => {
      const run = runResult(RESULTS);
      const settings = { ...run.settings, weighting };
      return buildReport(input(RESULTS, { run: { ...run, settings } })).formula;
    };
    expect(formula('full')).toBe('ECI = log det(I + (1/N) Σ w r rᵀ), w = ρ η ψ (arXiv 2603.20990v3)');
    expect(formula('drop-psi')).toContain('w = ρ η (arXiv');
  });

  it('counts the negatives that were scored, and says of how many the files have enough', () => {
    const byK = [
      { k: 3, copies: 0, records: 1, first: { place: 2, query: 'q' } },
      { k: 8, copies: 0, records: 2, first: { place: 1, query: 'p' } },
    ];
    const loaded = loadedSource(3, 'dense.jsonl', {}, { byK });
    const sources = RESULTS.map((s) => reportedSource(s, s.name === 'dense' ? { loaded } : {}));
    const of = (negatives: number | null) => {
      const result = runResult(RESULTS);
      const settings = { ...result.settings, negatives };
      const built = buildReport(input(RESULTS, { sources, run: { ...result, settings } }));
      const { median_k, k_of_most } = built.sources['dense'] as (typeof built.sources)[string];
      const found = built.verdict.sources['dense']?.findings.find(({ id }) => id === 'short');
      return [median_k, k_of_most, found?.count ?? 0];
    };
    // Two sources have 2 a record, so K is 2: dense has more, which is no fault of the files.
    expect(of(null)).toEqual([8, 3, 0]);
    expect(of(5)).toEqual([5, 3, 0]);
    expect(of(1)).toEqual([1, 1, 0]);
  });

  it('has a range entered by hand as the envelope', () => {
    const range = { mean_rho_max: 0, mean_eta_max: 1, mean_psi_max: 1, inversion_rate_min: 0 };
    const { audit } = buildReport(reportInput(RESULTS, [], { range }));
    expect(audit).toMatchObject({ entered: true, reference: [], envelope: range });
    expect(audit.flags).toEqual({ bm25: ['rho'], dense: ['rho'], tie: ['rho'] });
    expect(buildReport(input()).audit).not.toHaveProperty('entered');
  });

  it('has a source under its name of now everywhere, and its label, file and counts beside its figures', () => {
    const sources = RESULTS.map((each) =>
      each.name === 'dense'
        ? reportedSource(each, { name: 'my own', loaded: loadedSource(3, 'a.csv'), reference: true })
        : reportedSource(each, { sameAs: null }),
    );
    const certainty = certainOrder(RESULTS.map(({ id, figures: { eci } }) => ({ id, eci })));
    const run = { ...runResult(RESULTS), certainty };
    const report = buildReport(input(RESULTS, { sources, run }));
    const text = JSON.stringify(report);
    expect(text.match(/"(?:dense|[379])"/g)).toBeNull();
    const { audit, findings, file_findings: ofFiles, overlap, verdict } = report;
    for (const of of [report.sources, report.certainty.scores, audit.pairs, findings, ofFiles ?? {}])
      expect(Object.keys(of)).toEqual(['bm25', 'my own', 'tie']);
    expect(Object.keys(overlap?.sources ?? {})).toEqual(['bm25', 'my own', 'tie']);
    expect(report.certainty.pairs[0]).toMatchObject({ a: 'my own', b: 'tie' });
    expect(report.certainty.flags[4]).toMatchObject({ source: 'bm25', reference: 'my own' });
    expect(audit.shares[0]).toMatchObject({ source: 'bm25', beside: 'my own' });
    expect(audit.reference).toEqual(['my own']);
    expect(report.sources['my own']).toMatchObject({
      file: 'a.csv',
      median_k: 2,
      eci: 0.4,
    });
    expect(report.sources['my own']?.file_counts.read).toBe(3);
    expect(Object.keys(verdict.sources)).toEqual(['bm25', 'my own', 'tie']);
    expect(report.files[1]).toMatchObject({ file: 'a.csv', status: 'loaded', source: 'my own' });
  });

  it('says of a loaded file that another one has the same bytes', () => {
    const sources = RESULTS.map((s) =>
      reportedSource(s, { sameAs: s.name === 'tie' ? 'dense.jsonl' : null }),
    );
    const { files } = buildReport(input(RESULTS, { sources }));
    expect(files).toMatchObject([
      { file: 'bm25.jsonl', status: 'loaded', source: 'bm25', same_as: null },
      { file: 'dense.jsonl', status: 'loaded', source: 'dense', same_as: null },
      { file: 'tie.jsonl', status: 'loaded', source: 'tie', same_as: 'dense.jsonl' },
    ]);
  });

  it('says which label a source has in its file and how the file was read', () => {
    const loaded = loadedSource(3, 'msmarco.jsonl', {}, { label: 'bm25', name: 'bm25' });
    const roles: FieldRoles = {
      ...interpretation().roles,
      by: 'names',
      query: 'q',
      id: 'qid',
      leftAlone: ['url'],
    };
    const how = interpretation({ format: 'run', label: { kind: 'keys' }, topK: 20, roles });
    const options = { ...defaultLoadOptions('msmarco.jsonl'), sample: { records: 100, seed: 42 } };
    const result = sourceResult(3, 'bm25');
    const { sources } = buildReport(
      input([result], { sources: [reportedSource(result, { loaded, interpretation: how, options })] }),
    );
    expect(sources['bm25']).toMatchObject({ file: 'msmarco.jsonl', label: 'bm25' });
    expect(sources['bm25']?.reading).toEqual({
      format: 'run',
      label: { kind: 'keys' },
      top_k: 20,
      mapping: {
        by: 'names',
        query: 'q',
        positive: 'positive',
        negatives: ['negatives'],
        titles: [],
        label: null,
        id: 'qid',
        relevant: null,
        left_alone: ['url'],
      },
      sample: { records: 100, seed: 42 },
      signs: [],
      as_meant: false,
    });
    expect(buildReport(input()).sources['dense']?.label).toBeNull();
  });

  it('lists what became of the files that gave no ranked source, and rejects as they are', () => {
    const refused = refusedFile('x.bin', { message: 'Not known.' });
    const bad = reject('bm25.jsonl', { place: 3, record: 'q7', code: 'blank-query', field: 'query' });
    const others = {
      companions: [{ ...companionFile(4, 'corpus.jsonl'), sha256: 'c0' }],
      waiting: [waitingFile('run.trec')],
      refused: [refused],
      unread: ['late.csv'],
    };
    const report = buildReport(input(RESULTS, { others, rejects: [bad] }));
    expect(report.files.slice(3)).toEqual([
      {
        file: 'corpus.jsonl',
        status: 'companion',
        bytes: 100,
        sha256: 'c0',
        kind: 'corpus',
      },
      {
        file: 'run.trec',
        status: 'waiting',
        message: 'It needs a corpus with docid 8412682.',
      },
      {
        file: 'x.bin',
        status: 'refused',
        message: 'Not known.',
      },
      { file: 'late.csv', status: 'not-read' },
    ]);
    const { placeKind, ...rest } = bad;
    expect(report.rejects).toEqual([{ place_kind: placeKind, ...rest }]);
  });

  it('says which version made it, when, and with which encoder', () => {
    const report = buildReport(input());
    expect(report.schema_version).toBe(6);
    expect(report).toMatchObject(PROVENANCE);
    expect(report.created).toBe('2026-01-02T03:04:05.000Z');
    expect(report.encoder).toEqual({ name: 'embeddings in the files', dimension: 16 });
  });
});
