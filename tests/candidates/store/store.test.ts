import { NOTHING_ELSE } from '../clean/support';
import { gzipSync } from 'node:zlib';

import { wrap } from 'comlink';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { Candidates, CandidatesForEngine } from '../../../src/candidates/candidates';
import { Database, type Connection } from '../../../src/candidates/store/database';
import { CandidateStore } from '../../../src/candidates/store/store';
import type { LoadOutcome, LoadProgress } from '../../../src/candidates/outcomes';
import { defaultLoadOptions } from '../../../src/candidates/reading';
import { seededPriority } from '../../../src/scoring/random';
import { fileOf, nodeEngine, openCandidates, refusedOf, sourceOf, type Content } from '../support';
import { ThreadWorker } from '../../support/duck-engine';
import { jsonl } from '../../support/jsonl';

const embedded = (query: string, dimension = 2): object => {
  const unit = [1, ...Array<number>(dimension - 1).fill(0)];
  return {
    query,
    positive: 'p',
    negatives: ['a', 'b'],
    query_embedding: unit,
    positive_embedding: unit,
    negative_embeddings: [unit, [...unit].reverse()],
  };
};

const SEED = 42;

describe('Candidates', () => {
  const candidates = openCandidates();
  const load = (name: string, content: Content, normalise = false): Promise<LoadOutcome> =>
    candidates.load(fileOf(name, content), { ...defaultLoadOptions(name), normalise }, () => undefined);

  beforeAll(() => candidates.start());

  it('gives sources as ids of distinct texts, and each query one priority wherever it stands', async () => {
    const one = sourceOf(
      await load(
        'one.jsonl',
        jsonl(
          { query: 'q1', positive: 'p1', negatives: ['n1', 'n2'] },
          { query: 'q2', positive: 'n1', negatives: ['p1', 'n3', 'é\u0000😀'] },
          { query: 'q1', positive: 'p1', negatives: ['n2'] },
        ),
      ),
    );
    const two = sourceOf(await load('two.csv', 'query,positive,negative\nq2,n1,n4\nq3,n4,n1\n'));
    expect(one).toMatchObject({ name: 'one', file: 'one.jsonl', medianK: 2, dimension: null });
    expect(one.counts).toMatchObject({ read: 3, records: 3, pairs: 6 });
    const first = await candidates.structure(one.id, SEED);
    const second = await candidates.structure(two.id, SEED);
    expect([first.offsets, second.offsets]).toEqual([Int32Array.of(0, 2, 5, 6), Int32Array.of(0, 1, 2)]);
    expect(second.queries[0]).toBe(first.queries[1]);
    expect(second.positives[0]).toBe(first.positives[1]);
    expect(second.positives[0]).toBe(second.negatives[1]);
    // A repeated query has a priority of its own.
    expect([...first.priorities]).toEqual([
      seededPriority(SEED, 'q1', 0),
      seededPriority(SEED, 'q2', 0),
      seededPriority(SEED, 'q1', 1),
    ]);
    expect(second.priorities[0]).toBe(first.priorities[1]);
  });

  it('refuses a file whose embeddings have another length than those loaded, until these are removed', async () => {
    const source = sourceOf(await load('two.jsonl', jsonl(embedded('a'))));
    const refused = refusedOf(await load('three.jsonl', jsonl(embedded('a', 3))));
    expect(refused.error).toBe('DimensionMismatchError');
    expect(refused.message).toContain(`have 3 numbers. Those of "${source.name}" have 2`);
    await candidates.remove(source.id);
    const loaded = sourceOf(await load('three.jsonl', jsonl(embedded('a', 3))));
    expect(loaded.dimension).toBe(3);
    await candidates.remove(loaded.id);
  });

  it('keeps the rejects of a refused file and nothing else, until it is removed; files of one name are told apart', async () => {
    const bad = { query: 'only here', positive: 'p', negatives: [] };
    const outcome = await load('bad.jsonl', jsonl(bad, bad));
    expect(refusedOf(outcome)).toMatchObject({
      file: 'bad.jsonl',
      error: 'NoUsablePairsError',
      read: 2,
      rejected: 2,
    });
    const { id } = outcome;
    expect(candidates.rejects(id)).toMatchObject([
      {
        file: 'bad.jsonl',
        placeKind: 'line',
        place: 1,
        code: 'no-negatives',
        field: 'negatives',
        excerpt: JSON.stringify(bad),
      },
      { place: 2 },
    ]);
    const namesake = (await load('bad.jsonl', jsonl(bad))).id;
    expect(candidates.rejects(namesake)).toHaveLength(1);
    expect(candidates.rejects(id, 1)).toHaveLength(1);
    await candidates.remove(id);
    expect(candidates.rejects(id)).toEqual([]);
    expect(candidates.rejects(namesake)).toHaveLength(1);
  });

  it('names sources by file, makes names unique, and lets them be changed', async () => {
    const content = jsonl({ query: 'q', positive: 'p', negatives: ['n'] });
    const first = sourceOf(await load('same.jsonl', content));
    const second = sourceOf(await load('same.jsonl.gz', gzipSync(content)));
    const third = sourceOf(await load('same.csv', 'query,positive,negative\nq,p,n\n'));
    expect([first.name, second.name, third.name]).toEqual(['same', 'same-2', 'same-3']);
    expect(await candidates.rename(second.id, ' same ')).toBe('same-2');
    expect(await candidates.rename(second.id, 'other')).toBe('other');
    expect(await candidates.rename(third.id, 'same')).toBe('same-2');
    expect(await candidates.rename(third.id, ' ')).toBe('same-2');
    await expect(candidates.rename(999, 'x')).rejects.toMatchObject({ name: 'UnknownSourceError' });
  });

  it('reports progress in bytes and can be cancelled; what follows is read', async () => {
    const lines = jsonl(
      ...Array.from({ length: 60_000 }, (_, i) => ({
        query: `c${i}`,
        positive: 'cp',
        negatives: [`cn${i}`],
      })),
    );
    const file = fileOf('long.jsonl', lines);
    const seen: LoadProgress[] = [];
    const cancelled = candidates.load(file, defaultLoadOptions('long.jsonl'), (progress) => {
      seen.push(progress);
      candidates.cancelLoad();
    });
    const following = load('after.jsonl', jsonl({ query: 'c1', positive: 'cp', negatives: ['cn1'] }));
    expect(refusedOf(await cancelled).error).toBe('LoadCancelledError');
    expect(seen[0]).toMatchObject({ file: 'long.jsonl', bytesTotal: file.size });
    expect(seen[0]?.bytesRead).toBeGreaterThan(0);
    expect(seen[0]?.bytesRead).toBeLessThan(file.size);
    const after = sourceOf(await following);
    expect(await candidates.passageTexts((await candidates.structure(after.id, SEED)).negatives)).toEqual([
      'cn1',
    ]);
  });

  it('stops a load that waits for its turn', async () => {
    const before = candidates.remove(-1);
    const waiting = load('waits.jsonl', jsonl({ query: 'w', positive: 'p', negatives: ['n'] }));
    candidates.cancelLoad();
    await before;
    expect(refusedOf(await waiting).error).toBe('LoadCancelledError');
  });

  it('stops the first of two exports', async () => {
    const content = jsonl({ query: 'x', positive: 'p', negatives: ['n', 'm'] });
    const outcome = await load('exported.jsonl', content);
    const request = {
      fileId: sourceOf(outcome).fileId,
      removed: [],
      reasons: [],
      without: NOTHING_ELSE,
    };
    const first = candidates.exportCleaned([request], () => undefined);
    const second = candidates.exportCleaned([request], () => undefined);
    candidates.cancelExport();
    await expect(first).rejects.toMatchObject({ name: 'ExportCancelledError' });
    expect((await second).files.map(({ name }) => name)).toEqual(['exported.cleaned.jsonl']);
  });

  it('answers the engine on a port of its own, and only what the engine may ask', async () => {
    const source = sourceOf(
      await load('port.jsonl', jsonl({ query: 'over', positive: 'the', negatives: ['port'] })),
    );
    const { port1, port2 } = new MessageChannel();
    candidates.connectEngine(port1);
    const engine = wrap<CandidatesForEngine>(port2);
    const { queries, negatives } = await engine.structure(source.id, SEED);
    expect(await engine.queryTexts(queries)).toEqual(['over']);
    expect(await engine.passageTexts(negatives)).toEqual(['port']);
    await expect(engine.embeddings(source.id)).rejects.toMatchObject({
      name: 'UnknownSourceError',
      message: expect.stringContaining('with embeddings is not loaded') as string,
    });
    await expect((engine as unknown as Candidates).remove(source.id)).rejects.toThrow();
    port1.close();
    port2.close();
  });
});

