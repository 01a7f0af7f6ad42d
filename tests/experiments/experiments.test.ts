import { beforeAll, describe, expect, it } from 'vitest';

import { NothingRankedError, RunCancelledError, RunInputError } from '../../src/engine/errors';
import type { MadeRequest } from '../../src/experiments/experiment';
import { ExperimentRunner, type ExperimentProgress } from '../../src/experiments/runner';
import { CONTROL_IDS } from '../../src/scoring/controls';
import { seededRandom } from '../../src/scoring/random';
import { WEIGHTING_IDS } from '../../src/scoring/weightings';
import type { TextRecord } from '../support/candidates';
import { RankedSources, type NamedSource } from '../support/experiments';
import { expectRelative } from '../support/near';
import { unitAt } from '../support/planar';
import { newEngine } from '../support/runs';

const at = (degrees: number) => [...unitAt(degrees)];

/** Records over shared queries and positives, negatives at angles of their own; every third shared by all seeds. */
function records(count: number, offset: number, seed: number): TextRecord[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, i) => {
    const query = (360 * i) / count;
    const angles = [0, 1, 2].map((k) => (k === 2 ? query + 77 : query + 2 + offset + 8 * random()));
    return {
      query: `query ${i} word${i % 7}`,
      positive: `positive ${i}`,
      negatives: angles.map((_angle, k) =>
        k === 2 ? `shared negative ${i}` : `negative ${seed} ${i} ${k} word${(i + k) % 7}`,
      ),
      rows: { query: at(query), positive: at(query + 2), negatives: angles.map(at) },
    };
  });
}

const SOURCES: readonly NamedSource[] = [
  { name: 'near', records: records(60, 1, 1) },
  { name: 'far', records: records(60, 20, 2).slice(5) },
  { name: 'other', records: records(60, 40, 3), reference: false },
];

let ranked: RankedSources;
beforeAll(async () => {
  ranked = await RankedSources.rank(SOURCES);
});

describe('weightings', () => {
  it('have the scores of the ranking, and the scalars beside them', async () => {
    const { steps, own } = await ranked.perform('weightings');
    const ranking = ranked.result.sources.map(({ figures }) => figures.eci);
    expect(steps[own]).toMatchObject({ id: 'full', scores: ranking });
    const scalars = ['trace', 'mean-psi', 'mean-rho', 'mean-eta', 'inversion-rate'];
    expect(steps.map(({ id }) => id)).toEqual([...WEIGHTING_IDS, ...scalars]);
    expect(steps.filter(({ aside }) => aside).map(({ id }) => id)).toEqual(scalars);
    const stepOf = (id: string) => steps.find((step) => step.id === id);
    stepOf('trace')?.scores.forEach((value, s) => {
      expectRelative(value, stepOf('full')?.figures?.['trace']?.[s] ?? NaN, 1e-12);
    });
    expect(stepOf('mean-rho')?.scores).toEqual(ranked.result.sources.map(({ figures }) => figures.mean_rho));
  });
});

const idOf = ({ request }: { readonly request: MadeRequest }) =>
  request.kind === 'control' ? request.control : null;

