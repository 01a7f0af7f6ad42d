import { describe, expect, it } from 'vitest';

import { exactShare } from '../../src/judge/hypergeometric';
import { isApart, judgementsToHalve, stratifiedShare } from '../../src/judge/rates';

describe('the exact interval of a share', () => {
  it.each([
    [20, 5, 1, 1, 13],
    [100, 30, 0, 0, 9],
    [100, 30, 12, 26, 56],
    [2910, 60, 14, 393, 1045],
    [7, 3, 3, 3, 7],
  ])(
    'is that of all populations of %i under which %i drawn may well give %i',
    (size, drawn, found, low, high) => {
      expect(exactShare(size, drawn, found)).toEqual({
        rate: found / drawn,
        low: low / size,
        high: high / size,
      });
    },
  );

  it('is a point where all are judged', () => {
    expect(exactShare(20, 20, 7)).toEqual({ rate: 0.35, low: 0.35, high: 0.35 });
  });
});

describe('a rate over strata', () => {
  it('weighs strata by their pairs, and adds their intervals in squares', () => {
    const [a, b] = [exactShare(300, 10, 1), exactShare(100, 20, 15)];
    const share = stratifiedShare([
      { size: 300, judged: 10, answers: 1 },
      { size: 100, judged: 20, answers: 15 },
    ]);
    const rate = 0.75 * 0.1 + 0.25 * 0.75;
    expect(share?.rate).toBeCloseTo(rate, 12);
    expect(share?.low).toBeCloseTo(rate - Math.hypot(0.75 * (0.1 - a.low), 0.25 * (0.75 - b.low)), 12);
    expect(share?.high).toBeCloseTo(rate + Math.hypot(0.75 * (a.high - 0.1), 0.25 * (b.high - 0.75)), 12);
  });

  it('leaves all open of a stratum that nobody judged', () => {
    const known = { size: 90, judged: 90, answers: 45 };
    expect(stratifiedShare([known, { size: 10, judged: 0, answers: 0 }])).toEqual({
      rate: 0.5,
      low: 0.5 - 0.1 * 0.5,
      high: 0.5 + 0.1 * 0.5,
    });
    expect(stratifiedShare([{ size: 10, judged: 0, answers: 0 }])).toBeNull();
  });

  it('adds whole what excludes nothing: of three pairs two judged, an answer and none', () => {
    const [few, many] = [
      { size: 3, judged: 2, answers: 1 },
      { size: 97, judged: 40, answers: 10 },
    ];
    const { low } = exactShare(97, 40, 10);
    const share = stratifiedShare([few, many]);
    const rate = 0.03 * 0.5 + 0.97 * 0.25;
    expect(share?.low).toBeCloseTo(rate - 0.97 * (0.25 - low) - 0.03 * (1 / 2 - 1 / 3), 12);
  });

  it('needs three times as many judgements again to be half as wide, fewer in a small population', () => {
    expect(judgementsToHalve(100, 1e9)).toBe(300);
    // 1/n' − 1/N = (1/n − 1/N) / 4
    const more = judgementsToHalve(100, 400);
    expect(1 / (100 + more) - 1 / 400).toBeCloseTo((1 / 100 - 1 / 400) / 4, 4);
    expect(judgementsToHalve(400, 400)).toBe(0);
  });

  it('is apart from another only where the intervals do not touch', () => {
    const share = (low: number, high: number) => ({ rate: (low + high) / 2, low, high });
    expect(isApart(share(0.1, 0.2), share(0.3, 0.4))).toBe(true);
    expect(isApart(share(0.1, 0.3), share(0.3, 0.4))).toBe(false);
  });
});
