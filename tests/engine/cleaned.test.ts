/** A run without some of its pairs, held against a run of files that never had them. */

import { describe, expect, it } from 'vitest';

import { RunCancelledError, RunInputError } from '../../src/engine/errors';
import type { CleanedRequest } from '../../src/engine/types';
import type { PairPlaces } from '../../src/scoring/pairs';
import type { SourceResult, RunSettings } from '../../src/engine/result';
import type { TextRecord } from '../support/candidates';
import { expectRelative } from '../support/near';
import { recordAt, unitOfRecord } from '../support/planar';
import { engineOn, judgedAs, runRequest, silent } from '../support/runs';

const ASKED = {
  tau: 0.05,
  weighting: 'full',
  settings: ['all', 'all'],
  references: [true, false],
} as const;

const request = (settings: Partial<RunSettings> = {}) =>
  runRequest([{ name: 'one' }, { name: 'two', reference: false }], { settings });

const WORDS = ['river', 'bank', 'stone', 'water', 'boat', 'mill', 'wheel'];

/** Texts share words, so that C depends on which texts the corpus holds. */
function record(i: number, shift: number): TextRecord {
  const word = (k: number) => WORDS[(i * 3 + k) % WORDS.length] as string;
  const angles = [20, 33, 47, 61].map((angle, k) => i * 29 + angle + shift * (k + 1));
  const texts = {
    query: `${word(0)} ${word(1)} ${i}`,
    positive: `${word(1)} ${word(2)} positive ${i}`,
    negatives: angles.map((angle, k) => `${word(k)} ${word(k + 3)} ${angle}`),
  };
  const at = { query: i * 29, positive: i * 29 + 14, negatives: angles };
  return recordAt(texts, at, (angle) => unitOfRecord(i, angle));
}

const ONE = Array.from({ length: 40 }, (_, i) => record(i, 0));
const TWO = Array.from({ length: 40 }, (_, i) => record(i, 5));

const isRemoved = (i: number, k: number): boolean => (i % 5 === 2 && k > 0) || i === 7 || (i + k) % 9 === 0;

function without(records: readonly TextRecord[]): TextRecord[] {
  return records.flatMap((record, i) => {
    const kept = record.negatives.flatMap((_, k) => (isRemoved(i, k) ? [] : [k]));
    if (kept.length === 0 || !record.rows) return [];
    return {
      ...record,
      negatives: kept.map((k) => record.negatives[k] as string),
      rows: { ...record.rows, negatives: kept.map((k) => record.rows?.negatives[k] as number[]) },
    };
  });
}

function removedOf(source: number, records: readonly TextRecord[]): PairPlaces {
  const places = records.flatMap(({ negatives }, i) =>
    negatives.flatMap((_, k) => (isRemoved(i, k) ? [[i, k] as const] : [])),
  );
  return {
    source,
    records: Int32Array.from(places, ([i]) => i),
    positions: Int32Array.from(places, ([, k]) => k),
  };
}

/** Every figure but the first pairs alike. */
function expectAlike(
  given: readonly SourceResult[],
  fresh: readonly SourceResult[],
  tolerance: number,
): void {
  expect(given.map(({ name }) => name)).toEqual(fresh.map(({ name }) => name));
  given.forEach(({ figures }, i) => {
    const { first_pairs, weightings, buckets, counts, ...scalars } = fresh[i]?.figures ?? ({} as never);
    expect(first_pairs).toHaveLength(8);
    expect(Object.keys(weightings)).toEqual(['full']);
    expect(figures.counts).toEqual(counts);
    expect(figures.buckets).toEqual(buckets);
    for (const [name, value] of Object.entries(scalars)) {
      expectRelative((figures as unknown as Record<string, number>)[name] ?? NaN, value as number, tolerance);
    }
  });
}