describe('controls', () => {
  it('are those of the base source that are sources of their own, with flags and ranks among all', async () => {
    const { made, missing, flags, safe, envelope } = await ranked.perform('controls', { base: 1 });
    // Of three negatives a half and three quarters are two.
    expect(missing.map(({ request, reason }) => [idOf({ request }), reason])).toEqual([
      ['mix-75', 'it would be control:mix-50 once more'],
      ['mix-100', 'it would be control:random once more'],
    ]);
    expect(made.map(idOf)).toEqual(CONTROL_IDS.filter((id) => !['mix-75', 'mix-100'].includes(id)));
    expect(flags.slice(0, 2)).toEqual([[], []]);
    expect(envelope).not.toBeNull();
    for (const { flags: found, records: count, negatives, mean_rho, weightings, eci } of made) {
      expect([count, negatives]).toEqual([55, 165]);
      expect(weightings.full?.eci).toBe(eci);
      expect(found.includes('rho')).toBe(mean_rho > (envelope?.mean_rho_max ?? NaN));
    }
    const references = ranked.result.sources.slice(0, 2).map(({ figures }) => figures.eci);
    expect(safe.full).toBe(made.every(({ eci }) => eci < Math.min(...references)));
  });

  it('keep what is not replaced: own-positive has the base’s inversions but for the replaced pairs', async () => {
    const { made } = await ranked.perform('controls');
    const own = made.find((one) => idOf(one) === 'own-positive');
    const base = ranked.result.sources[0]?.figures.counts.inverted_pairs ?? NaN;
    expect(own?.facts['replaced']).toBe(60);
    expect(own?.inverted_pairs).toBe(base - (own?.facts['replaced_inverted'] ?? NaN));
    expect(made.find((one) => idOf(one) === 'random')?.facts['replaced']).toBe(180);
  });

  it('of one negative a record leave out what replaces nothing, and what is random once more', async () => {
    const single = records(12, 1, 1).map((record) => ({
      ...record,
      negatives: record.negatives.slice(0, 1),
    }));
    const triplets = await RankedSources.rank([{ name: 'nli', records: single }]);
    const { made, missing } = await triplets.perform('controls');
    expect(missing.map(({ request, reason }) => [idOf({ request }), reason])).toEqual([
      ['own-positive', 'it would be nli once more'],
      ['mix-25', 'it would be nli once more'],
      ...['mix-50', 'mix-75', 'mix-100'].map((id) => [id, 'it would be control:random once more']),
    ]);
    expect(made.every(({ facts }) => (facts['replaced'] ?? 0) > 0)).toBe(true);
  });

  it('that cannot be built are said with the reason, and nothing is called safe', async () => {
    const [one] = records(1, 1, 1);
    const small = await RankedSources.rank([{ name: 'small', records: one ? [one] : [] }]);
    const { made, missing, safe } = await small.perform('controls');
    expect(missing.map(idOf)).toContain('random');
    expect(missing.every(({ reason }) => reason.length > 10)).toBe(true);
    expect(made.map(idOf)).toEqual(['own-positive']);
    expect(Object.values(safe)).not.toContain(true);
  });

  it('need a base source of the run', async () => {
    await expect(ranked.perform('controls', { base: 99 })).rejects.toBeInstanceOf(RunInputError);
  });
});

describe('mixing', () => {
  it('begins with the base source, and names each step by what it replaced', async () => {
    const { made } = await ranked.perform('mixing');
    const base = ranked.result.sources[0]?.figures;
    const pairs = base?.negatives ?? NaN;
    // Of 180 pairs 1 and 2 % are whole pairs only about.
    expect(made.map(({ facts }) => (facts['share'] ?? NaN) * pairs)).toEqual(
      [0, 2, 4, 9, 18, 27, 45, 90, 180].map((count) => expect.closeTo(count, 9)),
    );
    expectRelative(made[0]?.eci ?? NaN, base?.eci ?? NaN, 1e-12);
    expect(made[0]?.mean_psi).toBe(base?.mean_psi);
    expect(new Set(made.map(({ eci }) => eci)).size).toBe(made.length);
    const [one] = records(1, 1, 1);
    const few = await RankedSources.rank([
      { name: 'few', records: one ? [one, { ...one, query: 'other' }] : [] },
    ]);
    const { made: steps, missing } = await few.perform('mixing');
    expect([...steps, ...missing].length, 'six pairs have few shares').toBeLessThan(7);
  });

  it('has one source for one share: where that of the control can be had, it is the control', async () => {
    const mixtures = await ranked.perform('mixing');
    const controls = await ranked.perform('controls');
    expect(mixtures.made.at(-1)?.eci).toBe(controls.made.find((one) => idOf(one) === 'random')?.eci);
  });
});

describe('prefixes of the lists', () => {
  it('have the scores of files with shorter lists, and end with the whole', async () => {
    const { steps } = await ranked.perform('prefix');
    expect(steps.map(({ at }) => at)).toEqual([1, 2, 3]);
    ranked.result.sources.forEach(({ figures }, s) => {
      expectRelative(steps[2]?.scores[s] ?? NaN, figures.eci, 1e-12);
      expect(steps[2]?.figures?.['inversion_rate']?.[s]).toBe(figures.inversion_rate);
    });
    const cut = await RankedSources.rank(
      SOURCES.map((source) => ({
        ...source,
        records: source.records.map((record) => ({
          ...record,
          negatives: record.negatives.slice(0, 2),
          ...(record.rows && { rows: { ...record.rows, negatives: record.rows.negatives.slice(0, 2) } }),
        })),
      })),
    );
    // C needs one IDF table for both, so the weighting without ψ is compared.
    const weighting = { weighting: 'drop-psi' } as const;
    const long = await ranked.perform('prefix', weighting);
    const short = await cut.perform('prefix', weighting);
    expect(short.steps.map(({ at }) => at)).toEqual([1, 2]);
    short.steps.forEach(({ scores, apart, figures }, i) => {
      expect(figures?.['pairs']).toEqual(long.steps[i]?.figures?.['pairs']);
      expect(apart).toEqual(long.steps[i]?.apart);
      scores.forEach((score, s) => expectRelative(score, long.steps[i]?.scores[s] ?? NaN, 1e-12));
    });
  });
});

