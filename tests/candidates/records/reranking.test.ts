import { expect, it } from 'vitest';

import { openBench } from '../fixtures';
import { fileOf, sourceOf } from '../support';
import { jsonl } from '../../support/jsonl';

const HITS = [
  ['d1', 'about the poet', 9.5],
  ['d2', 'about the mill', 9],
  ['d3', 'about the river', 8],
] as const;

const RANKGPT = JSON.stringify([
  { query: 'which river', hits: HITS.map(([docid, content, score]) => ({ content, qid: 4, docid, score })) },
  { query: 'not judged', hits: [{ content: 'x y', qid: 5, docid: 'd9' }] },
]);
const RANK_LLM = `${JSON.stringify({
  query: { text: 'which river', qid: '4' },
  candidates: HITS.map(([docid, contents, score]) => ({ docid, score, doc: { title: 'T', contents } })),
})}\n`;

const bench = await openBench();

it('hits with their texts wait for judgements, and need no corpus', async () => {
  const waiting = await bench.load(fileOf('rankgpt.json', RANKGPT));
  expect(waiting).toMatchObject({ status: 'waiting', waiting: { needs: [{ kind: 'qrels', example: '4' }] } });
  await bench.load(fileOf('qrels.txt', '4 0 d3 2\n4 0 d1 1\n'));
  const source = sourceOf(await bench.load(fileOf('rankgpt.json', RANKGPT)));
  expect(await bench.recordsOf(source)).toMatchObject([
    { query: 'which river', queryId: '4', positive: 'about the river', negatives: ['about the mill'] },
  ]);
  expect(source.counts).toMatchObject({ read: 2, loaded: 1, rejected: 1, furtherPositivesIgnored: 1 });
  const other = sourceOf(await bench.load(fileOf('rank_llm.jsonl', RANK_LLM)));
  expect(await bench.recordsOf(other)).toMatchObject([
    { positive: 'T about the river', negatives: ['T about the mill'] },
  ]);
});

it('ids with a score each are read in the order of their list', async () => {
  const ids = { query_id: 'q', doc_ids: ['d2', 'd1', 'd3'], scores: [0.5, 9.5, 1.5] };
  for (const [name, content] of [
    ['corpus.jsonl', jsonl(...HITS.map(([_id, text]) => ({ _id, text })))],
    ['queries.jsonl', jsonl({ _id: 'q', text: 'which river' })],
    ['qrels.txt', 'q 0 d1 1\n'],
  ] as const)
    await bench.load(fileOf(name, content));
  const source = sourceOf(await bench.load(fileOf('ids.jsonl', jsonl(ids))));
  expect(await bench.recordsOf(source)).toMatchObject([
    { positive: 'about the poet', negatives: ['about the mill', 'about the river'] },
  ]);
});
