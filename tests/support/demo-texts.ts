/** Texts of the demo. */

import { readFileSync } from 'node:fs';

interface Passage {
  readonly title: string;
  readonly text: string;
}

/** Queries and passages of the demo's first records: distinct texts, as many as asked for. */
export function demoTexts(count: number): string[] {
  const file = new URL('../../public/demo/bm25.jsonl', import.meta.url);
  const records = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { query: string; negative_passages: readonly Passage[] });
  const texts = records.flatMap(({ query, negative_passages: passages }) => [
    query,
    ...passages.map(({ title, text }) => `${title} ${text}`),
  ]);
  return [...new Set(texts)].slice(0, count);
}
