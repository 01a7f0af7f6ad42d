import { describe, expect, it } from 'vitest';

import { standingsOf, type JudgedSource } from '../../src/scoring/stops';

const FILE = { pairs: 1000, own_positives: 0 };

function source(id: number, more: Partial<JudgedSource> = {}): JudgedSource {
  const counts = { pairs: 1000, unrelated: 20, stock: 0, stock_unrelated: 0 };
  const own = {
    id: String(id),
    same: String(id),
    reference: false,
    misread: false,
    small: false,
    file: FILE,
  };
  return { ...own, ...counts, ...more };
}

const judge = (sources: readonly JudgedSource[], half = 0.01, random: number | null = 0.4) => {
  const p = (id: string) => (sources.find((each) => each.id === id)?.unrelated ?? NaN) / 1000;
  const standings = standingsOf(sources, random, (a, b) => {
    const value = (p(a) - p(b)) / ((random ?? 1) - p(b));
    return { value, low: value - half, high: value + half };
  });
  return sources.map(({ id }) => standings.get(id));
};

describe('what bars a source', () => {
  it('are random passages, once that is settled', () => {
    const found = judge([source(1), source(2, { unrelated: 380 })]);
    expect(found).toMatchObject([
      { stopped: false, settled: true },
      { stopped: true, settled: true, random: { severity: 'stop' } },
    ]);
    expect(judge([source(1), source(2, { unrelated: 100 })], 0.05)[1]).toMatchObject({
      stopped: false,
      settled: false,
    });
  });

  it('is open where drawn passages tell nothing, and settled for a source alone', () => {
    expect(judge([source(1), source(2)], 0.01, 0.1).map((of) => of?.settled)).toEqual([false, false]);
    expect(judge([source(1)])[0]).toMatchObject({ stopped: false, settled: true, random: null });
  });

  it('takes no source as a yardstick that is barred or small, where two others are left', () => {
    const others = [source(2, { unrelated: 120 }), source(3, { unrelated: 110 })];
    for (const yardstick of [
      source(1, { misread: true, unrelated: 0 }),
      source(1, { small: true, unrelated: 0 }),
    ]) {
      expect(judge([yardstick, ...others])[1]?.stopped).toBe(false);
    }
  });
});
