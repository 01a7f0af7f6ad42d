import { describe, expect, it } from 'vitest';

import { candidatesById, draftOf, jsonFormat, jsonl, placed, recognised } from './support';

describe('labeled pairs', () => {
  const row = { sentence1: 'q', sentence2: 'd', label: 1 };
  const format = jsonFormat(row);

  it.each([
    [1, 1],
    ['1', 1],
    ['1.0', 1],
    [true, 1],
    ['True', 1],
    [0, 0],
    ['0', 0],
    [false, 0],
    [0n, 0],
  ])('read the label %s', (label, positives) => {
    expect(draftOf(format, { ...row, label }).positives).toHaveLength(positives);
  });

  it('refuse every other label', () => {
    expect(format.read({ ...row, label: 0.5 })).toMatchObject({
      code: 'wrong-type',
      field: 'label',
      message: '`label` must be 0 or 1, found the number 0.5. Correct the field.',
    });
  });

  it('are not pairs with scores of similarity', () => {
    const pair = (score: number): object => ({ sentence1: 'a', sentence2: 'b', score });
    expect(recognised('a.jsonl', jsonl(...[1, 0.8, 0.2, 0.5].map(pair)))).toBeNull();
    expect(recognised('a.jsonl', jsonl(...[1, 0, 0, 0.5].map(pair)))).toBe('labeled-pairs');
    expect(
      recognised('a.csv', 'sentence1,sentence2,score\na b c d,e f g h,0.5\ni j k l,m n o p,0.25\n'),
    ).toBeNull();
  });

  it('are not guessed in a table without header, and read where the user names the format', () => {
    const rows = 'what is a b c\ta long text\t1\nwhat is a b c\tanother text\t0\n';
    expect(recognised('a.tsv', rows)).toBeNull();
    const row = placed(['what is a b c', 'Title', 'a long text', '1']);
    expect(draftOf(candidatesById('labeled-pairs', row), row).positives).toEqual(['Title a long text']);
  });
});

describe('labeled lists', () => {
  const row = { query: 'q', docs: ['a', 'b', 'c'], labels: [0, 1, 0] };
  const format = jsonFormat(row);

  it('give documents with a label above 0 as positives, the others as negatives', () => {
    expect(format.id).toBe('labeled-lists');
    expect(draftOf(format, row)).toEqual({
      queryId: null,
      query: 'q',
      positives: ['b'],
      lists: [
        {
          key: null,
          texts: ['a', 'c'],
          where: { holder: ['docs'], steps: [0, 2], beside: [['labels']] },
          ranks: null,
        },
      ],
      embeddings: null,
      scores: null,
      fields: { query: 'query', positive: 'docs', negatives: 'docs' },
    });
    expect(draftOf(format, { ...row, labels: [2, 1, false] }).positives).toEqual(['a', 'b']);
    expect(draftOf(format, { ...row, labels: [1, 3, 3] }).positives).toEqual(['b', 'c', 'a']);
  });

  it('take the first document with the highest score, unless scores are 0 and 1', () => {
    const scored = { question: 'q', list: ['a', 'b', 'c'], scores: [0.2, 0.7, 0.7] };
    const read = jsonFormat(scored);
    expect(draftOf(read, scored)).toMatchObject({
      query: 'q',
      positives: ['b'],
      lists: [{ texts: ['a', 'c'], where: { holder: ['list'], steps: [0, 2], beside: [['scores']] } }],
    });
    expect(
      draftOf(jsonFormat({ ...scored, scores: [1, 0, 1] }), { ...scored, scores: [1, 0, 1] }).positives,
    ).toEqual(['a', 'c']);
    // One score of the file's samples that is neither: what is left of a cut list stays scores.
    expect(draftOf(read, { ...scored, scores: [1, 0, 1] })).toMatchObject({
      positives: ['a'],
      lists: [{ texts: ['b', 'c'] }],
    });
    expect(draftOf(read, { ...scored, scores: [-1, -2, -3] })).toMatchObject({
      positives: ['a'],
      scores: 'fine',
    });
  });

  describe('with scores, as a miner writes them', () => {
    const mined = { query: 'q', positive: ['a', 'b', 'c'], scores: [0.4, 0.6, 0.5] };

    it('have the positive first under its own name, whatever its score', () => {
      expect(draftOf(jsonFormat(mined), mined)).toMatchObject({
        positives: ['a'],
        given: [0.4, 0.6, 0.5],
        scores: 'fine',
        lists: [{ texts: ['b', 'c'], where: { holder: ['positive'], steps: [1, 2], beside: [['scores']] } }],
        fields: { positive: 'positive[0]' },
      });
      const cut = { query: 'q', positive: ['a', 'b'], scores: [0.4, 0.6] };
      expect(draftOf(jsonFormat(cut), cut).positives).toEqual(['a']);
    });

    it('are nothing where scores rise again, or where all may be positives', () => {
      expect(recognised('a.jsonl', jsonl({ ...mined, scores: [0.4, 0.5, 0.6] }))).toBeNull();
      const { positive, ...others } = mined;
      expect(recognised('a.jsonl', jsonl({ ...others, positives: positive }))).toBeNull();
    });

    it('have it first under other names where many lists show their order', () => {
      const { positive, ...others } = mined;
      const entries = Array.from({ length: 8 }, () => ({ ...others, passages: positive }));
      const [first] = entries as [(typeof entries)[0]];
      expect(draftOf(jsonFormat(...entries), first).positives).toEqual(['a']);
      expect(draftOf(jsonFormat(...entries.slice(1)), first).positives).toEqual(['b']);
      const rising = { ...first, scores: [0.6, 0.4, 0.5] };
      expect(draftOf(jsonFormat(...entries.slice(1), rising, rising), first).positives).toEqual(['b']);
    });
  });

  it('name what is at fault', () => {
    expect(format.read({ ...row, labels: [1, 0] })).toMatchObject({
      code: 'wrong-type',
      field: 'labels',
      message: '`labels` has 2 items, `docs` has 3. Expected one for each document; add or remove items.',
    });
  });
});
