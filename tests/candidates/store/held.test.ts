import { afterEach, describe, expect, it } from 'vitest';

import { Candidates } from '../../../src/candidates/candidates';
import { defaultLoadOptions } from '../../../src/candidates/reading';
import type { LoadedSource } from '../../../src/candidates/outcomes';
import { fileOf, jsonl, loadSource, nodeEngine } from '../support';

const LIMITS = { duckdbMiB: 500, sources: 1e9 };
const ALL = { offset: 0, limit: 50 };

const RECORDS = [
  { query_id: 'a', query: 'q1', positive: 'p1', negatives: ['n1', 'é\u0000😀', 'p2'] },
  { query_id: 'a', query: 'q2', positive: 'p2', negatives: ['n1', 'n1', 'q1'] },
  { query: 'q1', positive: 'p2', negatives: [`${'😀'.repeat(300)}end`] },
  { query_id: 'a', query: 'q1', positive: 'p1', negatives: ['n3', 'p2'] },
  { query: 'q9', positive: 'p9', negatives: [] },
];

const opened: Candidates[] = [];

/** @param held bytes in memory at most */
function candidatesWith(held: number, workers: unknown[] = []): Candidates {
  const createWorker = () => {
    const worker = nodeEngine.createWorker();
    workers.push(worker);
    return worker;
  };
  const made = new Candidates({ ...nodeEngine, createWorker }, { ...LIMITS, held });
  opened.push(made);
  return made;
}

afterEach(async () => {
  for (const candidates of opened.splice(0)) await candidates.close();
});

/** All that a source says, whatever it is asked. */
async function saidOf(candidates: Candidates, source: LoadedSource) {
  const structure = await candidates.structure(source.id, 7);
  const { queries, positives, negatives } = structure;
  const places = [Int32Array.of(0, 3), Int32Array.of(2, 1)] as const;
  return {
    source,
    structure,
    queries: await candidates.queryTexts(queries),
    positives: await candidates.passageTexts(positives),
    negatives: await candidates.passageTexts(negatives),
    excerpts: await candidates.excerpts(queries, Int32Array.of(999, ...negatives), 200),
    pairs: await candidates.pairTexts(source.id, ...places),
    known: await candidates.pairsFound(source.id, 'positives'),
    counts: await candidates.rejectCounts(),
  };
}

