/** Experiments on sources small enough to be worked out: seeds, cancelling, costs, unions, controls. */

import { beforeAll, describe, expect, it } from 'vitest';

import { NothingRankedError, RunCancelledError, RunInputError } from '../../src/engine/errors';
import type { ExperimentRequest } from '../../src/experiments/list';
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
  it('have the scores of the ranking, and say which order they give', async () => {
    const { variants, matrices } = await ranked.perform('weightings', {});
    const ranking = ranked.result.sources.map(({ figures }) => figures.eci);
    const full = variants.find(({ id }) => id === 'full');
    expect(full?.scores).toEqual(ranking);
    expect(full?.reproduces).toEqual([{ setting: 'all', holds: true }]);
    expect(variants.map(({ id }) => id)).toEqual([
      ...WEIGHTING_IDS,
      'trace',
      'mean-psi',
      'mean-rho',
      'mean-eta',
      'inversion-rate',
    ]);
    const order = (scores: readonly number[]) =>
      scores
        .map((score, place) => ({ score, place }))
        .sort((a, b) => b.score - a.score)
        .map(({ place }) => place);
    for (const { scores, reproduces } of variants) {
      expect(reproduces[0]?.holds).toBe(JSON.stringify(order(scores)) === JSON.stringify(order(ranking)));
    }
    const trace = variants.find(({ id }) => id === 'trace');
    trace?.scores.forEach((value, s) => expectRelative(value, matrices.full[s]?.trace ?? NaN, 1e-12));
    const rho = variants.find(({ id }) => id === 'mean-rho');
    expect(rho?.scores).toEqual(ranked.result.sources.map(({ figures }) => figures.mean_rho));
  });
});

describe('controls', () => {
  it('are those of the base source that are sources of their own, with flags and ranks among all', async () => {
    const { base, controls, missing, doubles, flags, ranking, safe, envelope } = await ranked.perform(
      'controls',
      { base: 1 },
    );
    expect(base).toBe(1);
    expect(missing).toEqual([]);
    // Of three negatives half and three quarters are two.
    expect(doubles).toEqual([
      { control: 'mix-75', as: 'control:mix-50' },
      { control: 'mix-100', as: 'control:random' },
    ]);
    const left = CONTROL_IDS.filter((id) => id !== 'mix-75' && id !== 'mix-100');
    expect(controls.map(({ control }) => control)).toEqual(left);
    expect(ranking).toHaveLength(SOURCES.length + controls.length);
    expect(flags['near']).toEqual([]);
    expect(flags['far']).toEqual([]);
    expect(envelope).not.toBeNull();
    for (const { name, records: count, negatives, mean_rho, weightings, eci } of controls) {
      expect([count, negatives]).toEqual([55, 165]);
      expect(weightings.full.eci).toBe(eci);
      expect(flags[name]?.includes('rho')).toBe(mean_rho > (envelope?.mean_rho_max ?? NaN));
    }
    const references = ranked.result.sources.slice(0, 2).map(({ figures }) => figures.eci);
    expect(safe.full).toBe(controls.every(({ eci }) => eci < Math.min(...references)));
  });

  it('keep what is not replaced: own-positive has the base’s inversions but for the replaced pairs', async () => {
    const { controls } = await ranked.perform('controls', { base: 0 });
    const own = controls.find(({ control }) => control === 'own-positive');
    const base = ranked.result.sources[0]?.figures;
    expect(own?.replaced.pairs).toBe(60);
    expect(own?.inverted_pairs).toBe((base?.counts.inverted_pairs ?? NaN) - (own?.replaced.inverted ?? NaN));
    const random = controls.find(({ control }) => control === 'random');
    expect(random?.replaced.pairs).toBe(180);
  });

  it('of one negative a record leave out what replaces nothing, and what is random once more', async () => {
    const single = records(12, 1, 1).map((record) => ({
      ...record,
      negatives: record.negatives.slice(0, 1),
    }));
    const triplets = await RankedSources.rank([{ name: 'nli', records: single }]);
    const { controls, missing, doubles } = await triplets.perform('controls', { base: 0 });
    expect(missing).toEqual([]);
    expect(doubles).toEqual([
      { control: 'own-positive', as: 'nli' },
      { control: 'mix-25', as: 'nli' },
      { control: 'mix-50', as: 'control:random' },
      { control: 'mix-75', as: 'control:random' },
      { control: 'mix-100', as: 'control:random' },
    ]);
    expect(controls.every(({ replaced }) => replaced.pairs > 0)).toBe(true);
  });

  it('that cannot be built are said with the reason, and nothing is called safe', async () => {
    const [one] = records(1, 1, 1);
    const small = await RankedSources.rank([{ name: 'small', records: one ? [one] : [] }]);
    const { controls, missing, safe } = await small.perform('controls', { base: 0 });
    expect(missing.map(({ control }) => control)).toContain('random');
    expect(missing.every(({ reason }) => reason.length > 10)).toBe(true);
    expect(controls.map(({ control }) => control)).toEqual(['own-positive']);
    expect(Object.values(safe)).not.toContain(true);
  });

  it('need a base source of the run', async () => {
    await expect(ranked.perform('controls', { base: 99 })).rejects.toBeInstanceOf(RunInputError);
  });
});

