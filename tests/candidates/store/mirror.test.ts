import { afterEach, describe, expect, it, vi } from 'vitest';

import { Candidates } from '../../../src/candidates/candidates';
import type { FilePlan } from '../../../src/candidates/formats/plan';
import { loadFile } from '../../../src/candidates/load';
import { Companions } from '../../../src/candidates/records/companions';
import { CandidateStore } from '../../../src/candidates/store/store';
import type { QueryAnswer } from '../../../src/candidates/store/user-queries';
import { defaultLoadOptions } from '../../../src/candidates/reading';
import type { LoadedSource } from '../../../src/candidates/outcomes';
import { fileOf, loadSource, nodeEngine } from '../support';
import { jsonl } from '../../support/jsonl';

const RECORDS = [
  { query_id: 'a', query: 'q1', positive: 'p1', negatives: ['n1', 'é\u0000😀', 'p2'] },
  { query_id: 'a', query: 'q2', positive: 'p2', negatives: ['n1', 'n1', 'q1'] },
  { query: 'q1', positive: 'p2', negatives: [`${'😀'.repeat(300)}end`] },
  { query_id: 'a', query: 'q1', positive: 'p1', negatives: ['n3', 'p2'] },
  { query: 'q9', positive: 'p9', negatives: [] },
];

const opened: Candidates[] = [];

