import { describe, expect, it } from 'vitest';

import type { FoundId } from '../../../src/crossfilter/found';
import type { ViewedPair } from '../../../src/crossfilter/pair-views';
import { reasonsOf } from '../../../src/pages/audit/reader/reasons';

function pair(found: readonly FoundId[], figures: Partial<ViewedPair['figures']> = {}): ViewedPair {
  const none = { rho: 0.9, eta: 0.5, psi: 0.9, w: 0.4, m: 0.2, l: 0, C: 0.1, cos: 0.5, suspicion: 0.5 };
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

const differing = (first: number, second: number) => ({
  first: new Set(Array.from({ length: first }, (_, i) => i)),
  second: new Set(Array.from({ length: second }, (_, i) => i)),
});

describe('why a pair is here', () => {
  it('is at least its suspicion', () => {
    expect(reasonsOf(pair([]), null)).toEqual([
      'Suspicion 0.50: cosine 0.500 to the positive, 50\u00a0% of their words shared.',
    ]);
  });

  it('counts the words that differ', () => {
    expect(reasonsOf(pair([]), differing(1, 1))[0]).toBe(
      'Suspicion 0.50: cosine 0.500 to the positive, 50\u00a0% of their words shared. One word differs.',
    );
    expect(reasonsOf(pair([]), differing(2, 3))[0]).toContain('Three words differ.');
    expect(reasonsOf(pair([]), differing(0, 0))[0]).toContain('only signs or spaces differ');
    // What differs says more than that it is little.
    expect(reasonsOf(pair(['near_text']), differing(1, 1))).toHaveLength(1);
    expect(reasonsOf(pair(['near_text']), null)[1]).toBe('It has nearly the words of the positive.');
  });

  it('is a copy before all else', () => {
    const reasons = reasonsOf(pair(['same_text', 'near_positive'], { m: 0, cos: 1 }), differing(0, 0));
    expect(reasons).toEqual(['It is the positive itself: drop it.']);
  });

  it('names what was found', () => {
    expect(reasonsOf(pair(['inversion'], { m: -0.1 }), null)[1]).toBe(
      'The encoder prefers it to the positive: lead m = −0.100.',
    );
    expect(reasonsOf(pair(['near_positive'], { m: 0.016 }), null).slice(1)).toEqual([
      'The encoder hardly tells the two apart: lead m = 0.016.',
      'If it answers the query, training on it would teach the encoder to reject the answer.',
    ]);
    expect(reasonsOf(pair(['high_coverage'], { C: 0.61 }), null)[1]).toContain('61 %');
    expect(reasonsOf(pair(['unrelated', 'low_locality']), null)).toHaveLength(2);
  });
});
