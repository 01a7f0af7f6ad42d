import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';

import { IDF_CORPUS_IDS } from '../../src/lexical/corpora';
import { TOKENIZER_IDS } from '../../src/lexical/tokenizers';
import type { OutcomesById } from '../../src/experiments/list';
import { buildExperiments } from '../../src/experiments/report';
import { buildReport } from '../../src/report/build';
import { differences } from '../support/compare';
import { goldenSource, RankedSources } from '../support/experiments';
import { GOLDEN, goldenIsHere } from '../support/golden';
import { schemaFaults } from '../support/report-schema';
import { reportInput, sourceResult } from '../support/results';

const EXACT = { absolute: 1e-6, relative: 1e-6 };
const titleOf = ({ id }: { readonly id: string }) => `what ${id} found`;
const NAMES = ['bm25', 'dense', 'llm', 'noise'];

describe.runIf(goldenIsHere)('the experiments of the golden sources in the report', () => {
  let outcomes: OutcomesById;
  const nameOf = (id: number) => NAMES[id] ?? null;

  beforeAll(async () => {
    const ranked = await RankedSources.rank(NAMES.map(goldenSource));
    outcomes = {
      weightings: await ranked.outcome('weightings', {}),
      controls: await ranked.outcome('controls', { base: 0 }),
      mixing: await ranked.outcome('mixing', { base: 0, shares: [0, 0.5, 1] }),
      'c-sweep': await ranked.outcome('c-sweep', {}),
      eigenvalues: await ranked.outcome('eigenvalues', {}),
      temperature: await ranked.outcome('temperature', { taus: [0.03, 0.05, 0.1] }),
      lexical: await ranked.outcome('lexical', { tokenizers: TOKENIZER_IDS, corpora: IDF_CORPUS_IDS }),
      'sample-size': await ranked.outcome('sample-size', { shares: [0.5, 1], draws: 20 }),
      permutation: await ranked.outcome('permutation', { permutations: 100 }),
      hybrids: await ranked.outcome('hybrids', { pairs: [[0, 1]] }),
    };
  });

  it('have settings and c_sweep exactly as in expected.json', () => {
    const expected = JSON.parse(readFileSync(`${GOLDEN}expected.json`, 'utf8')) as {
      readonly settings: object;
      readonly sources: Readonly<Record<string, { readonly c_sweep: object }>>;
    };
    const built = buildExperiments(outcomes, null, [], titleOf, nameOf);
    expect(differences(built?.settings, expected.settings, EXACT)).toEqual([]);
    expect(Object.keys(built?.settings ?? {}).sort()).toEqual(Object.keys(expected.settings).sort());
    const sweeps = Object.fromEntries(NAMES.map((name) => [name, expected.sources[name]?.c_sweep]));
    expect(differences(built?.c_sweep, sweeps, EXACT)).toEqual([]);
    expect(built?.lexical_grid).toHaveLength(16);
  });

  it('have every part, under its name', () => {
    const built = buildExperiments(outcomes, null, [], titleOf, nameOf);
    expect(Object.keys(built ?? {}).sort()).toEqual([
      'c_sweep',
      'controls',
      'eigenvalues',
      'hybrids',
      'lexical_grid',
      'mixing',
      'permutation',
      'runs',
      'sample_size',
      'settings',
      'weightings',
    ]);
    expect(
      schemaFaults({ ...buildReport(reportInput([sourceResult(0, 'bm25')], [])), experiments: built }),
    ).toEqual([]);
    const { weightings, controls, hybrids } = built ?? {};
    expect(weightings?.['full']).toMatchObject({
      reproduces_order: true,
      safe: false,
      blocks: { all: true },
    });
    expect(weightings?.['trace']?.safe).toBe(weightings?.['full']?.safe);
    expect(weightings?.['mean-psi']?.safe).toBeNull();
    expect(controls).toMatchObject({ base: 'bm25', seed: 42 });
    expect(Object.keys(controls?.sources ?? {})).toContain('control:random');
    expect(controls?.flags['noise']).toEqual(['rho', 'psi', 'inversion']);
    expect(hybrids?.['bm25+dense']).toMatchObject({ setting: 'hybrid', a: 'bm25', b: 'dense' });
  });

  it('say what each was made with, and lose nothing in JSON', () => {
    const built = buildExperiments(outcomes, null, [], titleOf, nameOf);
    expect(built?.runs.mixing).toMatchObject({
      title: 'what mixing found',
      tau: 0.05,
      weighting: 'full',
      seed: 42,
      settings: { bm25: 'all', noise: 'all' },
      reference: ['bm25', 'dense', 'llm'],
      options: { base: 'bm25', shares: [0, 0.5, 1] },
    });
    expect(built?.runs.hybrids?.options).toEqual({ pairs: [['bm25', 'dense']] });
    expect(JSON.parse(JSON.stringify(built))).toEqual(built);
  });

  it('stand under the names of now', () => {
    const built = buildExperiments(outcomes, null, [], titleOf, (id) => (id === 0 ? 'renamed' : nameOf(id)));
    expect(built?.controls?.base).toBe('renamed');
    expect(built?.controls?.ranking).toContain('renamed');
    expect(built?.controls?.ranking).not.toContain('bm25');
    expect(Object.keys(built?.hybrids ?? {})).toEqual(['renamed+dense']);
    expect(Object.keys(built?.settings?.['tau=0.05'] ?? {})).toEqual(['renamed', 'dense', 'llm', 'noise']);
  });

  it('call nothing safe before the controls are there', () => {
    const { weightings } = outcomes;
    const built = buildExperiments(weightings ? { weightings } : {}, null, [], titleOf, nameOf);
    expect(built?.weightings?.['full']?.safe).toBeNull();
    expect(built?.controls).toBeUndefined();
  });
});

describe('without experiments', () => {
  it('there is no part in the report', () => {
    expect(buildExperiments({}, null, [], titleOf, () => null)).toBeNull();
  });

  it('figures of training are a part by themselves', () => {
    const none = { agreed: 0, pairs: 0 };
    const agreement = { ...none, inversion: none, blocks: [], pooled: [], averaged: [], datasets: [] };
    const downstream = { datasets: [], rows: [], agreement };
    expect(buildExperiments({}, downstream, [], titleOf, () => null)).toEqual({ runs: {}, downstream });
  });
});
