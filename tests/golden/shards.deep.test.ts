/** Real files in 16 shards, merged: ranks, verdict, findings and figures of the whole. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { alphanumericTokens } from '../../src/lexical/tokens';
import { seededRandom } from '../../src/scoring/random';
import { stubPage } from './command';
import { apart, cut, merged, partsOf, SHARED, tableOfShards, whole, type Lines } from './shards';

type Passages = Record<'positive_passages' | 'negative_passages', readonly { text: string }[]>;

const DIMENSION = 48;
const WORDS = new Map<string, readonly number[]>();

function wordVector(word: string): readonly number[] {
  const known = WORDS.get(word);
  if (known) return known;
  const random = seededRandom(createHash('sha256').update(word).digest().readUInt32LE());
  const vector = Array.from({ length: DIMENSION }, () => random() - 0.5);
  WORDS.set(word, vector);
  return vector;
}

/** The sum of a random vector for each word, with norm 1. */
function vectorOf(text: string): readonly number[] {
  const sum = new Array<number>(DIMENSION).fill(0.01);
  for (const word of alphanumericTokens(text))
    wordVector(word).forEach((value, i) => (sum[i] = (sum[i] ?? 0) + value));
  const norm = Math.hypot(...sum);
  return sum.map((value) => value / norm);
}

function realLines(name: string): Lines {
  const lines = readFileSync(join(SHARED, `data/dl1920/${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean);
  return {
    name,
    lines: lines.map((line) => {
      const record = JSON.parse(line) as Passages & { query: string };
      const positive = record.positive_passages[0]?.text ?? '';
      const negatives = record.negative_passages.map(({ text }) => text);
      return JSON.stringify({
        query: record.query,
        positive,
        negatives,
        query_embedding: vectorOf(record.query),
        positive_embedding: vectorOf(positive),
        negative_embeddings: negatives.map(vectorOf),
      });
    }),
  };
}

it.runIf(existsSync(SHARED))('dl1920 in shards is what the whole is', { timeout: 900_000 }, async () => {
  stubPage();
  const reference = ['bm25', 'tasb'];
  const sources = ['bm25', 'random', 'repllama', 'tasb'].map(realLines);
  const one = await whole(sources, reference.join(','));
  expect(Object.values(one.verdict.sources).flatMap(({ findings }) => findings).length).toBeGreaterThan(0);
  const lists = cut(sources, 16);
  const table = await tableOfShards(lists);
  expect(apart(await merged(await partsOf(lists, table), table, reference), one)).toEqual([]);
});
