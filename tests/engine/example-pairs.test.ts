import { describe, expect, it } from 'vitest';

import { examplePair, type SearchedSource } from '../../src/engine/example-pairs';

const TAU = 0.05;
/** ‖v⁺ − v⁻‖ of a cosine. */
const at = (cosine: number) => Math.sqrt(2 - 2 * cosine);

/** Two records, visited in the order 7, 3, with these m, l, C and cosines to the positive. */
const SOURCE: SearchedSource = {
  id: 4,
  indices: Int32Array.of(7, 3),
  columns: {
    offsets: Int32Array.of(0, 3, 6),
    //                     easy  hard  near   easy  copy  inverted
    margin: Float64Array.of(0.5, 0.3, 0.2, 0.5, 0, -0.1),
    locality: Float64Array.of(-0.05, 0.2, 0.3, -0.05, 0.3, 0.1),
    distance: Float64Array.of(at(0.1), at(0.5), at(0.95), at(0.1), 0, at(0.3)),
    coverage: Float64Array.of(0, 0.1, 0, 0, 0.4, 0.2),
  },
};
const chosen = (rule: Parameters<typeof examplePair>[1]) =>
  examplePair(SOURCE, rule, { tau: TAU, weighting: 'full' });

describe('the pair that stands for a source', () => {
  it('is the heaviest that is not near its positive', () => {
    const { pair, alike, of } = chosen('heaviest');
    expect([pair?.record, pair?.position, alike, of]).toEqual([7, 1, 4, 6]);
    const rho = 1 / (1 + Math.exp(-6));
    const eta = 1 / (1 + Math.exp(-4));
    expect(pair?.weight).toBeCloseTo(rho * eta * 0.9, 12);
    expect(pair?.cosine).toBeCloseTo(0.5, 12);
  });

  it('is the heaviest that leaves the encoder in doubt, or the heaviest where none does', () => {
    // The only one in doubt that is not near its positive is inverted.
    expect(chosen('hardest')).toMatchObject({ rule: 'hardest', alike: 1, pair: { record: 3, position: 2 } });
    const { columns } = SOURCE;
    const easy = { ...SOURCE, columns: { ...columns, margin: new Float64Array(6).fill(1) } };
    expect(examplePair(easy, 'hardest', { tau: TAU, weighting: 'full' }).rule).toBe('heaviest');
  });

  it('is the easiest that weighs most', () => {
    const { pair, alike } = chosen('easiest');
    expect([pair?.record, pair?.position, alike]).toEqual([7, 1, 3]);
  });

  it('is the nearest to its positive: a copy before all', () => {
    expect(chosen('nearest').pair).toMatchObject({ record: 3, position: 1, cosine: 1, rho: 0.5 });
    expect(chosen('nearest').alike).toBe(2);
    expect(chosen('near-heaviest').pair).toMatchObject({ record: 7, position: 2 });
  });

  it('is the first in file order of those that are equal, whatever the order of the visit', () => {
    const { columns } = SOURCE;
    const same = { ...SOURCE, columns: { ...columns, margin: Float64Array.of(0.5, -1, -1, 0.5, -1, -1) } };
    expect(examplePair(same, 'easiest', { tau: TAU, weighting: 'full' }).pair).toMatchObject({
      record: 3,
      position: 0,
    });
  });

  it('is none where no pair meets the rule', () => {
    const { columns } = SOURCE;
    const far = { ...SOURCE, columns: { ...columns, distance: new Float64Array(6).fill(1) } };
    expect(examplePair(far, 'nearest', { tau: TAU, weighting: 'full' })).toMatchObject({
      pair: null,
      alike: 0,
      of: 6,
    });
  });
});
