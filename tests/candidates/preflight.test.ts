/** The checks before a run, through the real store: files that fail each, and one that passes all. */

import { describe, expect, it } from 'vitest';

import { preflight } from '../support/results';

import type { SourcePreflight } from '../../src/candidates/outcomes';
import { defaultLoadOptions } from '../../src/candidates/reading';
import { pairsFoundIn } from '../../src/candidates/store/source-checks';
import { openBench } from './fixtures';
import { fileOf, sourceOf } from './support';
import { jsonl } from '../support/jsonl';

const bench = await openBench();

const load = (name: string, content: string) => bench.load(fileOf(name, content), defaultLoadOptions(name));

async function checksOf(name: string, content: string) {
  return sourceOf(await load(name, content)).preflight as SourcePreflight;
}

const pairsFound = (id: number, check: 'positives' | 'boilerplate') =>
  pairsFoundIn(bench.store.structure(id), bench.store.texts, check);

/** The checks that fail, with their counts. */
function failing(checks: SourcePreflight): Partial<Record<keyof SourcePreflight, number>> {
  return Object.fromEntries(
    Object.entries(checks).flatMap(([id, found]) => (found && found.count > 0 ? [[id, found.count]] : [])),
  );
}

const good = (id: string, changes: object = {}) => ({
  query_id: id,
  query: `query ${id}`,
  pos: [`positive ${id}`],
  neg: [`first ${id}`, `second ${id}`],
  pos_scores: [0.9],
  neg_scores: [0.5, 0.4],
  ...changes,
});

