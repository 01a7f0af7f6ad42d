import { describe, expect, it } from 'vitest';

import { stopInAddress } from '../../../src/session/run/stop-rule';

describe('stopInAddress', () => {
  it.each([
    ['', 'long', 0.95],
    ['?stop=all', 'all', 0.95],
    ['?stop=certain&level=0.99', 'certain', 0.99],
    ['?stop=soon&level=1', 'long', 0.95],
    ['?stop=certain&level=0.5', 'certain', 0.95],
    ['?level=high', 'long', 0.95],
  ])('of %j', (search, rule, level) => {
    expect(stopInAddress(search)).toEqual({ rule, level });
  });
});