describe('mixing', () => {
  it('begins with the base source, and names each step by what it replaced', async () => {
    const shares = [1, 0, 0.5, 0.001, 0.028, 0.029];
    const { steps } = await ranked.perform('mixing', { base: 0, shares });
    const base = ranked.result.sources[0]?.figures;
    const pairs = base?.negatives ?? NaN;
    // 0.001 is no whole pair of these; 0.028 and 0.029 are the same number of pairs.
    expect(steps.map(({ share }) => share * pairs)).toEqual(
      [0, Math.round(0.028 * pairs), Math.round(pairs / 2), pairs].map((count) => expect.closeTo(count, 9)),
    );
    expectRelative(steps[0]?.eci ?? NaN, base?.eci ?? NaN, 1e-12);
    expect(steps[0]?.mean_psi).toBe(base?.mean_psi);
    expect(new Set(steps.map(({ eci }) => eci)).size).toBe(steps.length);
  });
});

describe('prefixes of the lists', () => {
  it('have the scores of files with shorter lists, and end with the whole', async () => {
    const { prefixes } = await ranked.perform('prefix', {});
    expect(prefixes.map(({ to }) => to)).toEqual([1, 2, 3]);
    ranked.result.sources.forEach(({ figures }, s) => {
      expectRelative(prefixes[2]?.scores[s] ?? NaN, figures.eci, 1e-12);
      expect(prefixes[2]?.inverted[s]).toBe(figures.inversion_rate);
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
    const long = await ranked.perform('prefix', {}, weighting);
    const short = await cut.perform('prefix', {}, weighting);
    expect(short.prefixes.map(({ to }) => to)).toEqual([1, 2]);
    short.prefixes.forEach(({ scores, noise, pairs }, i) => {
      expect(pairs).toEqual(long.prefixes[i]?.pairs);
      scores.forEach((score, s) => expectRelative(score, long.prefixes[i]?.scores[s] ?? NaN, 1e-12));
      expectRelative(noise[0]?.[1] ?? NaN, long.prefixes[i]?.noise[0]?.[1] ?? NaN, 1e-9);
    });
  });
});

describe('sample size', () => {
  it('has the whole score at all records, nested samples, and draws around it', async () => {
    const { steps } = await ranked.perform('sample-size', { shares: [1, 0.5], draws: 100 });
    expect(steps.map(({ share, records: counts }) => [share, ...counts])).toEqual([
      [0.5, 30, 28, 30],
      [1, 60, 55, 60],
    ]);
    const whole = steps[1];
    ranked.result.sources.forEach(({ figures }, s) => {
      expectRelative(whole?.scores[s] ?? NaN, figures.eci, 1e-12);
      // All records drawn: every draw is the score itself.
      expectRelative(whole?.draws.low[s] ?? NaN, figures.eci, 1e-9);
      expectRelative(whole?.draws.high[s] ?? NaN, figures.eci, 1e-9);
      const half = steps[0]?.draws;
      expect(half?.low[s]).toBeLessThan(figures.eci);
      expect(half?.high[s]).toBeGreaterThan(figures.eci);
    });
    expect(whole?.agreement).toEqual([{ setting: 'all', spearman: 1 }]);
    expect(whole?.draws.sameOrder).toEqual([{ setting: 'all', draws: 100 }]);
  });
});

describe('permutation', () => {
  it('tests the pairs of the ranking, and agrees on what is apart', async () => {
    const { pairs } = await ranked.perform('permutation', { permutations: 2000 });
    const { certainty } = ranked.result;
    expect(pairs.map(({ a, b }) => [a, b])).toEqual(certainty.pairs.map(({ a, b }) => [a, b]));
    for (const [i, { difference, permutationP, sharedQueries }] of pairs.entries()) {
      expectRelative(difference, certainty.pairs[i]?.difference ?? NaN, 1e-9);
      expect(sharedQueries).toBe(certainty.pairs[i]?.shared_queries);
      if (certainty.pairs[i]?.status === 'separated') expect(permutationP).toBeLessThan(0.05);
    }
  });

  it('finds nothing between a source and its copy', async () => {
    const twins = await RankedSources.rank([
      { name: 'one', records: SOURCES[0]?.records ?? [] },
      { name: 'two', records: SOURCES[0]?.records ?? [] },
    ]);
    const { pairs } = await twins.perform('permutation', { permutations: 200 });
    expect(pairs).toHaveLength(1);
    expect(pairs[0]).toMatchObject({ permutationP: 1, difference: 0 });
  });
});

describe('hybrids', () => {
  it('have the figures of the union ranked as a source of its own', async () => {
    const { hybrids, apart } = await ranked.perform('hybrids', { pairs: [[0, 1]] });
    expect(apart).toEqual([]);
    const [union] = hybrids;
    expect(union).toMatchObject({
      name: 'near+far',
      records: 55,
      // Three and three, one of them the same.
      negatives: 55 * 5,
      withoutPartner: { a: 5, b: 0 },
      sharedNegatives: 55,
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

  it('say which sources share no record', async () => {
    const strangers = await RankedSources.rank([
      { name: 'one', records: records(10, 1, 1) },
      { name: 'two', records: records(11, 1, 4).map((r) => ({ ...r, positive: `${r.positive} again` })) },
    ]);
    const { hybrids, apart } = await strangers.perform('hybrids', { pairs: [[0, 1]] });
    expect({ hybrids, apart }).toEqual({ hybrids: [], apart: [[0, 1]] });
    await expect(strangers.experiments.madeSource({ kind: 'hybrid', a: 0, b: 1 })).rejects.toBeInstanceOf(
      RunInputError,
    );
  });
});

describe('every experiment', () => {
  const choices = [
    { id: 'controls', options: { base: 0 } },
    { id: 'mixing', options: { base: 0, shares: [0.5] } },
    { id: 'sample-size', options: { shares: [0.5], draws: 20 } },
  ] as const;

  it.each(choices)('$id is the same under one seed and another under another', async ({ id, options }) => {
    const under = async (seed: number) => {
      const request = { id, options, settings: { ...ranked.settings, seed } } as ExperimentRequest;
      return (await ranked.experiments.experiment(request, () => undefined)).result;
    };
    const one = await under(42);
    expect(await under(42)).toEqual(one);
    expect(await under(43)).not.toEqual(one);
  });

  it('says what it was made with', async () => {
    const { about, options } = await ranked.outcome('mixing', { base: 2, shares: [0.25] }, { seed: 7 });
    expect(options).toEqual({ base: 2, shares: [0.25] });
    expect(about).toMatchObject({ tau: 0.05, weighting: 'full', seed: 7 });
    expect(about.sources[2]).toEqual({
      id: 2,
      name: 'other',
      setting: 'all',
      reference: false,
      outside: false,
    });
    expect(about.seconds).toBeGreaterThan(0);
  });

  it('tells whether it is quick, and goes as far as it said', async () => {
    const request: ExperimentRequest = {
      id: 'temperature',
      options: { taus: [0.03, 0.05, 0.1] },
      settings: ranked.settings,
    };
    expect(ranked.experiments.isQuick(request)).toBe(true);
    const draws = { ...request, id: 'permutation' as const, options: { permutations: 1e9 } };
    expect(ranked.experiments.isQuick(draws)).toBe(false);
    const seen: ExperimentProgress[] = [];
    await ranked.experiments.experiment(request, (progress) => seen.push(progress));
    expect(seen[0]).toEqual({ id: 'temperature', done: 0, total: 525 });
    expect(seen.at(-1)).toEqual({ id: 'temperature', done: 525, total: 525 });
  });

  it('leaves sources outside the ranking out of every order', async () => {
    const settings = { outside: [false, true, false] };
    const { pairs } = await ranked.perform('permutation', { permutations: 100 }, settings);
    expect(pairs.map(({ a, b }) => [a, b].sort())).toEqual([[0, 2]]);
    const { pairs: all } = await ranked.perform('permutation', { permutations: 100 });
    expect(all).toHaveLength(3);

    // With one ranked source there is no order, and none that a sample could change.
    const one = { outside: [false, true, true] };
    const { steps } = await ranked.perform('sample-size', { shares: [0.5], draws: 40 }, one);
    expect(steps[0]?.agreement).toEqual([]);
    expect(steps[0]?.draws.sameOrder).toEqual([]);
    expect(steps[0]?.draws.low, 'its band is still drawn').toHaveLength(3);
    const two = await ranked.perform('sample-size', { shares: [0.5], draws: 40 }, settings);
    expect(two.steps[0]?.agreement.map(({ setting }) => setting)).toEqual(['all']);
  });

  it('can be cancelled, and gives way to the next one', async () => {
    const request: ExperimentRequest = {
      id: 'sample-size',
      options: { shares: [0.5], draws: 1_000_000 },
      settings: ranked.settings,
    };
    const first = ranked.experiments.experiment(request, () => undefined);
    const second = ranked.perform('weightings', {});
    await expect(first).rejects.toBeInstanceOf(RunCancelledError);
    expect((await second).variants).not.toHaveLength(0);
    const third = ranked.experiments.experiment(request, () => undefined);
    ranked.engine.cancel('experiment');
    await expect(third).rejects.toBeInstanceOf(RunCancelledError);
  });

  it('needs a run', async () => {
    const experiments = new ExperimentRunner(newEngine());
    const request: ExperimentRequest = { id: 'weightings', options: {}, settings: ranked.settings };
    await expect(experiments.experiment(request, () => undefined)).rejects.toBeInstanceOf(NothingRankedError);
    expect(() => experiments.isQuick(request)).toThrow(NothingRankedError);
  });
});
