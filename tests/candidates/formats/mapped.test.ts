import { describe, expect, it } from 'vitest';

import { mappedFormat } from '../../../src/candidates/formats/mapped';
import { labelColumns } from '../../../src/candidates/formats/plan';
import { candidatesById, draftOf, jsonFormat } from './support';

describe('a mapping', () => {
  it('reads lists, of texts and of passages', () => {
    const format = mappedFormat({ query: 'q', positive: 'p', negatives: ['n'], queryId: null });
    expect(
      draftOf(format, { q: 'q', p: ['a', 'b'], n: ['c', null, { title: 'T', text: 'd' }] }),
    ).toMatchObject({
      positives: ['a', 'b'],
      lists: [
        {
          key: null,
          texts: ['c', null, 'T d'],
          where: { holder: ['n'], steps: [0, 1, 2], beside: [] },
        },
      ],
    });
  });

  it('keeps fields of different names apart, and joins a series', () => {
    const two = mappedFormat({ query: 'q', positive: 'p', negatives: ['bm25', 'dense'], queryId: null });
    expect(two.apart).toBe('fields');
    expect(draftOf(two, { q: 'q', p: 'p', bm25: 'a', dense: ['b', 'c'] }).lists).toMatchObject([
      { key: 'bm25', texts: ['a'], where: { holder: [], steps: ['bm25'] } },
      { key: 'dense', texts: ['b', 'c'], where: { holder: ['dense'], steps: [0, 1] } },
    ]);
    expect(draftOf(two, { q: 'q', p: 'p', dense: ['b'] }).lists).toMatchObject([{ key: 'dense' }]);
    const series = mappedFormat({ query: 'q', positive: 'p', negatives: ['n1', 'n2'], queryId: null });
    expect(series.apart).toBeNull();
    expect(draftOf(series, { q: 'q', p: 'p', n1: 'a', n2: 'b' }).lists).toMatchObject([
      { texts: ['a', 'b'] },
    ]);
  });

  it('takes the only text of an object', () => {
    const format = mappedFormat({ query: 'q', positive: 'p', negatives: ['n1', 'n2'], queryId: null });
    expect(draftOf(format, { q: 'q', p: { body: 'p' }, n2: { other: 'x' } })).toMatchObject({
      positives: ['p'],
      lists: [{ texts: ['x'] }],
    });
  });
});

describe('columns for the source label', () => {
  it('are plain, short, and neither used nor ids nor scores', () => {
    const row = {
      query_id: '1',
      query: 'q',
      positive_passages: [{ text: 'p' }],
      negative_passages: [{ text: 'n' }],
      subset: 'bm25',
      answers: ['a'],
      fold: 3,
      hard: true,
      score: 0.5,
      doc_id: 'd',
      empty: null,
      note: 'x'.repeat(81),
    };
    expect(labelColumns([row, { ...row, late: 'y' }], jsonFormat(row))).toEqual([
      'subset',
      'fold',
      'hard',
      'late',
    ]);
  });

  it('of tables are the columns that are left', () => {
    const row = { miner: 'x', anchor: 'q', positive: 'p', negative: 'n' };
    expect(labelColumns([row], candidatesById('tuples', row))).toEqual(['miner']);
  });
});
