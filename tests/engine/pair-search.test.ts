import { describe, expect, it } from 'vitest';

import { Engine } from '../../src/engine/engine';
import { NothingRankedError, RunInputError } from '../../src/engine/errors';
import { PAIR_REASONS } from '../../src/engine/pair-reasons';
import { findPairs, type SearchedSource } from '../../src/engine/pair-search';
import type { PairCriteria, PairFindings } from '../../src/engine/types';
import type { RunSettings } from '../../src/engine/results';
import { BUCKETS, type BucketId } from '../../src/scoring/buckets';
import { sourceStatistics } from '../../src/scoring/statistics';
import { startEncoderWorker } from '../support/browser-globals';
import { candidatesInMemory, type TextRecord } from '../support/candidates';
import { unitAt } from '../support/planar';

const TAU = 0.05;
const NONE: PairCriteria = { tau: TAU, sources: [4], buckets: [], gates: {}, whole: [] };

/** A source 4 whose records have pairs with these m, l and C. */
function source(...records: readonly (readonly (readonly [number, number, number])[])[]): SearchedSource {
  const pairs = records.flat();
  const offsets = [0];
  for (const record of records) offsets.push((offsets.at(-1) as number) + record.length);
  return {
    id: 4,
    indices: Int32Array.from(records.keys()),
    columns: {
      offsets: Int32Array.from(offsets),
      margin: Float64Array.from(pairs, ([m]) => m),
      locality: Float64Array.from(pairs, ([, l]) => l),
      coverage: Float64Array.from(pairs, ([, , c]) => c),
      distance: new Float64Array(pairs.length).fill(1),
    },
  };
}

/** Found pairs as "record:position reason". */
function found({ records, positions, reasons }: PairFindings): string[] {
  return Array.from(
    records,
    (record, i) => `${record}:${positions[i]} ${PAIR_REASONS[reasons[i] as number]?.id}`,
  );
}

/** τ ln 3: where ρ or η is 0.75, and below zero 0.25. */
const EDGE = TAU * Math.log(3);

describe('findPairs', () => {
  it('gives m, l, the distance and C of what it finds', () => {
    const pairs = source([[-0.2, 0.1, 0.3]], [[0.2, 0.4, 0.6]]);
    const whole = { tau: TAU, sources: [], buckets: [], gates: {}, whole: [4] };
    const { margin, locality, distance, coverage } = findPairs(pairs, whole);
    expect({ margin, locality, distance, coverage }).toEqual({
      margin: Float64Array.of(-0.2, 0.2),
      locality: Float64Array.of(0.1, 0.4),
      distance: Float64Array.of(1, 1),
      coverage: Float64Array.of(0.3, 0.6),
    });
  });

  it('finds the pairs of each bucket, by the edges of the rates', () => {
    const pairs = source(
      [
        [-1e-300, 0, 0.3],
        [0, 0, 0.3],
      ],
      [
        [0.01, -EDGE * 1.0000001, 0.3],
        [0.01, -EDGE * 0.9999999, 0.3],
      ],
      [
        [0.01, 0, 0.5 - 1e-13],
        [0.01, 0, 0.4999],
      ],
      [
        [0.2, 0.2, 0.6],
        [0.2, -0.2, 0.25],
        [0.2, -0.2, 0.26],
      ],
    );
    const inBuckets = (...buckets: BucketId[]) => found(findPairs(pairs, { ...NONE, buckets }));
    expect(inBuckets('inversion')).toEqual(['0:0 inversion']);
    expect(inBuckets('low_locality')).toEqual(['1:0 low_locality', '3:1 low_locality', '3:2 low_locality']);
    expect(inBuckets('high_coverage')).toEqual(['2:0 high_coverage', '3:0 high_coverage']);
    expect(inBuckets('valid_high_coverage')).toEqual(['3:0 valid_high_coverage']);
    expect(inBuckets('valid_low_locality')).toEqual(['3:1 valid_low_locality']);
    expect(inBuckets()).toEqual([]);
  });

  it('finds as many pairs as the statistics count', () => {
    let seed = 5;
    const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const many = source(
      ...Array.from({ length: 500 }, () =>
        Array.from({ length: 3 }, () => [random() - 0.4, random() - 0.5, random()] as const),
      ),
    );
    const { statistics } = sourceStatistics(many.columns, TAU, 'full');
    for (const [bucket, count] of Object.entries(statistics.counts.buckets) as [BucketId, number][]) {
      expect(count).toBeGreaterThan(20);
      expect(findPairs(many, { ...NONE, buckets: [bucket] }).records, bucket).toHaveLength(count);
    }
  });

  it('gives a pair once, with the first reason that holds', () => {
    const pairs = source([
      [-1, -1, 1],
      [1, -1, 1],
      [1, 1, 1],
      [1, 1, 0],
    ]);
    const buckets = ['valid_high_coverage', 'high_coverage', 'low_locality', 'inversion'] as const;
    const gates = { psi: { from: 0, to: 1 } };
    expect(found(findPairs(pairs, { ...NONE, buckets, gates, whole: [4] }))).toEqual([
      '0:0 inversion',
      '0:1 low_locality',
      '0:2 high_coverage',
      '0:3 gates',
    ]);
  });

  it('finds pairs in all of the gate ranges, ends counted in', () => {
    const pairs = source([
      [0, 0, 0.25],
      [0, 0, 0.75],
      [0.5, 0, 0.25],
      [0, -0.5, 0.25],
    ]);
    const inGates = (gates: PairCriteria['gates']) => found(findPairs(pairs, { ...NONE, gates }));
    const half = { from: 0.5, to: 0.5 };
    expect(inGates({ rho: half, eta: half, psi: { from: 0.75, to: 0.75 } })).toEqual(['0:0 gates']);
    expect(inGates({ psi: { from: 0, to: 0.25 } })).toEqual(['0:1 gates']);
    expect(inGates({ rho: { from: 0.99, to: 1 } })).toEqual(['0:2 gates']);
    expect(inGates({ eta: { from: 0, to: 0.01 } })).toEqual(['0:3 gates']);
    expect(inGates({})).toEqual([]);
  });

  it('gives the gates of what it finds, and how many pairs there were', () => {
    const findings = findPairs(source([[0, 0, 0.25]], [[-EDGE, EDGE, 1]]), {
      ...NONE,
      buckets: ['inversion'],
    });
    expect(findings).toMatchObject({
      source: 4,
      of: 2,
      records: Int32Array.of(1),
      positions: Int32Array.of(0),
    });
    expect(findings.rho[0]).toBeCloseTo(0.25, 12);
    expect(findings.eta[0]).toBeCloseTo(0.75, 12);
    expect(findings.psi[0]).toBe(0);
  });

  it('counts records in the whole source where a sample was scored', () => {
    const sampled = {
      ...source(
        [[1, 0, 0]],
        [
          [1, 0, 0],
          [-1, 0, 0],
        ],
        [[-1, 0, 0]],
      ),
      indices: Int32Array.of(2, 7, 40),
    };
    expect(found(findPairs(sampled, { ...NONE, buckets: ['inversion'] }))).toEqual([
      '7:1 inversion',
      '40:0 inversion',
    ]);
  });

  it('takes a source as a whole, and leaves one that is not asked for', () => {
    const pairs = source([[1, 0, 0]], [[-1, 0, 0]]);
    expect(found(findPairs(pairs, { ...NONE, sources: [], whole: [4] }))).toEqual(['0:0 whole', '1:0 whole']);
    expect(found(findPairs(pairs, { ...NONE, sources: [5], buckets: ['inversion'] }))).toEqual([]);
  });
});

