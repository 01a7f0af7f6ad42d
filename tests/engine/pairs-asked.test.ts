/** Gates of single pairs. */

import { describe, expect, it } from 'vitest';

import { NothingRankedError } from '../../src/engine/errors';
import { askedPairs } from '../../src/engine/pairs-asked';
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

const places = (...pairs: (readonly [number, number])[]) => ({
  source: 4,
  records: Int32Array.from(pairs, ([record]) => record),
  positions: Int32Array.from(pairs, ([, position]) => position),
});

describe('askedPairs', () => {
  it('gives the gates in the order asked for, by the records of the whole source', () => {
    const { rho, eta, psi } = askedPairs(SOURCE, places([7, 0], [3, 1]), TAU);
    expect(Array.from(rho)).toEqual([targetConsistency(0.01, TAU), targetConsistency(0.2, TAU)]);
    expect(Array.from(eta)).toEqual([semanticLocality(-EDGE * 1.0000001, TAU), semanticLocality(0.2, TAU)]);
    expect(Array.from(psi)).toEqual([1, 1 - (0.5 - 1e-13)]);
  });

  it('knows nothing of pairs that were not scored', () => {
    const { rho } = askedPairs(SOURCE, places([4, 0], [7, 1]), TAU);
    expect(Array.from(rho)).toEqual([Number.NaN, Number.NaN]);
  });

  it('needs a run', () => {
    const engine = newEngine();
    expect(() => engine.askedPairs(places([0, 0]), TAU)).toThrow(NothingRankedError);
  });
});
