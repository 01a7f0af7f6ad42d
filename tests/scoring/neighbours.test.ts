import { describe, expect, it } from 'vitest';

import { cosine, embedded } from '../../src/scoring/neighbours';

describe('cosine', () => {
  it('does not depend on lengths', () => {
    const u = embedded(Float64Array.of(3, 0, 4, 0, 0));
    const v = embedded(Float64Array.of(0, 5, 12, 0, 84));
    expect(cosine(u, v)).toBeCloseTo(48 / (5 * 85), 15);
  });

  it('is 0 with the zero vector', () => {
    expect(cosine(embedded(Float64Array.of(0, 0)), embedded(Float64Array.of(1, 0)))).toBe(0);
  });
});
