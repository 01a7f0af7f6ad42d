import { beforeAll, describe, expect, it } from 'vitest';

import type { OutcomesById } from '../../src/experiments/list';
import { buildExperiments } from '../../src/experiments/report';
import { buildReport } from '../../src/report/build';
import { goldenSource, RankedSources, shownIn } from '../support/experiments';
import { goldenIsHere } from '../support/golden';
import { schemaFaults } from '../support/report-schema';
import { reportInput, sourceResult } from '../support/results';

const NAMES = ['bm25', 'dense', 'llm', 'noise'];

describe.runIf(goldenIsHere)('the experiments of the golden sources in the report', () => {
  let outcomes: OutcomesById;

  beforeAll(async () => {
    const ranked = await RankedSources.rank(NAMES.map(goldenSource));
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
  });

  it('have every part, under its name', () => {
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
  });

  it('say what each was made with, and lose nothing in JSON', () => {
    const built = buildExperiments(outcomes, null, [], shownIn);
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
