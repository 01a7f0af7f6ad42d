import { describe, expect, it } from 'vitest';

import { judgedFigures, rateOrder, type JudgingOrder } from '../../src/judge/figures';
import { JUDGED_FINDINGS } from '../../src/judge/findings';
import { agreedVerdicts, type Verdict } from '../../src/judge/verdicts';
import { reportFalseNegatives } from '../../src/report/false-negatives';

const NONE = 1 << (JUDGED_FINDINGS.length - 1);

/** Ten pairs, the first six in source 4, the last five in source 9: one is in both. The first is near its positive. */
const ORDER: JudgingOrder = {
  seed: 7,
  sources: [4, 9],
  queries: [6, 5],
  distinct: 10,
  ofSources: [
    [0, 6, 0],
    [0, 5, 0],
  ],
  ofFindings: JUDGED_FINDINGS.map((_, i) => (i === 0 ? [0, 1, 0] : [0, 1 << i === NONE ? 9 : 0, 0])),
  pairs: Array.from({ length: 10 }, (_, i) => ({
    key: `k${i}`,
    stratum: 1,
    sources: [...(i < 6 ? [0] : []), ...(i > 4 ? [1] : [])],
    findings: i === 0 ? 1 : NONE,
    at: { source: i < 6 ? 4 : 9, record: i, position: 0 },
  })),
};

const nameOf = (id: number) => ({ 4: 'bm25', 9: '__proto__' })[id] ?? '';

function reported(said: Record<string, Record<string, Verdict>>, size = 10) {
  const book = new Map(Object.entries(said).map(([judge, own]) => [judge, new Map(Object.entries(own))]));
  return reportFalseNegatives({ order: ORDER, size, book, refused: [] }, nameOf);
}

describe('false negatives in the report', () => {
  it('are rates with what they rest on, also for a pair in two sources and a source called __proto__', () => {
    const { sources, findings, judged, seed, sample } = reported({
      me: Object.fromEntries(
        ORDER.pairs.map(({ key }, i) => [key, i === 0 || i === 5 ? 'answers' : 'does not answer']),
      ),
    });
    expect({ judged, seed, sample }).toEqual({ judged: 10, seed: 7, sample: 10 });
    // All are judged: the interval is a point.
    const { rate, low, high, ...counts } = sources.bm25 as NonNullable<(typeof sources)[string]>;
    for (const figure of [rate, low, high]) expect(figure).toBeCloseTo(2 / 6, 12);
    expect(counts).toEqual({ pairs: 6, judged: 6, answers: 2, cannot_tell: 0 });
    expect(Object.keys(sources)).toEqual(['bm25', '__proto__']);
    expect(Object.entries(sources)[1]?.[1]).toMatchObject({ rate: 1 / 5, judged: 5 });
    expect(findings).toMatchObject({ near_positive: { rate: 1, pairs: 1 }, none: { answers: 1, pairs: 9 } });
    expect(Object.keys(findings)).toEqual(['near_positive', 'none']);
  });

  it('have a rate and no interval where there are two queries', () => {
    const book = new Map([['me', new Map<string, Verdict>([['k0', 'answers']])]]);
    const order = { ...ORDER, queries: [2, 5] };
    const { sources } = reportFalseNegatives({ order, size: 10, book, refused: [] }, nameOf);
    expect(sources.bm25).toMatchObject({ rate: 1, low: null, high: null, judged: 1 });
    const all = new Map([['me', new Map(ORDER.pairs.map(({ key }) => [key, 'answers' as const]))]]);
    const judged = judgedFigures(order, agreedVerdicts(all), 10);
    expect(judged.sources.map(({ share }) => share?.high)).toEqual([null, 1]);
    expect(rateOrder(judged.sources).order).toBeNull();
    expect(judgedFigures({ ...order, queries: [2, 2] }, agreedVerdicts(all), 10).findings[0]?.share).toEqual({
      rate: 1,
      low: null,
      high: null,
    });
  });

  it('leave out what cannot be told and what lies outside the sample', () => {
    const { sources, judged, judges } = reported(
      { me: { k0: 'answers', k1: 'cannot tell', k9: 'answers' }, you: { k9: 'answers' } },
      5,
    );
    expect(judged).toBe(2);
    expect(sources.bm25).toMatchObject({ rate: 1, judged: 2, answers: 1, cannot_tell: 1 });
    expect(Object.entries(sources)[1]?.[1]).toMatchObject({ rate: null, low: null, high: null, judged: 0 });
    expect(judges).toEqual([{ judge: 'me', judged: 2, answers: 1, 'does not answer': 0, 'cannot tell': 1 }]);
  });

  it('rest on the beginning of the order without a gap; the rest counts once that is reached', () => {
    // Verdicts of an earlier order on k0, k1, k4 and k5: k2 is the first that is missing.
    const early = { k0: 'answers', k1: 'does not answer', k4: 'answers', k5: 'answers' } as const;
    const { sources, judged, counted } = reported({ me: early });
    expect({ judged, counted }).toEqual({ judged: 4, counted: 2 });
    expect(sources.bm25).toMatchObject({ rate: 0.5, judged: 2, answers: 1 });
    const later = reported({ me: { ...early, k2: 'does not answer', k3: 'cannot tell' } });
    expect(later.counted).toBe(6);
    expect(later.sources.bm25).toMatchObject({ judged: 6, answers: 3, cannot_tell: 1 });
  });

  it('say how two judges agree', () => {
    const { agreement } = reported({
      me: { k0: 'answers', k1: 'does not answer' },
      you: { k0: 'answers', k1: 'answers' },
    });
    expect(agreement).toEqual([{ judges: ['me', 'you'], pairs: 2, same: 0.5 }]);
  });
});