/** @param workers that were started */
function openCandidates(workers: Worker[] = []): Candidates {
  const createWorker = () => {
    const worker = nodeEngine.createWorker();
    workers.push(worker);
    return worker;
  };
  const made = new Candidates({ ...nodeEngine, createWorker });
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

const SECOND = 'query,positive,negative\nq2,n1,p1\nq3,new,q1\n';
const TABLES = ['sources', 'records', 'negatives', 'queries', 'passages', 'rejects'];

async function rowsOf(candidates: Candidates, table: string) {
  return (await candidates.query(`SELECT * FROM ${table} ORDER BY ALL`, { limit: 100 })).rows;
}

async function tablesOf(candidates: Candidates) {
  const tables = new Map<string, QueryAnswer['rows']>();
  for (const table of TABLES) tables.set(table, await rowsOf(candidates, table));
  return Object.fromEntries(tables);
}

describe('what is loaded', () => {
  it('is said of every source without DuckDB, whose tables have it once they are asked', async () => {
    const workers: Worker[] = [];
    const candidates = openCandidates(workers);
    const first = await loadSource(candidates, 'first.jsonl', jsonl(...RECORDS));
    const second = await loadSource(candidates, 'second.csv', SECOND);
    const said = [await saidOf(candidates, first), await saidOf(candidates, second)];
    expect(said[0]).toMatchObject({
      queries: ['q1', 'q2', 'q1', 'q1'],
      positives: ['p1', 'p2', 'p2', 'p1'],
      pairs: [
        { query: 'q1', positive: 'p1', negative: 'p2' },
        { query: 'q1', positive: 'p1', negative: 'p2' },
      ],
      source: {
        preflight: {
          positives: { count: 2, example: { place: 1, query: 'q1', text: 'p2' } },
          ids: { count: 2, example: { place: 2, text: 'a' } },
          repeats: { count: 1, example: { place: 2, text: 'n1' } },
        },
      },
    });
    expect(said[0]?.excerpts.passages.slice(0, 4)).toEqual([null, 'n1', 'é\u0000😀', 'p2']);
    expect(said[0]?.excerpts.passages[6]).toBe('😀'.repeat(200));
    const [reject, ...none] = candidates.rejects(null);
    expect(reject).toMatchObject({ place: 5, code: 'no-negatives' });
    expect(none).toEqual([]);
    expect(workers).toHaveLength(0);

    const { records, negatives, queries, passages, sources, ...others } = await tablesOf(candidates);
    expect(workers).toHaveLength(1);
    expect(sources?.map((row) => row.slice(1, 3))).toEqual([
      ['first', null],
      ['second', null],
    ]);
    expect(queries?.map(([, text]) => text)).toEqual(['q1', 'q2', 'q3']);
    expect(passages?.map(([, text]) => text)).toEqual([
      ...new Set([...textsOf(said[0]), ...textsOf(said[1])]),
    ]);
    const [firstId, secondId] = [first.id, second.id];
    expect(records).toEqual([
      [firstId, 1, 1, 'a', 0, 0, null],
      [firstId, 2, 2, 'a', 1, 3, null],
      [firstId, 3, 3, null, 0, 3, null],
      [firstId, 4, 4, 'a', 0, 0, null],
      [secondId, 1, 1, null, 1, 1, null],
      [secondId, 2, 2, null, 2, 7, null],
    ]);
    expect(negatives?.map((row) => row.slice(0, 4))).toEqual([
      [firstId, 1, 1, 1],
      [firstId, 1, 2, 2],
      [firstId, 1, 3, 3],
      [firstId, 2, 1, 1],
      [firstId, 2, 2, 4],
      [firstId, 3, 1, 5],
      [firstId, 4, 1, 6],
      [firstId, 4, 2, 3],
      [secondId, 1, 1, 0],
      [secondId, 2, 1, 4],
    ]);
    expect(others.rejects).toEqual([Object.values(reject ?? {}).map((value: unknown) => value)]);
    // Once more, with what came and was renamed since.
    const third = await loadSource(candidates, 'third.csv', SECOND);
    await candidates.rename(first.id, 'other');
    expect((await rowsOf(candidates, 'sources')).map(([id, name]) => [id, name])).toEqual([
      [first.id, 'other'],
      [second.id, 'second'],
      [third.id, 'third'],
    ]);
    expect(await rowsOf(candidates, 'records')).toHaveLength(8);
    expect(await rowsOf(candidates, 'passages')).toEqual(passages);
    expect(workers).toHaveLength(1);
  });

  it('has the embeddings and units that the file gives, and its scores in the tables', async () => {
    const candidates = openCandidates();
    const embedded = {
      query: 'q',
      pos: ['p'],
      neg: ['n', ' ', 'm', 'n'],
      pos_scores: [2],
      neg_scores: [1, 0, 0.5, 1],
      query_embedding: [1, 0],
      positive_embedding: [0, 1],
      negative_embeddings: [
        [1, 0],
        [0, 1],
        [0.6, 0.8],
        [1, 0],
      ],
      part: 'u',
    };
    const plain = {
      ...embedded,
      query: 'r',
      part: undefined,
      neg: ['n'],
      neg_scores: [3],
      negative_embeddings: [[1, 0]],
    };
    const { id } = await loadSource(candidates, 'all.jsonl', jsonl(embedded, plain), { group: 'part' });
    expect((await candidates.structure(id, 7)).groups).toEqual(['u', null]);
    expect(await candidates.embeddings(id)).toEqual({
      dimension: 2,
      queries: Float64Array.of(1, 0, 1, 0),
      positives: Float64Array.of(0, 1, 0, 1),
      negatives: Float64Array.of(1, 0, 0.6, 0.8, 1, 0),
    });
    const rows = async (sql: string) => (await candidates.query(sql, { limit: 9 })).rows;
    expect(await rows('SELECT positive_score FROM records ORDER BY record')).toEqual([[2], [2]]);
    expect(await rows('SELECT record, position, score FROM negatives ORDER BY record, position')).toEqual([
      [1, 1, 1],
      [1, 2, 0.5],
      [2, 1, 3],
    ]);
  });

  it('is forgotten with its source, before DuckDB starts and after', async () => {
    const candidates = openCandidates();
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
    // A text that was forgotten gets another id.
    const again = await loadSource(candidates, 'again.jsonl', jsonl(...RECORDS));
    expect((await candidates.structure(again.id, 7)).negatives[1]).not.toBe(other);
    expect(await rowsOf(candidates, 'records')).toHaveLength(5);
    await candidates.remove(again.fileId);
    const { rows } = await candidates.query('SELECT text FROM passages ORDER BY text', { limit: 100 });
    expect(rows.flat()).toEqual(['n1', 'p1']);
    expect((await candidates.query('SELECT source FROM records', { limit: 9 })).rows).toEqual([[stays.id]]);
    expect(await rowsOf(candidates, 'rejects')).toEqual([]);
    const last = await loadSource(candidates, 'last.jsonl', jsonl(...RECORDS));
    expect((await rowsOf(candidates, 'passages')).length).toBe(
      new Set(textsOf(await saidOf(candidates, last))).size,
    );
  });

  it('lacks in the tables what is read and not complete, and what was refused', async () => {
    const candidates = openCandidates();
    await loadSource(candidates, 'first.jsonl', jsonl(...RECORDS));
    await candidates.start();
    const many = Array.from({ length: 60_000 }, (_, i) => ({
      query: `m${i}`,
      positive: 'p',
      negatives: [`o${i}`],
    }));
    const options = defaultLoadOptions('many.jsonl');
    let counted: Promise<unknown> | null = null;
    const outcome = await candidates.load(fileOf('many.jsonl', jsonl(...many)), options, () => {
      counted ??= rowsOf(candidates, 'passages').finally(() => candidates.cancelLoad());
    });
    expect(outcome).toMatchObject({ status: 'refused', refused: { error: 'LoadCancelledError' } });
    expect(await counted).toHaveLength(7);
    await loadSource(candidates, 'second.csv', SECOND);
    expect((await rowsOf(candidates, 'passages')).map(([, text]) => text).at(-1)).toBe('new');
  });
});

describe('DuckDB', () => {
  it('that did not start is told to whoever asks, and has everything after the next start', async () => {
    let fails = true;
    const createWorker = () => {
      if (fails) throw new Error('no worker');
      return nodeEngine.createWorker();
    };
    const candidates = new Candidates({ ...nodeEngine, createWorker });
    opened.push(candidates);
    const { id } = await loadSource(candidates, 'read.jsonl', jsonl(...RECORDS));
    await expect(candidates.start()).rejects.toMatchObject({ name: 'StoreStartError' });
    expect(await candidates.passageTexts((await candidates.structure(id, 7)).positives)).toHaveLength(4);
    fails = false;
    await candidates.start();
    const { rows } = await candidates.query('SELECT count(*)::INTEGER FROM records', { limit: 1 });
    expect(rows).toEqual([[4]]);
  });

  it('that breaks off is told to whoever waits; what is loaded stays, and the next question starts it anew', async () => {
    const workers: Worker[] = [];
    const candidates = openCandidates(workers);
    const source = await loadSource(candidates, 'read.jsonl', jsonl(...RECORDS));
    const said = await saidOf(candidates, source);
    const tables = await tablesOf(candidates);
    // DuckDB's front writes a worker's error to the console as well.
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const slow = candidates.query('SELECT count(*) FROM range(9000000000)', { limit: 1 });
    const told = expect(slow).rejects.toMatchObject({ name: 'StoreBrokenError' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    workers[0]?.dispatchEvent(Object.assign(new Event('error'), { message: 'it threw' }));
    await told;
    workers[0]?.terminate();
    written.mockRestore();
    expect(await saidOf(candidates, source)).toEqual(said);
    expect(await tablesOf(candidates)).toEqual(tables);
    expect(workers).toHaveLength(2);
  });

  it('that loses rows of a copy says so, and copies all of it again for the next question', async () => {
    const store = new CandidateStore<FilePlan>(nodeEngine);
    const { tables } = await store.mirror.ready();
    await loadFile(
      contextOf(store),
      fileOf('read.jsonl', jsonl(...RECORDS)),
      defaultLoadOptions('read.jsonl'),
    );
    await tables.query('INSERT INTO negatives VALUES (1, 0, 9, 0, false, NULL)');
    const lost = { name: 'StoreInsertError', message: expect.stringContaining('holds 9 rows') as string };
    await expect(store.mirror.ready()).rejects.toMatchObject(lost);
    expect(await (await store.mirror.ready()).tables.count('negatives')).toBe(8);
    await store.mirror.close();
  });

  it('copies what is loaded while a file is removed, and drops its texts for the next question', async () => {
    const store = new CandidateStore<FilePlan>(nodeEngine);
    const { tables } = await store.mirror.ready();
    const load = (name: string, ...records: object[]) =>
      loadFile(contextOf(store), fileOf(name, jsonl(...records)), defaultLoadOptions(name));
    await load('stays.jsonl', { query: 'q1', positive: 'p1', negatives: ['n1'] });
    await load('gone.jsonl', ...RECORDS);
    const gone = store.files().at(-1)?.loaded.id as number;
    const insert = tables.insert.bind(tables);
    const inserted = vi.spyOn(tables, 'insert').mockImplementation(async (table, rows) => {
      const count = await insert(table, rows);
      if (table === 'passages') store.remove(gone);
      return count;
    });
    await store.mirror.ready();
    expect(await tables.count('passages')).toBe(7);
    inserted.mockRestore();
    expect((await store.mirror.ready()).tables).toBe(tables);
    expect(await tables.count('passages')).toBe(2);
    await store.mirror.close();
  });

  it('answers on while a source is removed, and keeps the marks of the others', async () => {
    const workers: Worker[] = [];
    const candidates = openCandidates(workers);
    const gone = await loadSource(candidates, 'gone.jsonl', jsonl(...RECORDS));
    const stays = await loadSource(candidates, 'stays.csv', SECOND);
    const marked = (source: number) => ({
      source,
      records: Int32Array.of(0),
      positions: Int32Array.of(0),
      marks: Uint8Array.of(1),
      notes: [''],
      verdicts: Uint8Array.of(0),
      judges: [''],
    });
    await candidates.fillMarks([marked(gone.id), marked(stays.id)]);
    const asked = { asker: 'console', limit: 1 } as const;
    const tables = Array.from({ length: 12 }, (_, i) => `passages AS p${i}`).join();
    const slow = candidates.query(`SELECT count(*) FROM ${tables}`, asked);
    const told = expect(slow).rejects.toMatchObject({ name: 'QueryCancelledError' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await candidates.remove(gone.id);
    expect((await rowsOf(candidates, 'marks')).map(([source]) => source)).toEqual([stays.id]);
    candidates.cancelQuery('console');
    await told;
    expect(await rowsOf(candidates, 'records')).toHaveLength(2);
    expect(workers).toHaveLength(1);
  });

  it('without memory for a copy says so to whoever asks; a ranking needs none of it', async () => {
    const candidates = new Candidates(nodeEngine, { duckdbMiB: 24, sources: 1e9 });
    opened.push(candidates);
    const filler = 'lorem ipsum dolor sit amet '.repeat(40);
    const many = Array.from({ length: 14_000 }, (_, i) => ({
      query: `m${i}`,
      positive: `p${i} ${filler}`,
      negatives: [`o${i} ${filler}`],
    }));
    const source = await loadSource(candidates, 'many.jsonl', jsonl(...many));
    const count = () => candidates.query('SELECT count(*)::INTEGER FROM records', { limit: 1 });
    await expect(count()).rejects.toMatchObject({ name: 'StoreFullError' });
    const { negatives } = await candidates.structure(source.id, 7);
    expect(await candidates.passageTexts(negatives.subarray(-1))).toEqual([`o13999 ${filler.trim()}`]);
    await candidates.remove(source.fileId);
    await loadSource(candidates, 'small.jsonl', jsonl(...RECORDS));
    expect((await count()).rows).toEqual([[4]]);
  });
});

function contextOf(store: CandidateStore<FilePlan>) {
  const { signal } = new AbortController();
  return { store, companions: new Companions(), signal, onProgress: () => undefined };
}

/** All passages of a source in the order in which they came. */
function textsOf(said: Awaited<ReturnType<typeof saidOf>> | undefined): string[] {
  const { offsets = [0] } = said?.structure ?? {};
  return (said?.positives ?? []).flatMap((positive, record) => [
    positive,
    ...(said?.negatives.slice(offsets[record], offsets[record + 1]) ?? []),
  ]);
}
