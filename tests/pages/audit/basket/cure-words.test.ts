import { describe, expect, it } from 'vitest';

import {
  curableOf,
  effectInWords as effect,
  foundInWords as found,
} from '../../../../src/pages/audit/basket/cure-words';
import { phraseText } from '../../../../src/report/verdict-words';

type Row = Parameters<typeof effect>[0][number];

const foundInWords = (...given: Parameters<typeof found>) => phraseText(found(...given));
const effectInWords = (...given: Parameters<typeof effect>) => phraseText(effect(...given));

const standing = (eci: number, low: number | null = null, high: number | null = null) =>
  ({ eci, low, high }) as Row['before'];

describe('the cure of a finding in words', () => {
  it('counts them by source', () => {
    expect(foundInWords('same_text', [{ name: 'leaky', removed: 121 }])).toBe(
      '121 negatives of leaky are copies of their positives.',
    );
    expect(foundInWords('same_text', [{ name: 'leaky', removed: 1 }])).toBe(
      '1 negative of leaky is a copy of its positive.',
    );
    expect(
      foundInWords('same_text', [
        { name: 'a', removed: 1 },
        { name: 'b', removed: 2 },
      ]),
    ).toBe('1 negative of a and 2 of b are copies of their positives.');
  });

  it('is of the finding that is looked at, where dropping its pairs cures', () => {
    expect(curableOf(['near_text'])).toBe('near_text');
    expect(curableOf(['inversion'])).toBe('same_text');
    expect(curableOf(['near_text', 'near_positive'])).toBe('same_text');
    expect(curableOf([])).toBe('same_text');
    expect(foundInWords('near_positive', [{ name: 'bm25', removed: 88 }])).toBe(
      '88 negatives of bm25 lie near their positives.',
    );
    // Random passages are no cure for a mined source, and taking them out of a random one cures nothing.
    expect(curableOf(['unrelated'])).toBe('same_text');
  });

  it('says the score without them, and whether it stays inside its interval', () => {
    const before = standing(0.4114, 0.4, 0.42);
    expect(effectInWords([{ name: 'leaky', before, after: null }])).toBe('');
    expect(effectInWords([{ name: 'leaky', before, after: standing(0.4156) }])).toBe(
      'Without them leaky scores 0.4156 instead of 0.4114, inside its interval.',
    );
    expect(effectInWords([{ name: 'leaky', before, after: standing(0.5) }])).toContain(
      'outside its interval',
    );
    expect(effectInWords([{ name: 'leaky', before: standing(0.4), after: standing(0.5) }])).toBe(
      'Without them leaky scores 0.5000 instead of 0.4000.',
    );
  });

  it('is one short sentence of several sources, which says of each where it lies unless all lie alike', () => {
    const rows = [
      { name: 'a', before: standing(0.3, 0.2, 0.4), after: standing(0.31) },
      { name: 'b', before: standing(0.5, 0.4, 0.6), after: standing(0.48) },
    ];
    expect(effectInWords(rows)).toBe(
      'Without them: a 0.3000 → 0.3100, b 0.5000 → 0.4800, inside their intervals.',
    );
    const [a, b] = rows as [Row, Row];
    expect(effectInWords([a, { ...b, after: standing(0.7) }])).toBe(
      'Without them: a 0.3000 → 0.3100 (inside its interval), b 0.5000 → 0.7000 (outside its interval).',
    );
    expect(effectInWords([a, { ...b, before: standing(0.5) }])).toBe(
      'Without them: a 0.3000 → 0.3100 (inside its interval), b 0.5000 → 0.4800.',
    );
  });
});
