import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import {
  MINED_NEGATIVES,
  bm25Source,
  passageText,
  randomSource,
  readFacts,
  toLines,
  writtenSource,
  type DemoRecord,
} from '../../scripts/demo/sources';

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
    expect(committed(`${name}.jsonl`) === toLines(build(corpus))).toBe(true);
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
});
