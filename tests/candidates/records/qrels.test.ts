import { beforeAll, expect, it } from 'vitest';

import { defaultLoadOptions } from '../../../src/candidates/reading';
import { loadedOf, openBench } from '../fixtures';
import { fileOf, refusedOf, sourceOf } from '../support';

const CORPUS = ['d1', 'd2', 'd3', 'd4']
  .map((id) => `${JSON.stringify({ _id: id, title: '', text: `text of ${id}` })}\n`)
  .join('');
const QUERIES = '{"_id":"q1","text":"which one"}\n';
const RUN = 'q1 Q0 d1 1 9.5 x\nq1 Q0 d2 2 9.0 x\nq1 Q0 d3 3 8.5 x\nq1 Q0 d4 4 8.0 x\n';

const bench = await openBench();

beforeAll(async () => {
  for (const [name, content] of [
    ['corpus.jsonl', CORPUS],
    ['queries.jsonl', QUERIES],
    // Lost is in no corpus; d2 and d3 have the same grade.
    ['qrels.txt', 'q1\tQ0\td4\t1\nq1\tQ0\tlost\t3\nq1\tQ0\td2\t2\nq1\tQ0\td3\t2\nq1\tQ0\td1\t0\n'],
  ] as const) {
    expect((await bench.load(fileOf(name, content))).status).toBe('companion');
  }
});

it("takes the judged document of the highest grade that the corpus has, ties by order, and counts what it hasn't", async () => {
  const source = sourceOf(await bench.load(fileOf('run.trec', RUN)));
  expect(await bench.recordsOf(source)).toMatchObject([
    { positive: 'text of d2', negatives: ['text of d1'] },
  ]);
  expect(source.counts).toMatchObject({ positivesNotFound: 1, furtherPositivesIgnored: 2 });
});

it('takes only grades from `relevant` on', async () => {
  const options = { ...defaultLoadOptions('run.trec'), relevant: 2 };
  const outcome = await bench.load(fileOf('run.trec', RUN), options);
  const source = sourceOf(outcome);
  expect(await bench.recordsOf(source)).toMatchObject([{ negatives: ['text of d1', 'text of d4'] }]);
  expect(loadedOf(outcome).interpretation.roles).toMatchObject({
    positive: 'the qrels',
    label: '5',
    relevant: 2,
  });
  const none = await bench.load(fileOf('run.trec', RUN), { ...options, relevant: 4 });
  expect(refusedOf(none).error).toBe('NoUsablePairsError');
});

it('takes the K best hits that are no positives; equal scores in file order, repeated hits once', async () => {
  const hits = [
    ['d1', 1],
    ['d2', 3],
    ['d4', 9],
    ['d3', 3],
    ['d1', 8],
    ['d5', 0],
    ['lost', 2],
  ] as const;
  await bench.load(fileOf('corpus.jsonl', '{"_id":"d5","title":"","text":"text of d5"}\n'));
  await bench.load(fileOf('qrels.txt', 'q2\tQ0\td4\t1\nq2\tQ0\tlost\t1\n'));
  await bench.load(fileOf('queries.jsonl', '{"_id":"q2","text":"which two"}\n'));
  const run = hits.map(([id, score], i) => `q2 Q0 ${id} ${i + 1} ${score} x\n`).join('');
  const load = async (topK: number) => {
    const source = sourceOf(
      await bench.load(fileOf('best.trec', run), { ...defaultLoadOptions('best.trec'), topK }),
    );
    const [record] = await bench.recordsOf(source);
    return { source, record, origins: bench.store.structure(source.id).origins };
  };
  const { source, record, origins } = await load(3);
  expect(record).toMatchObject({
    queryId: 'q2',
    positive: 'text of d4',
    negatives: ['text of d1', 'text of d2', 'text of d3'],
  });
  // The better one of the two lines of d1.
  expect(origins).toEqual({ places: Int32Array.of(5, 2, 4), indices: Int32Array.of(0, 0, 0) });
  // d5 too.
  expect(source.counts).toMatchObject({ hitsFound: 4, furtherPositivesIgnored: 1 });
  expect((await load(10)).record?.negatives).toHaveLength(4);
});

it('rejects a query without judgements', async () => {
  const outcome = await bench.load(fileOf('run.trec', `${RUN}q9 Q0 d1 1 9.5 x\n`));
  const rejects = bench.store.rejects.all([outcome.id]);
  expect(rejects).toMatchObject([
    { place: 5, record: 'q9', code: 'no-positive', excerpt: 'q9 Q0 d1 1 9.5 x' },
  ]);
  expect(rejects[0]?.message).toContain('The qrels name no relevant document for the query q9.');
});
