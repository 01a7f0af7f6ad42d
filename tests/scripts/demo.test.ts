import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { bm25Source, randomSource, readFacts, toLines, writtenSource } from '../../scripts/demo/sources';

const path = (fromRoot: string) => fileURLToPath(new URL(`../../${fromRoot}`, import.meta.url));
const committed = (file: string) => readFileSync(path(`public/demo/${file}`), 'utf8');

const corpus = readFacts(path('scripts/demo/facts'));

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
