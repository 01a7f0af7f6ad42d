import { describe, expect, it } from 'vitest';

import { draftOf, faultOf, jsonFormat } from './support';

describe('plain JSON', () => {
  const row = { query: ' q', positive: 'p', negatives: ['a', null, ''] };

  it('takes an id under any of its names', () => {
    const format = jsonFormat(row);
    const idOf = (fields: object): string | null => draftOf(format, { ...row, ...fields }).queryId;
    expect(idOf({ query_id: 'q1' })).toBe('q1');
    expect(idOf({ qid: 7, id: 'x' })).toBe('7');
    expect(idOf({ id: 12n })).toBe('12');
    expect(idOf({ id: '', _id: null })).toBeNull();
    expect(faultOf(format, { ...row, id: { a: 1 } })).toEqual(['wrong-type', 'id']);
  });

  it('names the first field at fault, in the order query, positive, negatives, id', () => {
    const format = jsonFormat(row);
    expect(faultOf(format, { positive: null, negatives: 5 })).toEqual(['missing-field', 'query']);
    expect(faultOf(format, { query: null, positive: null })).toEqual(['null-field', 'query']);
    expect(faultOf(format, { query: 'q', positive: null, negatives: 5 })).toEqual(['null-field', 'positive']);
    expect(faultOf(format, { query: 'q', negatives: 5 })).toEqual(['missing-field', 'positive']);
    expect(faultOf(format, { query: 'q', positive: 'p', id: [] })).toEqual(['missing-field', 'negatives']);
    expect(faultOf(format, { query: 'q', positive: 'p', negatives: null })).toEqual([
      'null-field',
      'negatives',
    ]);
    expect(faultOf(format, { query: 'q', positive: 'p', negatives: 5 })).toEqual(['wrong-type', 'negatives']);
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

  it('names the item at fault', () => {
    expect(faultOf(format, { ...row, pos: [] })).toEqual(['no-positive', 'pos']);
    expect(faultOf(format, { ...row, pos: [null, 'p'] })).toEqual(['null-field', 'pos[0]']);
    expect(faultOf(format, { ...row, pos: ['p', {}] })).toEqual(['wrong-type', 'pos[1]']);
    expect(faultOf(format, { ...row, pos: 'p' })).toEqual(['wrong-type', 'pos']);
    expect(faultOf(format, { ...row, neg: ['n', false] })).toEqual(['wrong-type', 'neg[1]']);
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

  it('names the field inside a passage that is at fault', () => {
    const fault = (fields: object): [string, string | null] => faultOf(format, { ...row, ...fields });
    expect(fault({ positive_passages: [] })).toEqual(['no-positive', 'positive_passages']);
    expect(fault({ positive_passages: [{ title: 'only' }] })).toEqual([
      'missing-field',
      'positive_passages[0].text',
    ]);
    expect(fault({ positive_passages: [{ text: null }] })).toEqual([
      'null-field',
      'positive_passages[0].text',
    ]);
    expect(fault({ positive_passages: ['text'] })).toEqual(['wrong-type', 'positive_passages[0]']);
    expect(fault({ negative_passages: [{ text: 'n' }, { text: 5 }] })).toEqual([
      'wrong-type',
      'negative_passages[1].text',
    ]);
    expect(fault({ negative_passages: [{ title: 3, text: 'n' }] })).toEqual([
      'wrong-type',
      'negative_passages[0].title',
    ]);
    expect(fault({ negative_passages: { text: 'n' } })).toEqual(['wrong-type', 'negative_passages']);
  });
});

describe('DPR', () => {
  const context = [{ title: 't', text: 'n' }];
  const row = { question: 'q', answers: [], positive_ctxs: [{ title: '', text: 'p' }] };

  it('needs one of them', () => {
    const format = jsonFormat({ ...row, negative_ctxs: context });
    expect(faultOf(format, row)).toEqual(['missing-field', 'negative_ctxs` or `hard_negative_ctxs']);
    expect(faultOf(format, { ...row, negative_ctxs: 'n' })).toEqual(['wrong-type', 'negative_ctxs']);
  });
});
