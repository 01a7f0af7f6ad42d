/** Files of evaluation of many forms against sources, through the worker's own class: known counts, present and absent. */

import { gzipSync } from 'node:zlib';

import { beforeAll, describe, expect, it } from 'vitest';

import type { FoundEvaluation, LoadedSource } from '../../src/candidates/outcomes';
import { defaultLoadOptions } from '../../src/candidates/reading';

import { fileOf, loadSource, openCandidates, type Content } from './support';
import { jsonl } from '../support/jsonl';

const candidates = openCandidates();

async function companion(name: string, content: string, path = name): Promise<number> {
  const outcome = await candidates.load(fileOf(name, content), defaultLoadOptions(path), () => undefined);
  expect(outcome.status).toBe('companion');
  return outcome.id;
}

/** Compares a source with one file of evaluation, which is forgotten then. */
async function found(source: LoadedSource, name: string, content: Content, path = name) {
  const options = { ...defaultLoadOptions(path), format: 'evaluation' as const };
  const outcome = await candidates.load(fileOf(name, content), options, () => undefined);
  if (outcome.status !== 'companion') throw new Error(JSON.stringify(outcome));
  const [evaluation] = await candidates.evaluation([source.id]);
  const pairs = await candidates.pairsFound(source.id, 'evaluation');
  await candidates.remove(outcome.id);
  const places = [...pairs.records].map((record, i) => [record, pairs.positions[i]]);
  return { ...(evaluation as FoundEvaluation), words: outcome.companion.words, places };
}

const record = (i: number, changes: object = {}) => ({
  query_id: `t${i}`,
  query: `Who built the bridge number ${i}?`,
  positive: `The bridge of the number ${i} was built by a guild of masons in town ${i}.`,
  negatives: [`Bridge ${i} was painted green in spring`, `A ferry crosses at pier ${i} every hour`],
  ...changes,
});

const TRAINING = jsonl(
  record(0),
  record(1),
  record(1, { positive: 'Another answer, of stone.' }),
  record(2, { positive: 'The evaluated document: on tides.' }),
  record(3, { negatives: ['Rain falls', 'the evaluated DOCUMENT on tides'] }),
  record(4),
);

describe('a file of evaluation', () => {
  let source: LoadedSource;
  beforeAll(async () => {
    source = await loadSource(candidates, 'training.jsonl', TRAINING);
  });

  const queries = ['who built the bridge number 1', 'Who built the bridge — number 4?!', 'What is a tide'];

  it('of records: distinct queries, positives and negatives are counted, and shown side by side', async () => {
    const content = jsonl(
      ...queries.map((query) => ({ query, positive: 'The evaluated document on tides', negatives: ['x'] })),
    );
    const { texts, places, words, ...counts } = await found(source, 'dev.jsonl', content);
    expect(counts).toMatchObject({ of: 3, queries: 2, records: 3, positives: 1, negatives: 1 });
    expect(words).toBe('3 queries, 1 relevant document');
    expect(texts[0]).toEqual({
      as: 'query',
      text: 'Who built the bridge number 1?',
      evaluation: 'who built the bridge number 1',
      exact: true,
      count: 2,
    });
    expect(texts.filter(({ exact }) => exact).map(({ as }) => as)).toEqual([
      'query',
      'query',
      'positive',
      'negative',
    ]);
    // Both pairs of records 1, 2, 3 and 5, and the one negative of record 4.
    expect(places).toEqual([
      ...[1, 2, 3].flatMap((each) => [
        [each, 0],
        [each, 1],
      ]),
      [4, 1],
      [5, 0],
      [5, 1],
    ]);
  });

  it.each([
    ['lines.txt', queries.join('\n')],
    ['column.csv', `query\n${queries.join('\n')}\n`],
    ['fields.jsonl', jsonl(...queries.map((query) => ({ query })))],
    ['pairs.jsonl', jsonl(...queries.map((query) => ({ question: query, answer: 'x', pos: ['y'] })))],
    ['named.jsonl', jsonl(...queries.map((text, i) => ({ _id: String(i), text })))],
    ['queries.tsv', queries.map((text, i) => `${i}\t${text}\n`).join('')],
    ['list.json', JSON.stringify(queries)],
    ['lines.txt.gz', gzipSync(queries.join('\n'))],
    ['parts.txt.gz', Buffer.concat(queries.map((query) => gzipSync(`${query}\n`)))],
    ['fields.jsonl.gz', gzipSync(jsonl(...queries.map((query) => ({ query }))))],
  ])('of queries as %s finds the same queries', async (name, content) => {
    expect(await found(source, name, content)).toMatchObject({ of: 3, queries: 2, records: 3 });
  });

  it('of judgements takes the texts of corpus and queries, and only what is relevant', async () => {
    const ids = [
      await companion('queries.jsonl', jsonl({ _id: 'q', text: queries[0] }, { _id: 'r', text: 'other' })),
      await companion(
        'corpus.jsonl',
        jsonl({ _id: 'd', text: 'The evaluated document on tides' }, { _id: 'e', text: 'Rain falls' }),
      ),
    ];
    const content = 'query-id\tcorpus-id\tscore\nq\td\t1\nr\te\t0\n';
    const judged = await found(source, 'test.tsv', content, 'beir/qrels/test.tsv');
    expect(judged).toMatchObject({ of: 1, queries: 1, records: 2, positives: 1, negatives: 1 });
    for (const id of ids) await candidates.remove(id);
  });

  it('of judgements without the texts is refused, with what it needs', async () => {
    const options = { ...defaultLoadOptions('beir/qrels/test.tsv'), format: 'evaluation' as const };
    const file = fileOf('test.tsv', 'query-id\tcorpus-id\tscore\nq\td\t1\n');
    const outcome = await candidates.load(file, options, () => undefined);
    expect(outcome).toMatchObject({ status: 'refused', refused: { error: 'NoUsableEntriesError' } });
    const counts = candidates.rejectCounts();
    expect(counts).toEqual([expect.objectContaining({ id: outcome.id, code: 'unknown-id', count: 1 })]);
    await candidates.remove(outcome.id);
  });

  it('with other texts finds nothing; nearly the same words are near, and stay', async () => {
    const clean = await found(source, 'clean.txt', 'Why is the sky blue\n');
    expect(clean).toMatchObject({ of: 1, queries: 0, positives: 0, negatives: 0, texts: [] });
    expect(clean.places).toEqual([]);
    const near = await found(source, 'near.txt', 'Who built the old bridge number 4');
    expect(near).toMatchObject({ queries: 0, near: { queries: 1, records: 1 } });
    expect(near.texts).toEqual([expect.objectContaining({ as: 'query', exact: false, count: 1 })]);
    expect(near.places).toEqual([]);
  });

  it('in none: nothing is asked', async () => {
    expect(await candidates.evaluation([source.id])).toEqual([]);
  });
});
