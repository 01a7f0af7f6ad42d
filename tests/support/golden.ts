/** The golden sources of ../shared, read by hand here so that no code under test prepares its own oracle. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { lexicalCoverage } from '../../src/lexical/coverage';
import { IdfTable, TokenDictionary } from '../../src/lexical/idf';
import { alphanumericTokens } from '../../src/lexical/tokens';
import { pairGeometry } from '../../src/scoring/gates';
import type { PairColumns } from '../../src/scoring/pairs';

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

export interface GoldenSource {
  columns: PairColumns;
  positives: Float64Array[];
  negatives: Float64Array[];
}

/** Pair columns of the named sources under one pooled-documents IDF table. */
export function goldenSources(names: readonly string[]): {
  idf: IdfTable;
  sources: Map<string, GoldenSource>;
} {
  const records = new Map(names.map((name) => [name, goldenRecords(name)]));
  const dictionary = new TokenDictionary();
  const tokens = (text: string) => dictionary.idsOf(alphanumericTokens(text));
  const corpus = new Set(
    [...records.values()].flatMap((rs) => rs.flatMap((r) => [r.positive, ...r.negatives])),
  );
  const idf = new IdfTable();
  for (const text of corpus) idf.add(tokens(text));
  const sources = new Map([...records].map(([name, rs]) => [name, sourceOf(rs, tokens, idf)]));
  return { idf, sources };
}

function sourceOf(
  records: GoldenRecord[],
  tokens: (text: string) => Int32Array,
  idf: IdfTable,
): GoldenSource {
  const pairs = records.flatMap((r) => r.negatives.map((text, k) => ({ r, text, k })));
  const offsets = [0];
  for (const r of records) offsets.push((offsets.at(-1) as number) + r.negatives.length);
  const columns: PairColumns = {
    offsets: Int32Array.from(offsets),
    margin: new Float64Array(pairs.length),
    locality: new Float64Array(pairs.length),
    distance: new Float64Array(pairs.length),
    coverage: Float64Array.from(pairs, ({ r, text }) => lexicalCoverage(tokens(r.query), tokens(text), idf)),
  };
  const positives = pairs.map(({ r }) => Float64Array.from(r.positive_embedding));
  const negatives = pairs.map(({ r, k }) => Float64Array.from(r.negative_embeddings[k] as number[]));
  pairs.forEach(({ r }, i) => {
    const out = { margin: 0, locality: 0, distance: 0 };
    const query = Float64Array.from(r.query_embedding);
    pairGeometry(query, positives[i] as Float64Array, negatives[i] as Float64Array, out);
    columns.margin[i] = out.margin;
    columns.locality[i] = out.locality;
    columns.distance[i] = out.distance;
  });
  return { columns, positives, negatives };
}
