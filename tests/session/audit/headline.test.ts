import { describe, expect, it } from 'vitest';

import type { CrossCounts } from '../../../src/crossfilter/cross-filter';
import { FOUND_IDS, type FoundId } from '../../../src/crossfilter/found';
import { phraseText } from '../../../src/report/verdict-words';
import { headlineOf as headline, judgedHeadline as judged } from '../../../src/session/audit/headline';

/** Counts of two sources in which only some findings occur. */
function counts(kept: number, found: Partial<Record<FoundId, readonly [number, number]>>): CrossCounts {
  return {
    kept,
    chosen: kept,
    sources: [],
    found: [],
    marks: [],
    verdicts: [],
    histograms: { rho: [], eta: [], psi: [], w: [] },
    cells: [0, 1].map((s) => FOUND_IDS.map((id) => found[id]?.[s as 0 | 1] ?? 0)),
  };
}

const NAMES = ['bm25', 'pos-knn'];

const headlineOf = (...given: Parameters<typeof headline>) => phraseText(headline(...given));

function judgedHeadline(...given: Parameters<typeof judged>): string | null {
  const phrase = judged(...given);
  return phrase && phraseText(phrase);
}

/** Half of the rows of each finding, as where every pair stands in both sources. */
function open({ cells }: CrossCounts): number[] {
  return FOUND_IDS.map((_, i) => Math.ceil(cells.reduce((sum, own) => sum + (own[i] ?? 0), 0) / 2));
}

describe('what stands out', () => {
  it.each<[string, CrossCounts, RegExp]>([
    ['pairs near their positive', counts(1000, { near_positive: [279, 139] }), /^209 .* near the positive/],
    ['the source of a single one', counts(1000, { near_positive: [0, 1] }), /^1 .* in pos-knn\./],
    [
      'copies first',
      counts(1000, { same_text: [121, 0], near_positive: [130, 1] }),
      /^61 .* all in bm25; 5 /,
    ],
    ['many inverted pairs', counts(1000, { inversion: [100, 50] }), /^15\s% of 1,000 pairs are inverted/],
    ['nothing', counts(1000, { inversion: [10, 0] }), /^Nothing stands out among 1,000/],
    ['no pairs', counts(0, {}), /no pairs/],
  ])('%s', (_, all, words) => {
    expect(headlineOf(all, open(all), NAMES)).toMatch(words);
  });
});

describe('what the judged pairs say', () => {
  const rate = (share: { rate: number; low: number | null; high: number | null } | null) => ({
    pairs: 2909,
    judged: 96,
    answers: 40,
    cannotTell: 0,
    share,
  });

  it('waits for 30 judgements of a source, or for all of its pairs', () => {
    const share = { rate: 1, low: 0.01, high: 1 };
    const of = (judged: number, pairs: number) =>
      judgedHeadline([{ name: 'a', rate: { ...rate(share), judged, pairs }, left: null }]);
    expect([of(29, 652), of(1, 652)]).toEqual([null, null]);
    expect(of(30, 652)).toContain('30 judged');
    expect(of(12, 12)).toContain('12 judged');
  });

  it('is nothing before a source has an interval', () => {
    expect(judgedHeadline([])).toBeNull();
    expect(judgedHeadline([{ name: 'a', rate: rate(null), left: null }])).toBeNull();
    expect(
      judgedHeadline([{ name: 'a', rate: rate({ rate: 1, low: null, high: null }), left: null }]),
    ).toBeNull();
  });
});
