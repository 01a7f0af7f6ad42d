/** Gates and buckets of single pairs, and the pairs that were found for something. */

import { describe, expect, it } from 'vitest';

import { NothingRankedError } from '../../src/engine/errors';
import { askedPairs, pairsFound } from '../../src/engine/pairs-asked';
import { NEAR_FINDINGS, NO_BUCKET } from '../../src/engine/types';
import { BUCKETS } from '../../src/scoring/buckets';
import { semanticLocality, targetConsistency } from '../../src/scoring/gates';
import { newEngine } from '../support/runs';

const TAU = 0.05;
/** τ ln 3: where ρ or η is 0.75, and below zero 0.25. */
const EDGE = TAU * Math.log(3);

/** Records 3 and 7 of a source, with two pairs and one. */
const SOURCE = {
  indices: Int32Array.of(3, 7),
  columns: {
    offsets: Int32Array.of(0, 2, 3),
    margin: Float64Array.of(-0.02, 0.2, 0.01),
    locality: Float64Array.of(-0.2, 0.2, -EDGE * 1.0000001),
    coverage: Float64Array.of(0.9, 0.5 - 1e-13, 0),
    distance: Float64Array.of(1, 1, 1),
  },
};

const FOUND = { same_text: Uint8Array.of(0, 0, 1), near_text: Uint8Array.of(0, 1, 1) };

const places = (...pairs: (readonly [number, number])[]) => ({
  source: 4,
  records: Int32Array.from(pairs, ([record]) => record),
  positions: Int32Array.from(pairs, ([, position]) => position),
});

describe('askedPairs', () => {
  it('gives the gates in the order asked for, by the records of the whole source', () => {
    const { rho, eta, psi } = askedPairs(SOURCE, FOUND, places([7, 0], [3, 1]), TAU);
    expect(Array.from(rho)).toEqual([targetConsistency(0.01, TAU), targetConsistency(0.2, TAU)]);
    expect(Array.from(eta)).toEqual([semanticLocality(-EDGE * 1.0000001, TAU), semanticLocality(0.2, TAU)]);
    expect(Array.from(psi)).toEqual([1, 1 - (0.5 - 1e-13)]);
  });

  it('names the first failure bucket, by the edges of the rates', () => {
    const { buckets } = askedPairs(SOURCE, FOUND, places([3, 0], [3, 1], [7, 0]), TAU);
    expect(Array.from(buckets, (place) => BUCKETS[place]?.id)).toEqual([
      'inversion',
      'high_coverage',
      'low_locality',
    ]);
    const plain = { ...SOURCE, columns: { ...SOURCE.columns, locality: new Float64Array(3) } };
    expect(Array.from(askedPairs(plain, FOUND, places([7, 0]), TAU).buckets)).toEqual([NO_BUCKET]);
  });

  it('names what says that the negative is a positive, the surest first', () => {
    const near = { ...SOURCE, columns: { ...SOURCE.columns, distance: Float64Array.of(0.1, 0, 0) } };
    const { findings } = askedPairs(near, FOUND, places([3, 0], [3, 1], [7, 0], [4, 0]), TAU);
    const names = Array.from(findings, (place) => NEAR_FINDINGS[place] ?? null);
    expect(names).toEqual(['near_positive', 'near_text', 'same_text', null]);
  });

  it('knows nothing of pairs that were not scored', () => {
    const { rho, buckets } = askedPairs(SOURCE, FOUND, places([4, 0], [7, 1]), TAU);
    expect(Array.from(rho)).toEqual([Number.NaN, Number.NaN]);
    expect(Array.from(buckets)).toEqual([NO_BUCKET, NO_BUCKET]);
  });

  it('needs a run', () => {
    const engine = newEngine();
    expect(() => engine.askedPairs(places([0, 0]), TAU)).toThrow(NothingRankedError);
  });
});

describe('pairsFound', () => {
  const columns = { ...SOURCE.columns, distance: Float64Array.of(0.1, 1, 0.2) };
  const source = { ...SOURCE, id: 4, columns };
  const found = { ...FOUND, other_positive: null, near_embedding: null };
  // v⁻·u is 1 − d²/2 − l: 0.3 of the second pair and 1.03 of the third; the first holds too many of the query's words.
  const corner = { cos_query: 0.9, coverage: 0.6, random_share: 0.5, random_variance: 0 };

  it('are those of a finding, of the near ones or of the random ones, by the records of the whole source', () => {
    expect(pairsFound(source, found, null, 'near_text')).toEqual(places([3, 1], [7, 0]));
    expect(pairsFound(source, found, null, 'near_positive')).toEqual(places([3, 0], [7, 0]));
    expect(pairsFound(source, found, corner, 'unrelated')).toEqual(places([3, 1]));
  });

  it('are none where nothing was looked for', () => {
    expect(pairsFound(source, found, null, 'near_embedding')).toEqual(places());
    expect(pairsFound(source, found, null, 'unrelated')).toEqual(places());
  });
});
