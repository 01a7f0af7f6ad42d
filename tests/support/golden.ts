/** The golden sources of ../shared, read by hand here so that no code under test prepares its own oracle. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const GOLDEN = fileURLToPath(new URL('../../../shared/golden/', import.meta.url));
export const goldenIsHere = existsSync(`${GOLDEN}expected.json`);

export interface GoldenRecord {
  query: string;
  positive: string;
  negatives: string[];
  query_embedding: number[];
  positive_embedding: number[];
  negative_embeddings: number[][];
}

/** Records with trimmed texts, blank negatives removed and negatives deduplicated, as SPEC.md says. */
export function goldenRecords(name: string): GoldenRecord[] {
  return readFileSync(`${GOLDEN}${name}.jsonl`, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => prepare(JSON.parse(line) as GoldenRecord));
}

function prepare(record: GoldenRecord): GoldenRecord {
  const negatives: string[] = [];
  const embeddings: number[][] = [];
  record.negatives.forEach((negative, i) => {
    const text = negative.trim();
    if (text === '' || negatives.includes(text)) return;
    negatives.push(text);
    embeddings.push(record.negative_embeddings[i] as number[]);
  });
  return {
    ...record,
    query: record.query.trim(),
    positive: record.positive.trim(),
    negatives,
    negative_embeddings: embeddings,
  };
}
