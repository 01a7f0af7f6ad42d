import { describe, expect, it } from 'vitest';

import { draftOf, jsonFormat } from './support';

describe('plain JSON', () => {
  const row = { query: ' q', positive: 'p', negatives: ['a', null, ''] };

  it('takes an id under any of its names', () => {
    const format = jsonFormat(row);
    const idOf = (fields: object): string | null => draftOf(format, { ...row, ...fields }).queryId;
    expect(idOf({ query_id: 'q1' })).toBe('q1');
    expect(idOf({ qid: 7, id: 'x' })).toBe('7');
    expect(idOf({ id: 12n })).toBe('12');
    expect(idOf({ id: '', _id: null })).toBeNull();
  });
});

describe('FlagEmbedding', () => {
  const row = { query: 'q', pos: ['p1', 'p2'], neg: ['a', 'b'] };
  const format = jsonFormat(row);

  it.each([
    [{}, null],
    [{ pos_scores: null, neg_scores: [] }, null],
    [{ pos_scores: [1, 1], neg_scores: [0, 0] }, 'fine'],
    [{ neg_scores: [0, 0] }, 'fine'],
    [{ pos_scores: [1] }, 'missing'],
    [{ pos_scores: [1, null] }, 'missing'],
    [{ neg_scores: [1, '2'] }, 'missing'],
    [{ neg_scores: 3 }, 'missing'],
    [{ neg_scores: [1, -0.001] }, 'fine'],
    [{ pos_scores: [-1, 1], neg_scores: [1] }, 'missing'],
  ])('checks scores: %j', (scores, check) => {
    expect(draftOf(format, { ...row, ...scores }).scores).toBe(check);
  });
});

describe('Tevatron', () => {
  const row = { query: 'q', positive_passages: [{ text: 'p' }], negative_passages: [{ text: 'n' }] };
  const format = jsonFormat(row);

  it('checks the scores of each list: all or none', () => {
    const scored = (positive: unknown[], negative: unknown[]): object => ({
      ...row,
      positive_passages: positive.map((score) => ({ text: 'p', score })),
      negative_passages: negative.map((score) => ({ text: 'n', score })),
    });
    const check = (positive: unknown[], negative: unknown[]): string | null =>
      draftOf(format, scored(positive, negative) as never).scores;
    expect(check([undefined], [undefined])).toBeNull();
    expect(check([undefined], [1, 2])).toBe('fine');
    expect(check([1], [1, null])).toBe('missing');
    expect(check([1], ['high'])).toBe('missing');
    expect(check([1], [1, -2])).toBe('fine');
  });
});
