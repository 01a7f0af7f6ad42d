import { describe, expect, it } from 'vitest';

import { Fault } from '../../../src/candidates/fault';
import { Ref } from '../../../src/candidates/formats/format';
import type { Gathered } from '../../../src/candidates/records/gathered';
import { judged } from '../../../src/candidates/records/run-records';

const hits = (ids: readonly string[], ranks: readonly number[]): Gathered => ({
  place: 1,
  label: null,
  queryId: null,
  query: new Ref('queries', 'q1'),
  positives: [],
  hits: { ranks, ids: null },
  negatives: ids.map((id) => new Ref('corpus', id)),
  places: ids.map((_, index) => 10 + index),
  indices: ids.map(() => 0),
  embeddings: null,
  negativesInEntry: ids.length,
  excluded: 0,
  hitsFound: null,
  scores: null,
  fields: { query: '1', positive: 'qrels', negatives: '3' },
});

const idsOf = (texts: Gathered['negatives']): string[] => texts.map((text) => (text as Ref).id);

describe('the hits of one query', () => {
  it('become the K best that are no positives, best first; equal scores in file order; repeated hits once', () => {
    const gathered = hits(['a', 'b', 'p2', 'c', 'a', 'd', 'p1'], [1, 3, 9, 3, 8, 0, 2]);
    const record = judged(gathered, () => new Set(['p1', 'p2']), 3);
    if (record instanceof Fault) throw new Error(record.message);
    expect(idsOf(record.negatives)).toEqual(['a', 'b', 'c']);
    // The better one of the two lines of a.
    expect(record.places).toEqual([14, 11, 13]);
    expect(record.indices).toEqual([0, 0, 0]);
    // d too.
    expect(record.hitsFound).toBe(4);
    expect(idsOf(record.positives)).toEqual(['p1', 'p2']);
    expect(record.queryId).toBe('q1');
  });

  it('are fewer where the run has no more', () => {
    const record = judged(hits(['a', 'p'], [2, 1]), () => new Set(['p']), 10);
    expect(record instanceof Fault ? record : idsOf(record.negatives)).toEqual(['a']);
  });

  it('are at fault where the qrels do not have the query', () => {
    const fault = judged(hits(['a'], [1]), () => undefined, 10);
    expect(fault).toMatchObject({ code: 'no-positive', field: 'qrels' });
    expect((fault as Fault).message).toContain('the query q1');
  });
});
