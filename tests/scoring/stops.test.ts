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
  it('is a wrong reading, and positives of its own query from 0.5 % of the file on', () => {
    const sources = [
      source(1),
      source(2, { misread: true }),
      source(3, { file: { ...FILE, own_positives: 5 } }),
      source(4, { file: { ...FILE, own_positives: 4 } }),
      source(5, { file: null }),
    ];
    const found = judge(sources);
    expect(found.map((of) => of?.stopped)).toEqual([false, true, true, false, false]);
    expect(found.every((of) => of?.settled)).toBe(true);
  });

  it('is a text under many queries that is unrelated to most of them', () => {
    const stock = (unrelated: number) =>
      judge([source(1), source(2, { stock: 50, stock_unrelated: unrelated })])[1];
    expect(stock(20)?.stopped).toBe(true);
    expect(stock(9)?.stopped).toBe(false);
  });

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