describe('a cleaned run', () => {
  it('has the figures, intervals and flags of a run of the cleaned files', async () => {
    const engine = engineOn([ONE, TWO]);
    await engine.run(request(), silent);
    const asked: CleanedRequest = { ...ASKED, removed: [removedOf(1, TWO)] };
    const cleaned = await engine.cleaned(asked, silent);
    const fresh = await engineOn([ONE, without(TWO)]).run(request(), silent);
    // Records 7 and 27 lose all their pairs.
    expect(fresh.sources[1]?.figures.records).toBe(38);
    expectAlike(cleaned.sources, fresh.sources, 1e-12);
    expect(cleaned.certainty?.flags).toHaveLength(4);
    cleaned.certainty?.flags.forEach(({ low, ...flag }, i) => {
      const { low: expected, ...same } = fresh.certainty.flags[i] ?? {};
      expect(flag).toEqual(same);
      expect(low).toBeCloseTo(expected ?? NaN, 10);
    });
    Object.values(cleaned.certainty?.scores ?? {}).forEach(({ low, high }, s) => {
      expectRelative(low ?? 0, fresh.certainty.scores[s]?.low ?? NaN, 1e-10);
      expectRelative(high ?? 0, fresh.certainty.scores[s]?.high ?? NaN, 1e-10);
    });
  });

  it('leaves the run itself as it was', async () => {
    const engine = engineOn([ONE, TWO]);
    const before = await engine.run(request(), silent);
    await engine.cleaned({ ...ASKED, removed: [removedOf(0, ONE), removedOf(1, TWO)] }, silent);
    expect(engine.preview(judgedAs({}, 2)).sources).toEqual(before.sources);
    const same = await engine.cleaned({ ...ASKED, removed: [] }, silent);
    expectAlike(same.sources, before.sources, 1e-12);
  });

  it('of both files, at another temperature and weighting, is that of both cleaned files', async () => {
    const engine = engineOn([ONE, TWO]);
    await engine.run(request(), silent);
    const removed = [removedOf(0, ONE), removedOf(1, TWO)];
    const given = await engine.cleaned({ ...ASKED, tau: 0.02, weighting: 'uniform', removed }, silent);
    const other = { tau: 0.02, weighting: 'uniform' } as const;
    const fresh = await engineOn([without(ONE), without(TWO)]).run(request(other), silent);
    given.sources.forEach(({ figures }, s) => {
      expectRelative(figures.eci, fresh.sources[s]?.figures.eci ?? NaN, 1e-12);
      expectRelative(figures.mean_rho, fresh.sources[s]?.figures.mean_rho ?? NaN, 1e-12);
    });
  });

  it('is compared on the queries that are shared after it, as a run of the cleaned files is', async () => {
    const shared = request({ queries: 'shared' });
    const engine = engineOn([ONE, TWO]);
    await engine.run(shared, silent);
    const cleaned = await engine.cleaned({ ...ASKED, removed: [removedOf(1, TWO)] }, silent);
    const fresh = await engineOn([ONE, without(TWO)]).run(shared, silent);
    expect(fresh.sources.map(({ figures }) => figures.records)).toEqual([38, 38]);
    expectAlike(cleaned.sources, fresh.sources, 1e-12);
  });

  it('counts only records that were sampled, and takes texts of all out of the corpus', async () => {
    const engine = engineOn([ONE, TWO]);
    const sampled = await engine.run(request({ sample: 20 }), silent);
    const cleaned = await engine.cleaned({ ...ASKED, removed: [removedOf(1, TWO)] }, silent);
    const [one, two] = cleaned.sources.map(({ figures }) => figures);
    expect(one?.negatives).toBe(sampled.sources[0]?.figures.negatives);
    expect(two?.negatives).toBeLessThan(80);
    const fresh = await engineOn([ONE, without(TWO)]).run(request({ sample: 20 }), silent);
    expectRelative(one?.mean_psi ?? NaN, fresh.sources[0]?.figures.mean_psi ?? NaN, 1e-12);
  });

  it('is without a source of which nothing is left', async () => {
    const engine = engineOn([ONE, TWO]);
    await engine.run(request(), silent);
    const all = (source: number): PairPlaces => ({
      source,
      records: Int32Array.from({ length: 160 }, (_, i) => Math.floor(i / 4)),
      positions: Int32Array.from({ length: 160 }, (_, i) => i % 4),
    });
    const one = await engine.cleaned({ ...ASKED, removed: [all(0)] }, silent);
    expect(one.sources.map(({ name }) => name)).toEqual(['two']);
    expect(Object.keys(one.certainty?.scores ?? {})).toEqual(['1']);
    expect(await engine.cleaned({ ...ASKED, removed: [all(0), all(1)] }, silent)).toEqual({
      sources: [],
      certainty: null,
    });
  });

  it('is given up by its next alone, and refused for a source that was not ranked', async () => {
    const engine = engineOn([ONE, TWO]);
    await engine.run(request(), silent);
    const first = engine.cleaned({ ...ASKED, removed: [] }, silent);
    const second = engine.cleaned({ ...ASKED, removed: [removedOf(1, TWO)] }, silent);
    engine.cancel('shortcuts');
    await expect(first).rejects.toBeInstanceOf(RunCancelledError);
    expect((await second).sources).toHaveLength(2);
    const unknown = engine.cleaned({ ...ASKED, removed: [removedOf(9, TWO)] }, silent);
    await expect(unknown).rejects.toBeInstanceOf(RunInputError);
  });
});