describe('sample size', () => {
  it('has the whole score at all records, and nested samples', async () => {
    const { steps, own } = await ranked.perform('sample-size');
    expect(own).toBe(3);
    expect(steps.map(({ at, figures }) => [at, ...(figures?.['records'] ?? [])])).toEqual([
      [0.25, 15, 14, 15],
      [0.5, 30, 28, 30],
      [0.75, 45, 41, 45],
      [1, 60, 55, 60],
    ]);
    ranked.result.sources.forEach(({ figures }, s) => {
      expectRelative(steps[3]?.scores[s] ?? NaN, figures.eci, 1e-12);
    });
  });

  it('scores each share as a run on such a sample does', async () => {
    // Every seventh record has the same query.
    const sources = SOURCES.map((source) => ({
      ...source,
      records: source.records.map((record, i) => (i % 7 === 0 ? { ...record, query: 'again' } : record)),
    }));
    const all = await RankedSources.rank(sources);
    const half = await RankedSources.rank(sources, { sample: 30 });
    // C needs one IDF table for both, so the weighting without ψ is compared.
    const settings = { weighting: 'drop-psi' } as const;
    const { steps } = await all.perform('sample-size', settings);
    const { steps: whole } = await half.perform('sample-size', settings);
    for (const s of [0, 2]) expectRelative(steps[1]?.scores[s] ?? NaN, whole[3]?.scores[s] ?? NaN, 1e-12);
  });
});

describe('permutation', () => {
  it('tests the pairs of the ranking, and agrees on what is apart', async () => {
    const { pairs } = await ranked.perform('permutation');
    const { certainty } = ranked.result;
    expect(pairs.map(({ a, b }) => [a, b])).toEqual(
      certainty.pairs.map(({ a, b }) => [Number(a), Number(b)]),
    );
    for (const [i, { difference, permutation_p, shared_queries }] of pairs.entries()) {
      expectRelative(difference, certainty.pairs[i]?.difference ?? NaN, 1e-9);
      expect(shared_queries).toBe(certainty.pairs[i]?.shared_queries);
      if (certainty.pairs[i]?.status === 'separated') expect(permutation_p).toBeLessThan(0.05);
    }
  });

  it('finds nothing between a source and its copy', async () => {
    const twins = await RankedSources.rank([
      { name: 'one', records: SOURCES[0]?.records ?? [] },
      { name: 'two', records: SOURCES[0]?.records ?? [] },
    ]);
    const { pairs } = await twins.perform('permutation');
    expect(pairs).toHaveLength(1);
    expect(pairs[0]).toMatchObject({ permutation_p: 1, difference: 0 });
  });
});

