import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import type { Report } from '../../src/report/result';
import { shardSource, textsOf, together, type NamedTable, type SumPart } from '../../src/shards/passes';
import { differences } from '../support/compare';
import { stubPage } from './command';
import {
  apart,
  cut,
  goldenLines,
  isSame,
  merged,
  partsOf,
  SETTINGS,
  SHARED,
  tableOfShards,
  whole,
  withFaults,
} from './shards';

const REFERENCE = ['bm25', 'dense', 'llm'];
const isHere = existsSync(SHARED);

it('a shard belongs to the source that its name has before its number', () => {
  expect(shardSource('bm25.part3.jsonl.gz')).toBe('bm25');
  expect(shardSource('dense.part-12of40.parquet')).toBe('dense');
  expect(shardSource('bm25.jsonl')).toBe('bm25');
});

describe.runIf(isHere)('the golden sources in shards', () => {
  const sources = isHere ? [...REFERENCE, 'noise'].map(goldenLines) : [];
  const lists = cut(sources, 3);
  let parts: SumPart[];
  let table: NamedTable;

  beforeAll(async () => {
    stubPage();
    table = await tableOfShards(lists);
    parts = await partsOf(lists, table);
  });

  it('are what the whole is, in any order of the parts, with the figures of an independent float64 implementation', async () => {
    const report = await merged(parts, table, REFERENCE);
    const one = await whole(sources, REFERENCE.join(','));
    expect(apart(report, one)).toEqual([]);
    const expected = JSON.parse(readFileSync(join(SHARED, 'golden/expected.json'), 'utf8')) as Report;
    const figures = ({ sources, audit, ranking, idf_corpus: { texts, distinct_tokens } }: Report) => {
      const { envelope, flags } = audit;
      return { sources, ranking, corpus: { texts, distinct_tokens }, audit: { envelope, flags } };
    };
    expect(differences(figures(one), figures(expected), { absolute: 1e-6, relative: 1e-6 })).toEqual([]);
    expect(isSame(await merged(parts.toReversed(), table, REFERENCE), report)).toBe(true);
  });

  it('stand in the order of their numbers: the second before the twelfth', async () => {
    const lists = [cut(sources.slice(0, 2), 12).toReversed().flat()];
    const own = await tableOfShards(lists);
    const { files } = await merged(await partsOf(lists, own), own, []);
    const numbers = Array.from({ length: 12 }, (_, i) => i + 1);
    expect(files.map(({ file }) => file)).toEqual(
      ['bm25', 'dense'].flatMap((name) => numbers.map((number) => `${name}.part${number}.jsonl`)),
    );
  });

  it('count what is found in the pairs as the whole does, in 16 shards', async () => {
    const faulty = sources.map(withFaults);
    const shards = cut(faulty, 16);
    const own = await tableOfShards(shards);
    const report = await merged(await partsOf(shards, own), own, REFERENCE);
    const one = await whole(faulty, `${REFERENCE.join(',')} --normalise`);
    expect(apart(report, one)).toEqual([]);
    const found = Object.values(report.verdict.sources).flatMap(({ findings }) => findings);
    expect([...new Set(found.map(({ id }) => id))].sort()).toEqual([
      ...['copies', 'cut', 'duplicates', 'loose', 'near-copies', 'short', 'stock'],
    ]);
  });

  it('have the first negatives of each record alone, and the units that are asked for', async () => {
    const own = await tableOfShards(lists, { ...SETTINGS, negatives: 2, group: 'query' });
    const report = await merged(await partsOf(lists, own), own, REFERENCE);
    const asked = await whole(sources, `${REFERENCE.join(',')} --negatives 2 --group query`);
    expect(apart(report, asked)).toEqual([]);
  });

  it('are refused where they do not fit together', async () => {
    const [first, second, third] = parts as [SumPart, SumPart, SumPart];
    const other = (change: Partial<SumPart>) =>
      merged([first, { ...second, ...change }, third], table, REFERENCE);
    await expect(merged([first, second], table, REFERENCE)).rejects.toThrow(
      /^Shards are missing: bm25.part3.jsonl of bm25/,
    );
    await expect(merged([first, second, third, first], table, REFERENCE)).rejects.toThrow(
      /bm25.part1.jsonl .* Leave one out/,
    );
    await expect(other({ program: { version: '0', commit: null } })).rejects.toThrow(/differ in version/);
    await expect(other({ settings: { table: 'other' } })).rejects.toThrow(/differ in table/);
    const [text] = lists;
    const texts = await Promise.all(
      [0.05, 0.1].map((tau) => textsOf(text ?? [], { ...SETTINGS, tau }, first.program)),
    );
    expect(() => together(texts.map((part) => ({ name: 'part', part })))).toThrow(
      /differ in tau: 0.1 and 0.05/,
    );
    await expect(merged(parts, table, ['splade'])).rejects.toThrow(/no source is named splade/);
  });

  it('are scored under the table that counted them alone', async () => {
    const [own = []] = lists;
    const less = { ...table, shards: table.shards.slice(1) };
    await expect(partsOf([own], less)).rejects.toThrow(/did not count bm25.part1.jsonl/);
  });
});
