import { describe, expect, it } from 'vitest';

import { Fault } from '../../../src/candidates/fault';
import { Ref, type Draft } from '../../../src/candidates/formats/format';
import { judged } from '../../../src/candidates/records/run-records';

const hits = (ids: readonly string[], ranks: readonly number[]): Draft => ({
  queryId: null,
  query: new Ref('queries', 'q1'),
  positives: [],
  lists: [
    {
      key: null,
      texts: ids.map((id) => new Ref('corpus', id)),
      where: { holder: [], steps: null },
      ranks,
      from: { places: ids.map((_, index) => 10 + index), indices: ids.map(() => 0) },
    },
  ],
  embeddings: null,
  scores: null,
  fields: { query: '1', positive: 'qrels', negatives: '3' },
});

const idsOf = (texts: readonly unknown[] = []): string[] => texts.map((text) => (text as Ref).id);

describe('the hits of one query', () => {
  it('become the K best that are no positives, best first; equal scores in file order; repeated hits once', () => {
    const draft = hits(['a', 'b', 'p2', 'c', 'a', 'd', 'p1'], [1, 3, 9, 3, 8, 0, 2]);
    const found = judged(draft, () => new Set(['p1', 'p2']), 3);
    if (found instanceof Fault) throw new Error(found.message);
    const { positives, queryId, lists } = found.draft;
    expect(idsOf(lists[0]?.texts)).toEqual(['a', 'b', 'c']);
    // The better one of the two lines of a.
    expect(lists[0]?.from).toEqual({ places: [14, 11, 13], indices: [0, 0, 0] });
    // d too.
    expect(found.hitsFound).toBe(4);
    expect(idsOf(positives)).toEqual(['p1', 'p2']);
    expect(queryId).toBe('q1');
  });

  it('are fewer where the run has no more', () => {
    const found = judged(hits(['a', 'p'], [2, 1]), () => new Set(['p']), 10);
    expect(found instanceof Fault ? found : idsOf(found.draft.lists[0]?.texts)).toEqual(['a']);
  });

  it('are at fault where the qrels do not have the query', () => {
    const fault = judged(hits(['a'], [1]), () => undefined, 10);
    expect(fault).toMatchObject({ code: 'no-positive', field: 'qrels' });
    expect((fault as Fault).message).toContain('the query q1');
  });
});
