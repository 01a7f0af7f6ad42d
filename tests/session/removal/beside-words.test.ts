import { describe, expect, it } from 'vitest';

import type { BesideList } from '../../../src/candidates/api';
import { besideInWords } from '../../../src/session/removal/beside-words';

const list = (name: string, own: Partial<BesideList> = {}): BesideList => ({
  name,
  left: null,
  led: false,
  alike: 100,
  records: 100,
  ...own,
});

describe('lists beside the negatives', () => {
  it('that were cut are named once', () => {
    const beside = [list('neg_scores'), list('neg_ids'), list('scores', { led: true })];
    expect(besideInWords([{ of: 'a.jsonl', beside }])).toEqual([
      '`neg_scores`, `neg_ids` and `scores` lost the items of the same negatives.',
    ]);
  });

  it('that stay are named with counts, and why', () => {
    const beside = [
      list('tags', { left: 'some records', alike: 3 }),
      list('vector', { left: 'one length', alike: 1200, records: 1200 }),
      list('margins', { left: 'positives' }),
      list('scores', { left: 'other negatives', led: true }),
      list('neg_scores', { alike: 97 }),
    ];
    expect(besideInWords([{ of: 'a.jsonl', beside }])).toEqual([
      '`neg_scores` lost the items of the same negatives.',
      '`tags` is as long as the negatives in 3 of 100 records: left as it is.',
      '`vector` is as long as the negatives in 1,200 of 1,200 records, and all have as many: left as it is.',
      '`margins` is as long as the negatives in 100 of 100 records, and as long as the positives: left as it is.',
      '`scores` is one longer than the negatives in 100 of 100 records, and as long as other negatives: left as it is.',
      '`neg_scores` is as long as the negatives in 97 of 100 records: the others keep it as it is.',
    ]);
  });

  it('are told by file where there are several, and not where there are none', () => {
    const tags = list('tags', { left: 'some records', alike: 3 });
    const files = [
      { of: 'a.jsonl', beside: [tags] },
      { of: 'b.jsonl', beside: [] },
    ];
    expect(besideInWords(files)).toEqual([
      'a.jsonl: `tags` is as long as the negatives in 3 of 100 records: left as it is.',
    ]);
  });
});
