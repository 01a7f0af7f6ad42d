/** Kinds of real files that were misread: ids under the user's own mapping, integers. Joined tables: tables.test.ts. */

import { Int32, Int64, Uint64, Utf8 } from 'apache-arrow';
import { describe, expect, it } from 'vitest';

import { defaultLoadOptions, type LoadOptions } from '../../src/candidates/reading';
import { loadedOf, openBench } from './fixtures';
import type { LoadedSource } from '../../src/candidates/outcomes';
import { parquetFixture, type FixtureColumn } from './parquet-fixtures';
import { fileOf, refusal, refusedOf, sourceOf } from './support';
import { jsonl } from '../support/jsonl';

const bench = await openBench();

const mapped = (file: string, mapping: Partial<NonNullable<LoadOptions['mapping']>>): LoadOptions => ({
  ...defaultLoadOptions(file),
  mapping: { query: '1', positive: '2', negatives: ['3'], queryId: null, ...mapping },
});

describe('ids under a mapping by hand', () => {
  const TRIPLES = 'q5\td122\td98\nq5\td122\td97\n';
  const CORPUS = jsonl(...['d122', 'd98', 'd97'].map((id) => ({ _id: id, text: `text of ${id}` })));
  const load = (name: string, content: string, options?: LoadOptions) =>
    bench.load(fileOf(name, content), options);

  it('are ids where the companions have all of them', async () => {
    await load('corpus.jsonl', CORPUS);
    await load('queries.jsonl', jsonl({ _id: 'q5', text: 'which one is it' }));
    const source = sourceOf(await load('triples.tsv', TRIPLES, mapped('triples.tsv', {})));
    expect(await bench.recordsOf(source)).toMatchObject([
      { query: 'which one is it', positive: 'text of d122', negatives: ['text of d98', 'text of d97'] },
    ]);
    expect(source.warnings).toEqual([]);
  });

  it('are texts, with a sign, where one of them is in no companion', async () => {
    await load('corpus.jsonl', CORPUS.replace('d97', 'other'));
    await load('queries.jsonl', jsonl({ _id: 'q5', text: 'which one is it' }));
    const source = sourceOf(await load('triples.tsv', TRIPLES, mapped('triples.tsv', {})));
    expect(await bench.recordsOf(source)).toMatchObject([{ query: 'q5', positive: 'd122' }]);
    expect(source.warnings.map(({ code }) => code)).toContain('no-words');
  });

  it('with a margin are read as GPL writes them, by their order', async () => {
    await load('corpus.jsonl', CORPUS);
    await load('queries.jsonl', jsonl({ _id: 'q5', text: 'which one is it' }));
    const margins = TRIPLES.replaceAll('\n', '\t18.46\n');
    const source = sourceOf(
      await load('gpl.tsv', margins, { ...defaultLoadOptions('gpl.tsv'), byOrder: true }),
    );
    expect(await bench.recordsOf(source)).toMatchObject([
      { query: 'which one is it', positive: 'text of d122', negatives: ['text of d98', 'text of d97'] },
    ]);
  });
});

it('pairs are labeled by the column that the user names', async () => {
  const content = 'frage,text,urteil\nq,a p,2\nq,a n,0\nq,b n,0\n';
  const mapping = { query: 'frage', positive: 'text', negatives: [], label: 'urteil' };
  const outcome = await bench.load(fileOf('a.csv', content), mapped('a.csv', mapping));
  const byUser = { interpretation: { format: 'labeled-pairs', roles: { by: 'user' } } };
  expect(outcome).toMatchObject({ loaded: byUser });
  expect(await bench.recordsOf(sourceOf(outcome))).toMatchObject([
    { query: 'q', positive: 'a p', negatives: ['a n', 'b n'] },
  ]);
  // Not of a file that has other columns.
  const other = content.replace('frage,text,urteil', 'query,document,label');
  const recognised = await bench.load(fileOf('b.csv', other), mapped('b.csv', mapping));
  expect(recognised).toMatchObject({ loaded: { interpretation: { roles: { by: 'names' } } } });
});

