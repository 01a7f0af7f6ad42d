import { describe, expect, it } from 'vitest';

import { unionOf } from '../../src/scoring/union';
import { idRecords as records } from '../support/id-records';

describe('unionOf', () => {
  const a = records([1, 10, [100, 101]], [2, 20, [102]], [3, 30, [103]]);
  const b = records([2, 20, [200, 102]], [1, 11, [201]], [1, 10, [101, 202]], [4, 40, [203]]);

  it('joins records of the same query and positive, the first source’s negatives first, each text once', () => {
    const { records: joined, shared, partners } = unionOf(a, b);
    expect(joined).toEqual(records([1, 10, [100, 101, 202]], [2, 20, [102, 200]]));
    expect([shared, ...partners]).toEqual([2, [0, 2], [1, 0]]);
  });

  it('gives a partner to one record only', () => {
    const twice = records([1, 10, [100]], [1, 10, [101]]);
    const once = records([1, 10, [102]]);
    expect(unionOf(twice, once).records).toEqual(records([1, 10, [100, 102]]));
    expect(unionOf(twice, once).partners).toEqual([[0, 0]]);
  });
});
