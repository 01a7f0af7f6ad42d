import { describe, expect, it } from 'vitest';

import type { CrossCounts } from '../../../src/crossfilter/cross-filter';
import { FOUND_IDS, type FoundId } from '../../../src/crossfilter/found';
import { headlineOf } from '../../../src/session/audit/headline';

/** Counts of two sources in which only some findings occur. */
function counts(kept: number, found: Partial<Record<FoundId, readonly [number, number]>>): CrossCounts {
  return {
    kept,
    chosen: kept,
    sources: [],
    found: [],
    marks: [],
    histograms: { rho: [], eta: [], psi: [], w: [] },
    cells: [0, 1].map((s) => FOUND_IDS.map((id) => found[id]?.[s as 0 | 1] ?? 0)),
  };
}

const NAMES = ['bm25', 'pos-knn'];

describe('what stands out', () => {
  it.each<[string, CrossCounts, string]>([
    [
      'pairs near their positive, without blaming the largest file',
      counts(1000, { near_positive: [279, 139] }),
      '418 pairs lie so near to their positive that they may be answers.',
    ],
    [
      'a single one',
      counts(1000, { near_positive: [0, 1] }),
      '1 pair lies so near to its positive that it may be an answer, in pos-knn.',
    ],
    [
      'copies first',
      counts(1000, { same_text: [121, 0], near_positive: [130, 1] }),
      '121 negatives repeat their positive word for word, all in bm25; 10 more lie so near to it that they may be answers.',
    ],
    [
      'many inverted pairs',
      counts(1000, { inversion: [100, 50] }),
      '15\u00a0% of 1,000 pairs are inverted: their negative scores above the positive.',
    ],
    ['nothing', counts(1000, { inversion: [10, 0] }), 'Nothing stands out among 1,000 pairs.'],
    ['no pairs', counts(0, {}), 'This run has no pairs.'],
  ])('%s', (_, all, sentence) => {
    expect(headlineOf(all, NAMES)).toBe(sentence);
  });

  it('names no source where there is one', () => {
    const all = counts(10, { near_positive: [2, 0] });
    expect(headlineOf({ ...all, cells: all.cells.slice(0, 1) }, ['bm25'])).toBe(
      '2 pairs lie so near to their positive that they may be answers.',
    );
  });
});