describe('numbers as a query', () => {
  it.each<[string, FixtureColumn['type'], unknown]>([
    ['int32', new Int32(), 5],
    ['int64', new Int64(), 5n],
    ['uint64', new Uint64(), 2n ** 60n],
  ])('of %s name a query, and are no text', async (_, type, value) => {
    const bytes = parquetFixture([
      { name: 'query', type, values: [value] },
      { name: 'positive', type: new Utf8(), values: ['a p'] },
      { name: 'negative', type: new Utf8(), values: ['a n'] },
    ]);
    const refused = refusedOf(await bench.load(fileOf('a.parquet', bytes)));
    expect(refused.message).toContain('wrong-type: 1');
  });
});

it('fields that every object has do not stop the question what a file is', async () => {
  const { error } = await refusal('a.jsonl', '["a","b"]\n{"constructor":"x","toString":"y"}\n["c","d"]\n');
  expect(error.name).toMatch(/FieldsUnclear|NotCandidates/);
});

it('signs are labels and negatives that were left alone, and no shares, as of KaLM', async () => {
  const rows = (fields: (i: number) => object) =>
    jsonl(
      ...[1, 2].map((i) => ({ query: `a query ${i}`, pos: [`a p ${i}`], neg: [`a n ${i}`], ...fields(i) })),
    );
  const signs = async (fields: (i: number) => object) =>
    sourceOf(await bench.load(fileOf('a.jsonl', rows(fields)))).warnings.map(({ code }) => code);
  expect(await signs((i) => ({ relevance: i }))).toEqual(['label-left-alone']);
  expect(await signs((i) => ({ relevance: i / 4 }))).toEqual([]);
  expect(await signs((i) => ({ new_negatives: [`another ${i}`], negative_mean: i }))).toEqual([
    'negatives-left-alone',
  ]);
});

it('negatives by system are a source each', async () => {
  const negatives = { bm25: ['a n', 'a m'], dense: ['an o'] };
  const outcome = await bench.load(
    fileOf('a.jsonl', jsonl({ query: 'a query', positive: 'a p', negatives })),
  );
  const [bm25, dense] = loadedOf(outcome).sources;
  expect([bm25, dense].map((source) => source?.name)).toEqual(['bm25', 'dense']);
  expect(await bench.recordsOf(bm25 as LoadedSource)).toMatchObject([{ negatives: ['a n', 'a m'] }]);
});

it('names only options that lead on: fields whose names tell, and the order of three texts', async () => {
  const asked = async (content: string) => {
    const outcome = await bench.load(fileOf('a.jsonl', content));
    return refusedOf(outcome).asks?.options;
  };
  expect(await asked(jsonl({ a: 'some q', b: 'some p', c: 'some n' }))).toEqual([
    '--map query=NAME,positive=NAME,negative=NAME',
    '--by-order',
  ]);
  expect(
    await asked(jsonl({ tools: 'x y', query: 'some q', messages: 'some n', results: 'some p' })),
  ).toEqual(['--map query=query,positive=NAME,negative=NAME']);
  // Whatever is put into the open places, the queries are longer than the passages: no option leads to a good reading.
  const outputs = {
    query: 'which river runs past the old mill',
    answers: ['Neckar', 'the river'],
    model: 'Main',
  };
  expect(await asked(jsonl(outputs, outputs))).toEqual([]);
  expect(await asked('["a question","some p",1]\n["a question","some n",0]\n')).toEqual([
    '--map query=NAME,positive=NAME,label=3',
  ]);
});

it('a message names at most twenty fields', async () => {
  const wide = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`text ${'x'.repeat(200)} ${i}`, 'some text']),
  );
  const outcome = await bench.load(fileOf('a.jsonl', jsonl(wide, wide)));
  expect(refusedOf(outcome).message.length).toBeLessThan(4000);
});