describe('the database', () => {
  let store: CandidateStore;
  let connection: Connection;

  beforeAll(async () => {
    store = new CandidateStore(nodeEngine);
    connection = (await store.mirror.ready()).tables;
  });

  afterAll(() => store.mirror.close());

  it.each([
    `SELECT * FROM read_csv('/etc/hostname')`,
    `COPY records TO '/tmp/records.csv'`,
    `ATTACH '/tmp/other.db'`,
    'LOAD httpfs',
    'SET enable_external_access = true',
    'SET threads = 2',
  ])('is locked against %s', async (sql) => {
    await expect(connection.query(sql)).rejects.toThrow(
      /disabled|locked|Permission|not allowed|Cannot|cannot/,
    );
  });
});

describe('a start that fails', () => {
  // DuckDB's front writes a worker's error to the console as well.
  beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

  it.each([
    ['is not there', () => new Response('', { status: 404 }), /answered 404/],
    [
      'is a page',
      () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
      /answered 200 with text\/html/,
    ],
  ])('says so at once when the module on a server %s', async (_, answer, words) => {
    const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(answer()));
    const createWorker = (): Worker => {
      throw new Error('no worker is needed to know it');
    };
    const start = Database.start({ wasmUrl: 'https://example.org/duckdb.wasm', createWorker });
    await expect(start).rejects.toMatchObject({
      name: 'StoreStartError',
      message: expect.stringMatching(words) as string,
    });
    expect(asked).toHaveBeenCalledWith('https://example.org/duckdb.wasm', { method: 'HEAD' });
    asked.mockRestore();
  });

  it('says so when the worker cannot be loaded', async () => {
    const createWorker = (): Worker => ThreadWorker.of('/nowhere/worker.cjs') as unknown as Worker;
    await expect(Database.start({ ...nodeEngine, createWorker })).rejects.toMatchObject({
      name: 'StoreStartError',
    });
  });

  it('is told from a worker that breaks off later, whose store says so to whoever waits', async () => {
    let broken: Worker | null = null;
    const createWorker = (): Worker => (broken = nodeEngine.createWorker());
    const started = await Database.start({ ...nodeEngine, createWorker });
    const opened = await started.connect();
    const asked = expect(opened.query('SELECT 1')).rejects.toMatchObject({ name: 'StoreBrokenError' });
    (broken as Worker | null)?.dispatchEvent(Object.assign(new Event('error'), { message: 'it threw' }));
    await asked;
    await expect(opened.query('SELECT 1')).rejects.toThrow(/broke off: it threw\..*Ask again/);
    // What such a worker still says is nobody's any more, and no rejection that nothing caught.
    const uncaught = vi.fn();
    process.on('unhandledRejection', uncaught);
    const late = started.guard(Promise.reject(new Error('no transaction is active')));
    await expect(late).rejects.toMatchObject({ name: 'StoreBrokenError' });
    await new Promise((resolve) => setTimeout(resolve));
    process.off('unhandledRejection', uncaught);
    expect(uncaught).not.toHaveBeenCalled();
    await started.close();
  });

  it('says so when the worker does not answer in time', async () => {
    const silent = Object.assign(new EventTarget(), {
      postMessage: () => undefined,
      terminate: () => undefined,
    });
    const createWorker = (): Worker => silent as unknown as Worker;
    const start = Database.start({ ...nodeEngine, createWorker }, 200);
    await expect(start).rejects.toThrow('no answer within 0.2 seconds');
  });
});