describe('hybrids', () => {
  it('have the figures of the union ranked as a source of its own', async () => {
    const { made: unions, missing } = await ranked.perform('hybrids');
    expect(missing).toEqual([]);
    const [union] = unions;
    expect(union).toMatchObject({
      records: 55,
      // Three and three, one of them the same.
      negatives: 55 * 5,
      facts: { a_without_partner: 5, b_without_partner: 0, shared_negatives: 55 },
    });
    const request = await ranked.experiments.madeSource({ kind: 'hybrid', a: 0, b: 1 });
    expect(request).toMatchObject({ name: 'near+far', from: [0, 1] });
    const made = await ranked.candidates.makeSource(request);
    const names = ['near', 'far', 'other'];
    const result = await ranked.engine.run(
      {
        sources: [...names.keys(), made.id].map((id) => ({
          id,
          name: names[id] ?? made.name,
          setting: id === made.id ? 'hybrid' : 'all',
          reference: true,
          misread: false,
        })),
        encoder: null,
        device: 'wasm',
        settings: ranked.result.settings,
        stop: { rule: 'all', level: 0.95 },
      },
      () => undefined,
    );
    const figures = result.sources.at(-1)?.figures;
    expectRelative(figures?.eci ?? NaN, union?.eci ?? NaN, 1e-12);
    expect(figures?.mean_psi).toBe(union?.mean_psi);
    expect(figures?.counts.inverted_pairs).toBe(union?.inverted_pairs);
    ranked = await RankedSources.rank(SOURCES);
  });

  it('have an interval by the units of the joined records', async () => {
    const small = { weighting: 'symmetric-eta-psi' } as const;
    const { intervals } = await ranked.perform('hybrids', small);
    expect(intervals).not.toContain(null);
  });

  it('say which sources share no record', async () => {
    const strangers = await RankedSources.rank([
      { name: 'one', records: records(10, 1, 1) },
      { name: 'two', records: records(11, 1, 4).map((r) => ({ ...r, positive: `${r.positive} again` })) },
    ]);
    const { made, missing } = await strangers.perform('hybrids');
    expect(made).toEqual([]);
    expect(missing).toMatchObject([{ request: { kind: 'hybrid', a: 0, b: 1 } }]);
    await expect(strangers.experiments.madeSource({ kind: 'hybrid', a: 0, b: 1 })).rejects.toBeInstanceOf(
      RunInputError,
    );
  });
});

describe('every experiment', () => {
  it.each(['controls', 'mixing'] as const)(
    '%s is the same under one seed and another under another',
    async (id) => {
      const one = await ranked.perform(id, { seed: 42 });
      expect(await ranked.perform(id, { seed: 42 })).toEqual(one);
      expect(await ranked.perform(id, { seed: 43 })).not.toEqual(one);
    },
  );

  it('tells whether it is quick, and goes as far as it said', async () => {
    const { experiments, settings } = ranked;
    expect(experiments.quick(settings)).toContain('temperature');
    const { lastRun } = ranked.engine;
    const run = lastRun.call(ranked.engine);
    const underDimension = (dimension: number) => {
      const vectors = { dimension } as NonNullable<(typeof run.sources)[number]['vectors']>;
      ranked.engine.lastRun = () => ({ ...run, sources: run.sources.map((each) => ({ ...each, vectors })) });
    };
    // 525 pairs; 3·d more for the eigenvalues.
    underDimension(700);
    expect(experiments.quick(settings)).toContain('temperature');
    expect(experiments.quick(settings)).not.toContain('c-sweep');
    underDimension(1400);
    expect(experiments.quick(settings)).not.toContain('temperature');
    ranked.engine.lastRun = lastRun;
    const fifty = Array.from({ length: 50 }, () => settings.sources).flat();
    expect(experiments.quick(settings)).toContain('permutation');
    expect(experiments.quick({ ...settings, sources: fifty })).not.toContain('permutation');
    const seen: ExperimentProgress[] = [];
    await experiments.experiment('temperature', settings, (progress) => seen.push(progress));
    expect(seen[0]).toEqual({ id: 'temperature', done: 0, total: 525 });
    expect(seen.at(-1)).toEqual({ id: 'temperature', done: 525, total: 525 });
  });

  /** With sources that a finding bars. */
  const barred = (...ids: number[]) => ({
    sources: ranked.settings.sources.map((source) => ({ ...source, outside: ids.includes(source.id) })),
  });

  it('leaves sources outside the ranking out of every order', async () => {
    const { pairs } = await ranked.perform('permutation', barred(1));
    expect(pairs.map(({ a, b }) => [a, b].sort())).toEqual([[0, 2]]);
    expect((await ranked.perform('permutation')).pairs).toHaveLength(3);
  });

  it('can be cancelled, and gives way to the next one', async () => {
    const begin = () => ranked.experiments.experiment('lexical', ranked.settings, () => undefined);
    const first = begin();
    const second = ranked.perform('weightings');
    await expect(first).rejects.toBeInstanceOf(RunCancelledError);
    expect((await second).steps).not.toHaveLength(0);
    const third = begin();
    ranked.engine.cancel('experiment');
    await expect(third).rejects.toBeInstanceOf(RunCancelledError);
  });

  it('needs a run', async () => {
    const experiments = new ExperimentRunner(newEngine());
    const asked = experiments.experiment('weightings', ranked.settings, () => undefined);
    await expect(asked).rejects.toBeInstanceOf(NothingRankedError);
    expect(() => experiments.quick(ranked.settings)).toThrow(NothingRankedError);
  });
});
