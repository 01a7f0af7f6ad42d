import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';

import type { IdfTable } from '../../src/lexical/idf';
import { auditFlags, envelope, type AuditProfile } from '../../src/scoring/audit';
import { largestEigenvalue } from '../support/eigen';
import { accumulateInformation, informationMatrix, residual } from '../../src/scoring/information';
import { logDetPlusIdentity } from '../../src/scoring/logdet';
import { rankByScore } from '../../src/scoring/orders';
import { emptyGates, gatesOfPair } from '../../src/scoring/pair-gates';
import { gatePairs } from '../../src/scoring/gated-pairs';
import { pairRows, gatedSource } from '../../src/scoring/statistics';

type PairRow = ReturnType<typeof pairRows>[number];
import { WEIGHTING_IDS, WEIGHTINGS, type WeightingId } from '../../src/scoring/weightings';
import { GOLDEN, goldenIsHere, goldenSources, type GoldenSource } from '../support/golden';

interface Expected {
  idf_corpus: { texts: number; distinct_tokens: number };
  sources: Record<string, ExpectedSource>;
  settings: Record<string, Record<string, number>>;
  audit: { reference: string[]; envelope: Record<string, number>; flags: Record<string, string[]> };
  ranking: string[];
}

type ExpectedSource = Record<string, number> & {
  buckets: Record<string, number>;
  weightings: Record<WeightingId, Record<'eci' | 'trace' | 'lambda_max', number>>;
  first_pairs: PairRow[];
  c_sweep: { c: number; eci: number }[];
};

const NAMES = ['bm25', 'dense', 'llm', 'noise'] as const;

/** Means and rates to 1e-6 absolute. */
const ABSOLUTE = [
  'mean_weight',
  'mean_rho',
  'mean_eta',
  'mean_psi',
  'mean_coverage',
  'inversion_rate',
  'ambiguity',
] as const;
/** Losses and energies to 1e-6 relative. */
const RELATIVE = ['trace', 'mean_pairwise_loss', 'mean_gradient_energy', 'mnrl_proxy'] as const;

function matrixOf(source: GoldenSource, tau: number, id: WeightingId): Float64Array {
  const d = (source.positives[0] as Float64Array).length;
  const n = source.positives.length;
  const residuals = new Float64Array(n * d);
  const weights = new Float64Array(n);
  const gates = emptyGates(tau);
  for (let i = 0; i < n; i++) {
    const distance = source.columns.distance[i] as number;
    residual(
      source.positives[i] as Float64Array,
      source.negatives[i] as Float64Array,
      distance,
      residuals,
      i * d,
    );
    gatesOfPair(source.columns, i, tau, gates);
    weights[i] = WEIGHTINGS[id].weight(gates);
  }
  const sum = new Float64Array(d * d);
  accumulateInformation(sum, residuals, weights, n, d);
  return informationMatrix(sum, n, d);
}

function expectRelative(actual: number, expected: number, tolerance = 1e-6) {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(tolerance * Math.abs(expected));
}

describe.skipIf(!goldenIsHere)('the golden sources (../shared/golden)', () => {
  let expected: Expected;
  let idf: IdfTable;
  let sources: Map<string, GoldenSource>;
  beforeAll(() => {
    expected = JSON.parse(readFileSync(`${GOLDEN}expected.json`, 'utf8')) as Expected;
    ({ idf, sources } = goldenSources(NAMES));
  });
  const tau = 0.05;
  const source = (name: string) => sources.get(name) as GoldenSource;
  const figures = (name: string) => gatedSource(source(name).columns, { tau, weighting: 'full' }).statistics;

  it('has the IDF corpus', () => {
    expect(idf.documents).toBe(expected.idf_corpus.texts);
    expect(idf.distinctTokens).toBe(expected.idf_corpus.distinct_tokens);
  });

  it.each(NAMES)('has the scalars of %s', (name) => {
    const want = expected.sources[name] as ExpectedSource;
    const got = figures(name);
    expect(got.records).toBe(want['records']);
    expect(got.negatives).toBe(want['negatives']);
    for (const key of ABSOLUTE) expect(Math.abs(got[key] - (want[key] as number))).toBeLessThanOrEqual(1e-6);
    for (const key of RELATIVE) expectRelative(got[key], want[key] as number);
    for (const [key, rate] of Object.entries(want.buckets)) {
      expect(Math.abs(got.buckets[key as keyof typeof got.buckets] - rate)).toBeLessThanOrEqual(1e-12);
    }
  });

  it.each(NAMES)('has the first pairs of %s', (name) => {
    const want = (expected.sources[name] as ExpectedSource).first_pairs;
    const got = pairRows(gatePairs(source(name).columns, { tau, weighting: 'full' }), want.length);
    want.forEach((row, i) => {
      for (const [key, value] of Object.entries(row) as [keyof PairRow, number][]) {
        expect(Math.abs((got[i] as PairRow)[key] - value)).toBeLessThanOrEqual(1e-6 * Math.max(1, value));
      }
    });
  });

  it.each(NAMES)('has ECI, trace and λ_max of %s under every weighting', (name) => {
    const want = (expected.sources[name] as ExpectedSource).weightings;
    for (const id of WEIGHTING_IDS) {
      const matrix = matrixOf(source(name), tau, id);
      expectRelative(logDetPlusIdentity(matrix, 16), want[id].eci);
      const { statistics } = gatedSource(source(name).columns, { tau, weighting: id });
      expectRelative(statistics.trace, want[id].trace);
      expectRelative(largestEigenvalue(matrix, 16), want[id].lambda_max);
    }
  });

  it.each(NAMES)('has the sweep over c of %s', (name) => {
    const matrix = matrixOf(source(name), tau, 'full');
    for (const { c, eci } of (expected.sources[name] as ExpectedSource).c_sweep) {
      expectRelative(logDetPlusIdentity(matrix, 16, c), eci);
    }
  });

  it.each([0.03, 0.05, 0.1])('has the scores at τ = %s', (other) => {
    const want = expected.settings[`tau=${other}`] as Record<string, number>;
    for (const name of NAMES) {
      expectRelative(logDetPlusIdentity(matrixOf(source(name), other, 'full'), 16), want[name] as number);
    }
  });

  it('has the envelope, the flags and the ranking', () => {
    const profile = envelope(expected.audit.reference.map(figures));
    for (const [key, value] of Object.entries(expected.audit.envelope)) {
      expect(profile?.[key as keyof AuditProfile]).toBeCloseTo(value, 9);
    }
    for (const name of NAMES) expect(auditFlags(figures(name), profile)).toEqual(expected.audit.flags[name]);
    const scored = NAMES.map((name) => ({
      name,
      eci: logDetPlusIdentity(matrixOf(source(name), tau, 'full'), 16),
    }));
    expect(rankByScore(scored).map((s) => s.name)).toEqual(expected.ranking);
  });
});
