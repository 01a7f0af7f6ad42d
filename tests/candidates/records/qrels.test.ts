import { beforeAll, expect, it } from 'vitest';

import { defaultLoadOptions } from '../../../src/candidates/reading';
import { loadedOf, openBench } from '../fixtures';
import { fileOf, refusedOf } from '../support';

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
  const outcome = await bench.load(fileOf('run.trec', RUN));
  const [source] = loadedOf(outcome).sources;
  if (!source) throw new Error('no source');
  expect(await bench.recordsOf(source)).toMatchObject([
    { positive: 'text of d2', negatives: ['text of d1'] },
  ]);
  expect(source.counts).toMatchObject({ positivesNotFound: 1, furtherPositivesIgnored: 2 });
  await bench.clear([outcome]);
});

it('takes only grades from `relevant` on', async () => {
  const options = { ...defaultLoadOptions('run.trec'), relevant: 2 };
  const outcome = await bench.load(fileOf('run.trec', RUN), options);
  const [source] = loadedOf(outcome).sources;
  if (!source) throw new Error('no source');
  expect(await bench.recordsOf(source)).toMatchObject([{ negatives: ['text of d1', 'text of d4'] }]);
  expect(loadedOf(outcome).interpretation.roles).toMatchObject({
    positive: 'the qrels',
    label: '5',
    relevant: 2,
  });
  await bench.clear([outcome]);
  const none = await bench.load(fileOf('run.trec', RUN), { ...options, relevant: 4 });
  expect(refusedOf(none).error).toBe('NoUsablePairsError');
});