describe('PAIR_REASONS', () => {
  it('has the buckets first, each by its id and in words', () => {
    expect(PAIR_REASONS.map(({ id }) => id)).toEqual([...BUCKETS.map(({ id }) => id), 'gates', 'whole']);
    expect(PAIR_REASONS[0]?.words).toBe('inverted: ρ < 0.5');
    expect(PAIR_REASONS[4]?.words).toBe('valid, low locality: ρ ≥ 0.75, ψ ≥ 0.75, η ≤ 0.25');
    expect(PAIR_REASONS[6]?.words).toBe('source taken as a whole');
  });
});

describe('the engine', () => {
  /** Ten records with the query at 0° and the positive at 10°; the second negative of every odd one is nearer. */
  const records = Array.from({ length: 10 }, (_, i): TextRecord => {
    const at = (degrees: number): number[] => [...unitAt(degrees)];
    const angles = [60, i % 2 === 1 ? 5 : 70];
    return {
      query: `query ${i}`,
      positive: `positive ${i}`,
      negatives: angles.map((angle) => `negative ${i} at ${angle}`),
      rows: { query: at(0), positive: at(10), negatives: angles.map(at) },
    };
  });
  const settings: RunSettings = {
    tau: TAU,
    weighting: 'full',
    tokenizer: 'alphanumeric',
    idf_corpus: 'pooled-documents',
    sample: null,
    seed: 42,
    batch_size: 32,
    normalise: false,
  };
  const inverted: PairCriteria = { ...NONE, sources: [0, 1], buckets: ['inversion'] };

  async function ranked(sample: number | null): Promise<Engine> {
    const engine = new Engine(new URL('http://localhost/models/'), startEncoderWorker);
    engine.setCandidates(candidatesInMemory([records, records.slice(0, 3)]));
    const sources = [
      { id: 0, name: 'a', setting: 'all', reference: true },
      { id: 1, name: 'b', setting: 'all', reference: true },
    ];
    await engine.run(
      {
        sources,
        encoder: null,
        device: 'wasm',
        settings: { ...settings, sample },
        stop: { rule: 'all', level: 0.95 },
      },
      () => undefined,
    );
    return engine;
  }

  it('finds pairs of every source of the last run', async () => {
    const engine = await ranked(null);
    const [a, b] = engine.findPairs(inverted) as [PairFindings, PairFindings];
    expect([a.source, b.source]).toEqual([0, 1]);
    expect(found(a)).toEqual([1, 3, 5, 7, 9].map((record) => `${record}:1 inversion`));
    expect(found(b)).toEqual(['1:1 inversion']);
    expect(engine.findPairs({ ...inverted, sources: [], whole: [1] }).map(found)).toEqual([
      ['0:0 whole', '0:1 whole', '1:0 whole', '1:1 whole', '2:0 whole', '2:1 whole'],
    ]);
  });

  it('counts the records of a sample in the whole source', async () => {
    const engine = await ranked(4);
    const [all, odd] = [
      engine.findPairs({ ...inverted, sources: [], whole: [0] }),
      engine.findPairs(inverted),
    ];
    const sample = [...new Set(all[0]?.records)];
    expect(all[0]?.of).toBe(8);
    expect(sample).toHaveLength(4);
    expect(sample).not.toEqual([0, 1, 2, 3]);
    expect([...(odd[0]?.records ?? [])]).toEqual(sample.filter((record) => record % 2 === 1));
  });

  it('refuses what was not ranked', async () => {
    expect(() => new Engine(new URL('http://localhost/'), startEncoderWorker).findPairs(inverted)).toThrow(
      NothingRankedError,
    );
    const engine = await ranked(null);
    expect(() => engine.findPairs({ ...inverted, sources: [7] })).toThrow(RunInputError);
  });
});
