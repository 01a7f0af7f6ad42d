import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  hybrid,
  pairsOf,
  readSource,
  sampleQueries,
  textsByPair,
  textsByRecord,
  withHybrids,
  writeSources,
} from '../../bench/lib/sources.mjs';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-bench-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = (name: string, negatives: Record<string, string[]>) => ({
  name,
  records: Object.entries(negatives).map(([query, texts]) => ({
    query,
    positive: `${query}+`,
    negatives: texts,
  })),
});

describe('sources of the comparison', () => {
  it('are read as the page reads them: titles before texts, trimmed, no negative twice or blank', () => {
    const passages = [
      { title: 'T', text: 'one ' },
      { title: '', text: ' two' },
      { title: null, text: 'two' },
      { title: '', text: ' ' },
    ];
    const file = join(folder, 'some.jsonl');
    const record = {
      query: ' q ',
      positive_passages: [{ title: 'P', text: 'p' }],
      negative_passages: passages,
    };
    writeFileSync(file, `${JSON.stringify(record)}\n`);
    expect(readSource(file)).toEqual({
      name: 'some',
      records: [{ query: 'q', positive: 'P p', negatives: ['T one', 'two'] }],
    });
  });

  it('are sampled on the same queries, which every source has', () => {
    const names = Array.from({ length: 20 }, (_, i) => `q${i}`);
    const all = (name: string, missing: string) =>
      source(name, Object.fromEntries(names.filter((q) => q !== missing).map((q) => [q, [`${name} ${q}`]])));
    const [first, second] = sampleQueries([all('a', 'q3'), all('b', 'q7')], 12);
    const queries = first?.records.map(({ query }) => query);
    expect(queries).toHaveLength(12);
    expect(second?.records.map(({ query }) => query)).toEqual(queries);
    expect(queries).not.toContain('q3');
    expect(queries).not.toContain('q7');
    expect(queries).not.toEqual(names.slice(0, 12));
  });

  it('make hybrids of every two: the union of negatives by query, none twice', () => {
    const a = source('a', { q: ['1', '2'], r: ['3'] });
    const b = source('b', { r: ['4', '3'], q: ['2', '5'] });
    expect(hybrid(a, b)).toEqual(source('a+b', { q: ['1', '2', '5'], r: ['3', '4'] }));
    const c = source('c', { q: ['6'], r: [] });
    expect(withHybrids([a, b, c]).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'a+b', 'a+c', 'b+c']);
    expect(pairsOf(hybrid(a, b))).toBe(5);
  });

  it('are encoded record by record or pair by pair', () => {
    const some = source('a', { q: ['1', '2'], r: ['3'] });
    expect(textsByRecord(some)).toEqual(['q', 'q+', '1', '2', 'r', 'r+', '3']);
    expect(textsByPair(some)).toEqual(['q', 'q+', '1', 'q', 'q+', '2', 'r', 'r+', '3']);
  });

  it('are written as plain JSONL', () => {
    const some = source('a', { q: ['1'] });
    const [file] = writeSources([some], folder);
    expect(file).toBe(join(folder, 'a.jsonl'));
    expect(() => readSource(file ?? '')).toThrow();
  });
});