describe('the checks before a run', () => {
  it('pass for good records, also of one query with several positives', async () => {
    const further = good('2', { pos: ['another positive'] });
    const checks = await checksOf('good.jsonl', jsonl(good('1'), good('2'), further));
    const passed = { count: 0, example: null };
    expect(checks).toEqual({
      ...preflight(),
      boilerplate: { ...passed, distinct: 0, texts: [] },
      ids: passed,
      positives: passed,
      repeats: passed,
      scores: passed,
    });
  });

  it('do not apply where a file has no ids and no scores', async () => {
    const checks = await checksOf('bare.jsonl', jsonl({ query: 'q', pos: ['p'], neg: ['n'] }));
    expect([checks.ids, checks.scores]).toEqual([null, null]);
    expect(failing(checks)).toEqual({});
  });

  it('find an id of two queries, and one that stands twice with the same positive', async () => {
    const other = good('1', { query: 'another query' });
    const checks = await checksOf('ids.jsonl', jsonl(good('1'), good('2'), other, good('2')));
    expect(failing(checks)).toEqual({ ids: 2 });
    expect(checks.ids?.example).toEqual({ place: 3, query: 'another query', text: '1' });
  });

  it('find positives among negatives: of the record, further ones, and those of the query’s other records', async () => {
    const own = good('2', {
      pos: ['positive 2', 'further'],
      neg: ['positive 2', 'further'],
      pos_scores: [1, 1],
    });
    const sibling = good('1', { query_id: '3', pos: ['sibling'], neg: ['x', 'positive 1'] });
    const elsewhere = good('4', { neg: ['positive 1', 'x'] });
    const source = sourceOf(await load('positives.jsonl', jsonl(good('1'), own, sibling, elsewhere)));
    const checks = source.preflight as SourcePreflight;
    expect(failing(checks)).toEqual({ positives: 3 });
    expect(checks.positives?.example).toEqual({ place: 2, query: 'query 2', text: 'positive 2' });
    const { records, positions } = pairsFound(source.id, 'positives');
    expect([...records].map((record, i) => [record, positions[i]])).toEqual([
      [1, 0],
      [1, 1],
      [2, 1],
    ]);
  });

  it('find negatives that stand twice in a record', async () => {
    const twice = good('2', { neg: ['a', 'b', 'b', ' b'], neg_scores: [1, 1, 1, 1] });
    const checks = await checksOf('twice.jsonl', jsonl(good('1'), twice));
    expect(failing(checks)).toEqual({ repeats: 2 });
    expect(checks.repeats?.example).toEqual({ place: 2, query: 'query 2', text: 'b' });
  });

  it('find scores that are missing or not finite where other records have them; minus infinity is none of these', async () => {
    const excluded = jsonl(good('1')).replace('0.4', '-Infinity');
    const infinite = jsonl(good('2')).replace('0.4', 'Infinity');
    const { query_id, query, pos, neg } = good('3');
    const without = jsonl({ query_id, query, pos, neg });
    const content = excluded + jsonl(good('5')) + without + infinite + jsonl(good('4', { neg_scores: [1] }));
    const checks = await checksOf('scores.jsonl', content);
    expect(failing(checks)).toEqual({ scores: 3 });
    expect(checks.scores?.example).toEqual({ place: 3, query: 'query 3', text: null });
  });

  it('count the records by negatives and by copies that were left out, for K of a comparison', async () => {
    const copied = good('2', { neg: ['a', 'a'] });
    const few = good('4', { neg: ['a'], neg_scores: [1] });
    const excluded = jsonl(good('5')).replace('0.4', '-Infinity');
    const content = jsonl(good('1'), copied, good('3'), few) + excluded;
    const { byK, medianK } = sourceOf(await load('few.jsonl', content));
    expect(byK).toEqual([
      { k: 1, copies: 0, records: 2, first: { place: 4, query: 'query 4' } },
      { k: 1, copies: 1, records: 1, first: { place: 2, query: 'query 2' } },
      { k: 2, copies: 0, records: 2, first: { place: 1, query: 'query 1' } },
    ]);
    expect(medianK).toBe(1);
  });

  it('say which ids of a run no companion has', async () => {
    const ids = ['p', 'a', 'b', 'c'];
    await load('corpus.jsonl', jsonl(...ids.map((id) => ({ _id: id, text: `text ${id}` }))));
    await load('queries.jsonl', jsonl(...['1', '2', '3'].map((id) => ({ _id: id, text: `query ${id}` }))));
    await load('qrels.tsv', 'query-id\tcorpus-id\tscore\n1\tp\t1\n2\tp\t1\n3\tp\t1\n');
    const hits = (query: string, ...documents: string[]) =>
      documents.map((document, i) => `${query} Q0 ${document} ${i + 1} ${(9 - i).toFixed(1)} x\n`).join('');
    const content = hits('1', 'a', 'b') + hits('2', 'a', 'b') + hits('3', 'a', 'gone');
    const checks = await checksOf('run.trec', content);
    expect(failing(checks)).toEqual({ ids: 1 });
    expect(checks.ids?.example).toMatchObject({ place: 5, query: null });
  });

  /** 300 queries with three mined negatives each, of which the first so many are one text, or as many as are asked for. */
  const written = (boilerplate: number, texts = 1) =>
    jsonl(
      ...Array.from({ length: 300 }, (_, i) =>
        good(String(i), {
          neg: [
            i < boilerplate ? 'As a language model' + ' I'.repeat(i % texts) : `a ${i}`,
            `b ${i}`,
            `c ${i}`,
          ],
          pos_scores: undefined,
          neg_scores: undefined,
        }),
      ),
    );

  it('find a text that stands with far too many queries, and its pairs', async () => {
    const source = sourceOf(await load('llm.jsonl', written(100)));
    const { boilerplate } = source.preflight as SourcePreflight;
    expect(boilerplate).toEqual({
      count: 100,
      example: { place: 1, query: 'query 0', text: 'As a language model' },
      distinct: 1,
      texts: [{ as: 'negative', text: 'As a language model', evaluation: null, exact: true, count: 100 }],
    });
    const { records, positions } = pairsFound(source.id, 'boilerplate');
    expect([...records]).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(new Set(positions)).toEqual(new Set([0]));
  });

  it('count all such texts, and show the most frequent', async () => {
    const seven = sourceOf(await load('seven.jsonl', written(280, 7)));
    expect(seven.preflight?.boilerplate).toMatchObject({ count: 280, distinct: 7 });
    expect(seven.preflight?.boilerplate.texts).toHaveLength(5);
  });

  it('are silent of a text in few records', async () => {
    const few = sourceOf(await load('few-of-it.jsonl', written(10)));
    expect(few.preflight?.boilerplate.count).toBe(0);
    expect(pairsFound(few.id, 'boilerplate').records).toHaveLength(0);
  });

  it('count the records that meet a positive of their query in a batch', async () => {
    const records = [
      good('1', { pos: ['positive 0'] }),
      good('2', { pos: ['positive 1'] }),
      // Two positives of one query: each record meets the other’s, and that of 2.
      good('3', { pos: ['positive 1'] }),
      good('3', { query_id: '4', pos: ['another'] }),
      good('5', { neg: ['positive 0', 'of 5'], neg_scores: [1, 1] }),
    ];
    const { meetings } = sourceOf(await load('batches.jsonl', jsonl(...records)));
    expect(meetings?.positives).toBeCloseTo(0.6, 14);
    // Record 5 has the positive of 1 as a negative.
    expect(meetings?.all).toBeCloseTo(0.8, 14);
  });
});
