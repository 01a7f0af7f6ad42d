import { describe, expect, it, vi } from 'vitest';

import { type FieldRoles, defaultLoadOptions } from '../../src/candidates/reading';
import { buildReport, type ReportInput } from '../../src/report/build';
import { rankingOf, runningRanking } from '../../src/report/ranking';
import { underNames, type SourceResult } from '../../src/engine/result';
import type { WeightingId } from '../../src/scoring/weightings';
import { expectWords } from '../support/golden-words';
import { schemaFaults } from '../support/report-schema';
import {
  certainOrder,
  companionFile,
  interpretation,
  loadedSource,
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

  it('keeps the load order of scores that differ by rounding alone', () => {
    const made = [sourceResult(1, 'one', { eci: 0.2 }), sourceResult(2, 'two', { eci: 0.2 + 3e-17 })];
    expect(buildReport(reportInput(made)).ranking).toEqual(['one', 'two']);
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

  it('holds what is known of sources, files, readings, rejects and the program: build.txt', async () => {
    const roles: FieldRoles = {
      ...interpretation().roles,
      by: 'names',
      query: 'q',
      id: 'qid',
      leftAlone: ['url'],
    };
    const [bm25, dense, tie] = RESULTS as [SourceResult, SourceResult, SourceResult];
    const sources = [
      reportedSource(bm25),
      reportedSource(dense, {
        name: 'my own',
        reference: true,
        loaded: loadedSource(3, 'msmarco.jsonl', {}, { label: 'lexical', name: 'lexical' }),
        interpretation: interpretation({ format: 'run', label: { kind: 'keys' }, topK: 20, roles }),
        options: { ...defaultLoadOptions('msmarco.jsonl'), sample: { records: 100, seed: 42 } },
      }),
      reportedSource(tie, { sameAs: 'bm25.jsonl' }),
    ];
    const others = {
      companions: [{ ...companionFile(4, 'corpus.jsonl'), sha256: 'c0' }],
      waiting: [waitingFile('run.trec')],
      refused: [refusedFile('x.bin', { message: 'Not known.' })],
      unread: ['late.csv'],
    };
    const rejects = [reject('bm25.jsonl', { place: 3, record: 'q7', code: 'blank-query', field: 'query' })];
    const certainty = certainOrder(RESULTS.map(({ id, figures: { eci } }) => ({ id, eci })));
    const run = { ...runResult(RESULTS), certainty };
    const report = buildReport(input(RESULTS, { sources, run, others, rejects }));
    expect(schemaFaults(report)).toEqual([]);
    const text = JSON.stringify(report);
    // Neither the name of before nor a key stands anywhere.
    expect(text.match(/"(?:dense|[379])"/g)).toBeNull();
    const parts = Object.entries(JSON.parse(text) as object).flatMap(([key, part]: [string, unknown]) => {
      const within = part instanceof Object ? Object.entries(part) : [];
      return within.length === 0 ? [[key, part]] : within.map(([own, each]) => [`${key}.${own}`, each]);
    });
    await expectWords('build.txt', Object.fromEntries(parts), (part: unknown) => JSON.stringify(part));
  });
});
