/** Keys of pairs by their texts, and the table of marks as a query sees it. */

import { beforeAll, describe, expect, it } from 'vitest';

import { Candidates } from '../../../src/candidates/candidates';
import { KEY_WORDS, type PairKeys } from '../../../src/candidates/marks/marks';
import type { LoadedSource } from '../../../src/candidates/outcomes';
import { loadSource, nodeEngine, openCandidates } from '../support';
import { jsonl } from '../../support/jsonl';

const FIRST = [
  { query: 'q1', positive: 'p1', negatives: ['n1', 'n2'] },
  { query: 'q2', positive: 'p2', negatives: ['n1'] },
];
/** The pair (q1, p1, n2) again, another order of the same three texts, and the same negative of another positive. */
const SECOND = [
  { query: 'q1', positive: 'n2', negatives: ['p1'] },
  { query: 'q1', positive: 'p2', negatives: ['n2'] },
  { query: ' q1 ', positive: 'p1', negatives: ['new', 'n2\n'] },
];

const loaded = (candidates: Candidates, name: string, records: readonly object[]) =>
  loadSource(candidates, name, jsonl(...records));

/** The key of each pair in letters. */
function keysOf({ words, offsets }: PairKeys): string[] {
  const pairs = offsets.at(-1) ?? 0;
  return Array.from({ length: pairs }, (_, i) => words.subarray(i * KEY_WORDS, (i + 1) * KEY_WORDS).join());
}

describe('marks in the store', () => {
  const candidates = openCandidates();
  let first: LoadedSource;
  let second: LoadedSource;
  const rows = async (sql: string) => (await candidates.query(sql, { limit: 100 })).rows;
  const all = 'SELECT source, record, position, mark, note, verdict, judges FROM marks ORDER BY ALL';

  beforeAll(async () => {
    first = await loaded(candidates, 'first.jsonl', FIRST);
    second = await loaded(candidates, 'second.jsonl', SECOND);
  });

  it('gives one key to a query with a negative, wherever it stands and whatever its positive is', async () => {
    const ours = keysOf(await candidates.pairKeys(first.id));
    const theirs = keysOf(await candidates.pairKeys(second.id));
    // (q1, n1), (q1, n2), (q2, n1); (q1, p1), (q1, n2), (q1, new), (q1, n2)
    expect([theirs[1], theirs[3]]).toEqual([ours[1], ours[1]]);
    expect(new Set([...ours, ...theirs]).size).toBe(5);
  });

  it('gives the same keys for ids of queries and negatives', async () => {
    const { queries, negatives } = await candidates.structure(second.id, 1);
    const ofPairs = Int32Array.of(...[0, 1, 2, 2].map((record) => queries[record] as number));
    const words = await candidates.passageKeys(ofPairs, negatives);
    expect(words).toEqual((await candidates.pairKeys(second.id)).words);
  });

  it('gives the same keys in another store, whatever was loaded before', async () => {
    const other = new Candidates(nodeEngine);
    try {
      const source = await loaded(other, 'only-second.jsonl', SECOND);
      expect(keysOf(await other.pairKeys(source.id))).toEqual(keysOf(await candidates.pairKeys(second.id)));
    } finally {
      await other.close();
    }
  });

  it('fills the table with all marks, in the place of those before', async () => {
    const fill = (marks: number[], notes: string[]) =>
      candidates.fillMarks([
        {
          source: first.id,
          records: Int32Array.of(0, 1).slice(0, marks.length),
          positions: Int32Array.of(1, 0).slice(0, marks.length),
          marks: Uint8Array.from(marks),
          notes,
          verdicts: Uint8Array.from(marks, (mark) => (mark === 0 ? 1 : 0)),
          judges: marks.map((mark) => (mark === 0 ? 'me, judge' : '')),
        },
      ]);
    await fill([1, 2], ['', '']);
    expect(await rows(all)).toEqual([
      [first.id, 1, 2, 'keep', null, null, null],
      [first.id, 2, 1, 'drop', null, null, null],
    ]);
    await fill([3, 0], ['it answers', 'to be read']);
    expect(await rows(all)).toEqual([
      [first.id, 1, 2, 'false-negative', 'it answers', null, null],
      [first.id, 2, 1, null, 'to be read', 'answers', 'me, judge'],
    ]);
    await fill([], []);
    expect(await rows(all)).toEqual([]);
  });

  it('loses the marks of a source that is removed, and takes none of it', async () => {
    const marked = {
      source: second.id,
      records: Int32Array.of(2),
      positions: Int32Array.of(0),
      marks: Uint8Array.of(2),
      notes: [''],
      verdicts: Uint8Array.of(0),
      judges: [''],
    };
    await candidates.fillMarks([marked]);
    expect(await rows(all)).toHaveLength(1);
    await candidates.remove(second.id);
    expect(await rows(all)).toEqual([]);
    await candidates.fillMarks([marked]);
    expect(await rows(all)).toEqual([]);
    await expect(candidates.pairKeys(second.id)).rejects.toMatchObject({ name: 'UnknownSourceError' });
  });
});
