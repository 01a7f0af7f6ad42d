/** Companions whose kind nothing tells serve as either, and an id with two texts fails the check `ids`. */

import { expect, it } from 'vitest';

import { defaultLoadOptions } from '../../../src/candidates/reading';
import { loadedOf, openBench } from '../fixtures';
import { fileOf, sourceOf } from '../support';
import { jsonl } from '../../support/jsonl';

const bench = await openBench();

it('short texts by id are a corpus or queries, as the run and the judgements name them', async () => {
  const texts = (letter: string) =>
    jsonl(...[1, 2, 3].map((i) => ({ _id: `${letter}${i}`, text: `a short text ${letter}${i}` })));
  for (const [name, content] of [
    ['products.jsonl', texts('p')],
    ['searches.jsonl', texts('s')],
    ['judged.qrels', 's1\t0\tp1\t1\ns2\t0\tp2\t1\n'],
  ] as const) {
    expect((await bench.load(fileOf(name, content))).status).toBe('companion');
  }
  const run = 's1 Q0 p1 1 9.5 x\ns1 Q0 p2 2 9.0 x\ns2 Q0 p3 1 8.5 x\n';
  const source = sourceOf(await bench.load(fileOf('run.trec', run)));
  expect(await bench.recordsOf(source)).toMatchObject([
    { query: 'a short text s1', positive: 'a short text p1', negatives: ['a short text p2'] },
    { query: 'a short text s2', positive: 'a short text p2', negatives: ['a short text p3'] },
  ]);
});

it('an id with two texts in one file is found, with both; the same text twice, or in two files, is none', async () => {
  const entry = (id: string, text: string) => ({ _id: id, text });
  const corpus = jsonl(
    entry('d0', 'a text on lava'),
    entry('d1', 'a heron wades'),
    entry('d0', 'another text'),
    entry('d1', 'a heron wades'),
    entry('unused', 'one'),
    entry('unused', 'two'),
  );
  await bench.load(fileOf('corpus.jsonl', corpus));
  await bench.load(fileOf('corpus-2.jsonl', jsonl(entry('d1', 'a kite flies'))));
  const records = jsonl({ query: 'what is a heron', positive_ids: ['d1'], negative_ids: ['d0'] });
  const source = sourceOf(await bench.load(fileOf('train.jsonl', records)));
  expect(source.preflight?.ids).toEqual({
    count: 1,
    example: {
      place: 1,
      query: null,
      text: 'The id d0 has two texts, “a text on lava” and “another text”; the first counts.',
    },
  });
});

it('what datasets has saved is named after its folder', async () => {
  const shard = async (path: string) => {
    const record = { query: `what is ${path}`, positive: 'a heron', negatives: ['a kite'] };
    const file = fileOf(path.split('/').at(-1) ?? path, jsonl(record));
    return loadedOf(await bench.load(file, defaultLoadOptions(path))).sources[0]?.name;
  };
  expect(await shard('mined/data-00000-of-00001.arrow')).toBe('mined');
  expect(await shard('mined/data-00001-of-00002.arrow')).toBe('mined-00001-of-00002');
  expect(await shard('data-00000-of-00001.arrow')).toBe('data-00000-of-00001');
});

it('queries whose ids are those of documents too are no corpus', async () => {
  const questions = [1, 2, 3].map((i) => `${i}\twhat is thing number ${i}\n`).join('');
  await bench.load(fileOf('dev.tsv', questions));
  await bench.load(fileOf('judged.qrels', '1\t0\t2\t1\n2\t0\t3\t1\n'));
  expect(
    (await bench.load(fileOf('run.trec', '1 Q0 2 1 9.5 x\n1 Q0 3 2 9.0 x\n2 Q0 1 1 8.5 x\n'))).status,
  ).toBe('waiting');
});

it('lists of ids in one object are negatives only where the file is named so', async () => {
  const lists = JSON.stringify({ q1: ['d2', 'd3'], q2: ['d1'] }, null, 2);
  const text = (id: string) => ({
    _id: id,
    text: `the text of ${id} that is long enough to be a passage of a corpus`,
  });
  await bench.load(fileOf('corpus.jsonl', jsonl(...['d1', 'd2', 'd3'].map(text))));
  await bench.load(fileOf('queries.jsonl', jsonl(text('q1'), text('q2'))));
  await bench.load(fileOf('judged.qrels', 'q1\t0\td1\t1\nq2\t0\td2\t1\n'));
  const source = sourceOf(await bench.load(fileOf('hard_negatives.json', lists)));
  expect(source.counts).toMatchObject({ records: 2, pairs: 3 });
  const other = await bench.load(
    fileOf('docs.json', lists),
    defaultLoadOptions('hard_negatives/relevant_docs.json'),
  );
  expect(other.status).toBe('refused');
});
