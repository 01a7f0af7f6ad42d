import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { bm25, contentWords, tokenize } from '../../scripts/demo/bm25.mjs';
import { readFacts } from '../../scripts/demo/facts.mjs';
import {
  MINED_NEGATIVES,
  bm25Source,
  passageText,
  randomSource,
  rankedSource,
  toNdjson,
  writtenSource,
  type DemoRecord,
} from '../../scripts/demo/sources.mjs';

const path = (fromRoot: string) => fileURLToPath(new URL(`../../${fromRoot}`, import.meta.url));
const committed = (file: string) => readFileSync(path(`public/demo/${file}`), 'utf8');
const recordsOf = (name: string): DemoRecord[] =>
  committed(`${name}.jsonl`)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as DemoRecord);

const names = ['bm25', 'embedding', 'written', 'random'];
const corpus = readFacts(path('scripts/demo/facts'));

describe('the committed demo', () => {
  it('has at least 200 passages and 120 queries, none of them twice', () => {
    const { passages, queries } = corpus;
    expect(passages.length).toBeGreaterThanOrEqual(200);
    expect(queries.length).toBeGreaterThanOrEqual(120);
    const ids = [...passages, ...queries].map(({ id }) => id);
    const texts = [...passages, ...queries.flatMap(({ plausible }) => plausible)].map(({ text }) => text);
    for (const all of [ids, texts, queries.map(({ query }) => query)])
      expect(new Set(all).size).toBe(all.length);
  });

  it.each([
    ['bm25', bm25Source],
    ['random', randomSource],
    ['written', writtenSource],
  ] as const)('%s.jsonl is what the facts give', (name, build) => {
    expect(committed(`${name}.jsonl`) === toNdjson(build(corpus))).toBe(true);
  });

  it.each(names)(
    '%s.jsonl has every query in order, its positive, and distinct negatives without it',
    (name) => {
      const records = recordsOf(name);
      expect(records.map(({ query_id, query }) => [query_id, query])).toEqual(
        corpus.queries.map(({ id, query }) => [id, query]),
      );
      records.forEach((record, at) => {
        const positive = corpus.passages.find(({ id }) => id === corpus.queries[at]?.positive);
        expect(record.positive_passages).toEqual([
          { docid: positive?.id, title: positive?.title, text: positive?.text },
        ]);
        const texts = record.negative_passages.map(passageText);
        expect(texts).not.toContain(passageText(record.positive_passages[0] ?? { title: '', text: '' }));
        expect(new Set(texts).size).toBe(texts.length);
        if (name !== 'written') expect(texts.length).toBe(MINED_NEGATIVES);
      });
    },
  );

  it('index.json names the four files and reference sources among them', () => {
    const index = JSON.parse(committed('index.json')) as {
      sources: { file: string; name: string; how: string }[];
      reference: string[];
      about: string;
    };
    expect(index.sources.map(({ file, name }) => [file, name])).toEqual(
      names.map((name) => [`${name}.jsonl`, name]),
    );
    expect(index.sources.every(({ how }) => how.endsWith('.'))).toBe(true);
    expect(index.reference).toEqual(['bm25', 'embedding', 'written']);
    expect(index.about).toContain(
      `${corpus.queries.length} questions over ${corpus.passages.length} short passages`,
    );
  });
});

describe('bm25', () => {
  it('gives the scores worked out by hand', () => {
    // M = 3, mean length 3. idf(red) = ln 1.6, idf(fox) = ln(8/3).
    // First text: length 2, so k1 (1 - b + b 2/3) = 0.78 and each token gains idf 1.9/1.78.
    // Second text: length 3, tf(red) = 2, so red gains idf 2 1.9/(2 + 0.9).
    const scores = bm25(['Red fox', 'red, red dog', 'a blue cat sat'], { k1: 0.9, b: 0.4 })('red FOX');
    expect(scores[0]).toBeCloseTo((Math.log(1.6) + Math.log(8 / 3)) * (1.9 / 1.78), 12);
    expect(scores[1]).toBeCloseTo(Math.log(1.6) * ((2 * 1.9) / 2.9), 12);
    expect(scores[2]).toBe(0);
  });

  it('tokenizes by runs of letters, numbers and marks after NFKC, without the s of a plural', () => {
    expect(tokenize('Föhn: 10 °C, “ﬁne” winds')).toEqual(['föhn', '10', 'c', 'fine', 'wind']);
    expect(tokenize('glass virus gas moons')).toEqual(['glass', 'virus', 'gas', 'moon']);
  });

  it('drops stop words from a query', () => {
    expect(contentWords("Why don't the moon's phases stop?")).toBe('moon phases stop');
  });
});

describe('rankedSource', () => {
  it('orders by the first ranking, then by the next, then by place in the corpus, without the positive', () => {
    const passages = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, title: id, text: id }));
    const query = { id: 'q', query: 'q', positive: 'b', plausible: [] };
    const [record] = rankedSource({ passages, queries: [query] }, [[[0, 9, 0, 0, 1]], [[3, 0, 3, 4, 0]]]);
    expect(record?.negative_passages.map(({ docid }) => docid)).toEqual(['e', 'd', 'a', 'c']);
  });
});