describe('texts in memory', () => {
  it('stay where a file that is too large for them is refused, since DuckDB does not start', async () => {
    let starts = 0;
    const createWorker = () => {
      starts += 1;
      throw new Error('blocked');
    };
    const candidates = new Candidates({ ...nodeEngine, createWorker }, { ...LIMITS, held: 10_000 });
    opened.push(candidates);
    const small = await loadSource(candidates, 'small.jsonl', jsonl(...RECORDS));
    const said = await saidOf(candidates, small);
    const large = jsonl({ query: 'q', positive: 'p', negatives: ['x'.repeat(20_000)] }, { query: 'no more' });
    const outcome = await candidates.load(
      fileOf('large.jsonl', large),
      defaultLoadOptions('large.jsonl'),
      () => undefined,
    );
    expect(outcome).toMatchObject({ status: 'refused', refused: { error: 'StoreStartError' } });
    // Begun ahead of so large a file, and where its texts had no room.
    expect(starts).toBeLessThanOrEqual(2);
    expect(await saidOf(candidates, small)).toEqual(said);
  });

  it('say of every source what DuckDB says, which has not started', async () => {
    const workers: unknown[] = [];
    const [held, duck] = [candidatesWith(1e6, workers), candidatesWith(0)];
    const said = [];
    for (const candidates of [held, duck]) {
      const first = await loadSource(candidates, 'first.jsonl', jsonl(...RECORDS));
      const second = await loadSource(
        candidates,
        'second.csv',
        'query,positive,negative\nq2,n1,p1\nq3,new,q1\n',
      );
      said.push([await saidOf(candidates, first), await saidOf(candidates, second)]);
    }
    expect(said[0]).toEqual(said[1]);
    expect(workers).toEqual([]);
    expect(said[0]?.[0]?.source.preflight).toMatchObject({
      positives: { count: 2, example: { place: 1, query: 'q1', text: 'p2' } },
      ids: { count: 2, example: { place: 2, text: 'a' } },
      repeats: { count: 1, example: { place: 2, text: 'n1' } },
    });
    // Everything is in the tables once they are asked.
    const rows = [];
    for (const candidates of [held, duck]) {
      const tables = ['records', 'negatives', 'queries', 'passages', 'sources', 'rejects'];
      for (const table of tables) {
        rows.push((await candidates.query(`SELECT * FROM ${table} ORDER BY ALL`, { limit: 100 })).rows);
      }
    }
    expect(rows.slice(0, 6)).toEqual(rows.slice(6));
    expect(rows[1]).toHaveLength(10);
    expect(workers).toHaveLength(1);
    expect((await held.rejects({}, ALL)).rejects).toEqual((await duck.rejects({}, ALL)).rejects);
  });

  it('go where there are too many, within a file, and come back once nothing is left', async () => {
    const workers: unknown[] = [];
    const candidates = candidatesWith(6000, workers);
    const small = await loadSource(candidates, 'small.jsonl', jsonl(...RECORDS));
    expect(workers).toHaveLength(0);
    const many = Array.from({ length: 12_000 }, (_, i) => ({
      query: `m${i}`,
      positive: 'p1',
      negatives: [`o${i}`],
    }));
    const large = await loadSource(candidates, 'large.jsonl', jsonl(...many));
    expect(workers).toHaveLength(1);
    for (const [source, last] of [
      [small, 'p2'],
      [large, 'o11999'],
    ] as const) {
      const { negatives } = await candidates.structure(source.id, 7);
      expect((await candidates.passageTexts(negatives)).at(-1)).toBe(last);
    }
    for (const { fileId } of [small, large]) await candidates.remove(fileId);
    const again = await loadSource(candidates, 'small.jsonl', jsonl(...RECORDS));
    expect(await candidates.passageTexts((await candidates.structure(again.id, 7)).positives)).toEqual([
      'p1',
      'p2',
      'p2',
      'p1',
    ]);
  });

  it('are forgotten with their source, and DuckDB forgets the same ones when it starts', async () => {
    const candidates = candidatesWith(1e6);
    const gone = await loadSource(candidates, 'gone.jsonl', jsonl(...RECORDS));
    const stays = await loadSource(
      candidates,
      'stays.jsonl',
      jsonl({ query: 'q1', positive: 'p1', negatives: ['n1'] }),
    );
    const { negatives, queries } = await candidates.structure(gone.id, 7);
    const [n1, other] = negatives;
    await candidates.remove(gone.fileId);
    const { passages } = await candidates.excerpts(
      queries,
      Int32Array.of(n1 as number, other as number),
      null,
    );
    expect(passages).toEqual(['n1', null]);
    await expect(candidates.passageTexts(negatives)).rejects.toMatchObject({ name: 'UnknownSourceError' });
    // A text that was forgotten gets another id, as where DuckDB is asked at once.
    const again = await loadSource(candidates, 'again.jsonl', jsonl(...RECORDS));
    expect((await candidates.structure(again.id, 7)).negatives[1]).not.toBe(other);
    await candidates.remove(again.fileId);
    const { rows } = await candidates.query('SELECT text FROM passages ORDER BY text', { limit: 100 });
    expect(rows.flat()).toEqual(['n1', 'p1']);
    expect((await candidates.query('SELECT source FROM records', { limit: 9 })).rows).toEqual([[stays.id]]);
  });
});

it('what was read before a start that failed is in the tables after the next one', async () => {
  let fails = true;
  const createWorker = () => {
    if (fails) throw new Error('no worker');
    return nodeEngine.createWorker();
  };
  const candidates = new Candidates({ ...nodeEngine, createWorker }, { ...LIMITS, held: 1e6 });
  opened.push(candidates);
  const { id } = await loadSource(candidates, 'read.jsonl', jsonl(...RECORDS));
  await expect(candidates.start()).rejects.toMatchObject({ name: 'StoreStartError' });
  expect(await candidates.passageTexts((await candidates.structure(id, 7)).positives)).toHaveLength(4);
  fails = false;
  await candidates.start();
  const { rows } = await candidates.query('SELECT count(*)::INTEGER FROM records', { limit: 1 });
  expect(rows).toEqual([[4]]);
});
