import { describe, expect, it } from 'vitest';

import type { FoundId } from '../../../src/crossfilter/found';
import type { ViewedPair } from '../../../src/crossfilter/pair-views';
import { reasonsOf } from '../../../src/pages/audit/reader/reasons';

function pair(found: readonly FoundId[], figures: Partial<ViewedPair['figures']> = {}): ViewedPair {
  const none = {
    rho: 0.9,
    eta: 0.5,
    psi: 0.9,
    w: 0.4,
    m: 0.2,
    l: 0,
    C: 0.1,
    cos: 0.5,
    suspicion: 0.5,
    score: 0.5,
    share: 0.7,
    place: 1,
    given: NaN,
    held: 1,
  };
  const place = {
    row: 0,
    source: 1,
    record: 0,
    position: 0,
    query: 0,
    positive: 0,
    negative: 1,
    distance: 1,
  };
  return { ...place, figures: { ...none, ...figures }, found };
}

describe('why a pair is here', () => {
  it('is at least its suspicion', () => {
    expect(reasonsOf(pair([]))).toEqual([
      'Suspicion 0.50: cosine 0.500 to the positive, 50\u00a0% of their words shared.',
    ]);
  });

  it('is a copy before all else', () => {
    const reasons = reasonsOf(pair(['same_text', 'near_positive'], { m: 0, cos: 1 }));
    expect(reasons).toEqual(['It is the positive itself: drop it.']);
  });

  it.each<[FoundId, RegExp]>([
    ['near_text', /words of the positive/],
    ['near_positive', /would teach the encoder to reject the answer/],
    ['language', /another language/],
  ])('names what was found: %s', (found, words) => {
    expect(reasonsOf(pair([found]))[1]).toMatch(words);
  });

  it('is what its figures say', () => {
    expect(reasonsOf(pair([], { m: -0.1 }))[1]).toMatch(/prefers it to the positive/);
    expect(reasonsOf(pair([], { C: 0.61 }))[1]).toMatch(/61 %/);
  });
});
