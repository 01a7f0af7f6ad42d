/** The lab's figures against those of an independent float64 implementation (../shared/golden/expected.json), and in the report. */

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';

import type { OutcomesById } from '../../src/experiments/list';
import { buildExperiments } from '../../src/experiments/report';
import type { Step } from '../../src/experiments/sweep';
import { buildReport } from '../../src/report/build';
import { WEIGHTING_IDS } from '../../src/scoring/weightings';
import { GOLDEN, goldenIsHere } from '../support/golden';
import { goldenSource, RankedSources, shownIn } from '../support/experiments';
import { expectRelative } from '../support/near';
import { schemaFaults } from '../support/report-schema';
import { reportInput, sourceResult } from '../support/results';

interface Expected {
  readonly sources: Readonly<
    Record<
      string,
      {
        readonly weightings: Readonly<Record<string, { eci: number; trace: number; lambda_max: number }>>;
        readonly c_sweep: readonly { c: number; eci: number }[];
      }
    >
  >;
  readonly settings: Readonly<
    Record<string, Readonly<Record<string, number | { eci: number; mean_psi: number }>>>
  >;
}

const NAMES = ['bm25', 'dense', 'llm', 'noise'];
const TOLERANCE = 1e-6;

describe.runIf(goldenIsHere)('the golden sources', () => {
  let ranked: RankedSources;
  let outcomes: OutcomesById;
  let expected: Expected;

  beforeAll(async () => {
    ranked = await RankedSources.rank(NAMES.map(goldenSource));
    outcomes = {
      weightings: await ranked.outcome('weightings'),
      controls: await ranked.outcome('controls'),
      mixing: await ranked.outcome('mixing'),
      'c-sweep': await ranked.outcome('c-sweep'),
      temperature: await ranked.outcome('temperature'),
      lexical: await ranked.outcome('lexical'),
      'sample-size': await ranked.outcome('sample-size'),
      permutation: await ranked.outcome('permutation'),
      hybrids: await ranked.outcome('hybrids'),
    };
    expected = JSON.parse(readFileSync(`${GOLDEN}expected.json`, 'utf8')) as Expected;
  });

  const source = (name: string) => {
    const found = expected.sources[name];
    if (!found) throw new Error(`No figures of ${name}.`);
    return found;
  };

  it('have every weighting', () => {
    const steps = outcomes.weightings?.result.steps ?? [];
    for (const [s, name] of NAMES.entries()) {
      const of = source(name).weightings;
      expect(Object.keys(of).sort()).toEqual([...WEIGHTING_IDS].sort());
      for (const { id, scores, figures } of steps.filter(({ aside }) => !aside)) {
        expectRelative(scores[s] ?? NaN, of[id]?.eci ?? NaN, TOLERANCE);
        expectRelative(figures?.['trace']?.[s] ?? NaN, of[id]?.trace ?? NaN, TOLERANCE);
        expectRelative(figures?.['lambda_max']?.[s] ?? NaN, of[id]?.lambda_max ?? NaN, TOLERANCE);
        const shrunk = (of['uniform']?.lambda_max ?? NaN) / (of[id]?.lambda_max ?? NaN);
        expectRelative(figures?.['shrink_factor']?.[s] ?? NaN, shrunk, TOLERANCE);
        const gap = Math.abs((of[id]?.eci ?? NaN) / (of[id]?.trace ?? NaN) - 1);
        expect(figures?.['gap']?.[s]).toBeCloseTo(gap, 6);
      }
    }
  });

  it('tell from chance what the ranking tells from chance, and nothing under uniform weights', () => {
    const { steps, own } = outcomes.weightings?.result ?? { steps: [], own: 0 };
    const separated = ranked.result.certainty.pairs.filter(({ status }) => status === 'separated');
    expect(separated).not.toEqual([]);
    expect(steps[own]?.apart).toEqual(separated.map(({ a, b }) => [Number(a), Number(b)]));
    // All weights are 1: the trace does not vary, so it says nothing of how the score would.
    expect(steps.find(({ id }) => id === 'uniform')?.apart).toEqual([]);
  });

  it('have every point of the sweep over c', () => {
    const steps = outcomes['c-sweep']?.result.steps ?? [];
    for (const [s, name] of NAMES.entries()) {
      const points = source(name).c_sweep;
      expect(steps).toHaveLength(points.length);
      points.forEach((point, i) => {
        expectRelative(steps[i]?.at ?? NaN, point.c, TOLERANCE);
        expectRelative(steps[i]?.scores[s] ?? NaN, point.eci, TOLERANCE);
        const largest = point.c * (source(name).weightings['full']?.lambda_max ?? NaN);
        expectRelative(steps[i]?.figures?.['c_lambda_max']?.[s] ?? NaN, largest, TOLERANCE);
      });
    }
  });

  it('have every temperature, tokenizer and IDF corpus', () => {
    const temperatures = outcomes.temperature?.result.steps ?? [];
    const words = outcomes.lexical?.result.steps ?? [];
    expect(words).toHaveLength(16);
    const seen = new Set<string>();
    const check = (setting: string, { scores, figures }: Step) => {
      seen.add(setting);
      for (const [s, name] of NAMES.entries()) {
        const of = expected.settings[setting]?.[name];
        expectRelative(scores[s] ?? NaN, (typeof of === 'number' ? of : of?.eci) ?? NaN, TOLERANCE);
        if (typeof of === 'object') expectRelative(figures?.['mean_psi']?.[s] ?? NaN, of.mean_psi, TOLERANCE);
      }
    };
    const tried = temperatures.filter(({ id }) => `tau=${id}` in expected.settings);
    for (const step of tried) check(`tau=${step.id}`, step);
    for (const step of words) {
      const [tokenizer = '', corpus = ''] = step.id.split('/');
      if (corpus === 'pooled-documents') check(`tokenizer=${tokenizer}`, step);
      if (tokenizer === 'alphanumeric') check(`idf=${corpus}`, step);
    }
    expect([...seen].sort()).toEqual(Object.keys(expected.settings).sort());
  });

  describe('in the report', () => {
    it('have every part, under its name, say what each was made with, and lose nothing in JSON', () => {
      const built = buildExperiments(outcomes, null, [], shownIn);
      const parts = ['controls', 'hybrids', 'mixing', 'permutation', 'runs', 'sweeps'];
      expect(Object.keys(built ?? {}).sort()).toEqual(parts);
      expect(
        schemaFaults({ ...buildReport(reportInput([sourceResult(0, 'bm25')], [])), experiments: built }),
      ).toEqual([]);
      const { sweeps, controls, hybrids } = built ?? {};
      expect(sweeps?.weightings?.[0]).toMatchObject({
        id: 'full',
        own: true,
        settings: { all: { same_order: true, spearman: 1 } },
      });
      expect(sweeps?.temperature?.map(({ at }) => at)).toEqual([0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1]);
      expect(Object.keys(sweeps?.lexical?.[0]?.sources['bm25'] ?? {})).toEqual(['eci', 'mean_psi']);
      expect(controls).toMatchObject({ base: 'bm25', seed: 42, safe: { full: false } });
      expect(controls?.made.map(({ name }) => name)).toContain('control:random');
      expect(controls?.flags['noise']).toEqual(['rho', 'psi', 'inversion']);
      expect(hybrids?.made.map(({ name }) => name)).toEqual(['bm25+dense', 'bm25+llm', 'dense+llm']);
      expect(built?.runs.mixing).toMatchObject({
        title: expect.stringMatching(/^Random passages are flagged from \d+ to/),
        tau: 0.05,
        weighting: 'full',
        seed: 42,
        settings: { bm25: 'all', noise: 'all' },
        reference: ['bm25', 'dense', 'llm'],
      });
      expect(built?.mixing).toMatchObject({ base: 'bm25', seed: 42 });
      expect(JSON.parse(JSON.stringify(built))).toEqual(built);
    });

    it('stand under the names of now', () => {
      const built = buildExperiments(outcomes, null, [], (about) =>
        shownIn(about).map((source) => (source.id === 0 ? { ...source, name: 'renamed' } : source)),
      );
      expect(built?.controls?.base).toBe('renamed');
      expect(built?.controls?.ranking).toContain('renamed');
      expect(built?.controls?.ranking).not.toContain('bm25');
      expect(built?.hybrids?.made[0]?.name).toBe('renamed+dense');
      expect(Object.keys(built?.sweeps?.temperature?.[1]?.sources ?? {})).toEqual([
        'renamed',
        'dense',
        'llm',
        'noise',
      ]);
    });
  });
});

describe('without experiments', () => {
  it('there is no part in the report', () => {
    expect(buildExperiments({}, null, [], shownIn)).toBeNull();
  });

  it('figures of training are a part by themselves', () => {
    const downstream = { datasets: [], rows: [] };
    const shown = { ...downstream, own: true, agreement: {} };
    expect(buildExperiments({}, shown, [], shownIn)).toEqual({ runs: {}, downstream });
  });
});
