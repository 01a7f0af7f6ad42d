import { describe, expect, it } from 'vitest';

import { snakeKeys } from '../../src/report/snake-case';

describe('snakeKeys', () => {
  it('renames the keys of one level and keeps the values', () => {
    const inner = { stillCamel: 1 };
    expect(snakeKeys({ placeKind: 'line', read: 2, furtherPositivesIgnored: inner })).toEqual({
      place_kind: 'line',
      read: 2,
      further_positives_ignored: inner,
    });
  });
});
