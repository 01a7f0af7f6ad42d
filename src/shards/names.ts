/** The names of shards: which source a file belongs to, and which place it has there. */

import { sourceName } from '../candidates/names';

/** `bm25.part3` and `bm25.part3of7`. */
const PART = /^(.+?)\.part-?(\d+)(?:of(\d+))?$/i;

/** A file that is a shard of a source. */
export interface ShardName {
  readonly source: string;
  /** Its number; 0 where the name has none. */
  readonly number: number;
}

/** `bm25.part3.jsonl.gz` → bm25, 3; `bm25.jsonl` → bm25, 0. */
export function shardName(file: string): ShardName {
  const name = sourceName(file);
  const [, source = name, number = '0'] = PART.exec(name) ?? [];
  return { source, number: Number(number) };
}

/** A shard as parts know it. */
export interface Shard extends ShardName {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Records loaded from it. */
  readonly records: number;
}

/** By source, then by number, then by name: the order in which the shards make the whole file. */
export function inOrder(a: Shard, b: Shard): number {
  return compare(a.source, b.source) || a.number - b.number || compare(a.file, b.file);
}

/** By code points: the same on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Numbers missing between the first and the last of each source, in words; empty where none is. */
export function gapsInWords(shards: readonly Shard[]): string[] {
  const bySource = new Map<string, number[]>();
  for (const { source, number } of shards) bySource.set(source, [...(bySource.get(source) ?? []), number]);
  return [...bySource].flatMap(([source, numbers]) => {
    const present = new Set(numbers);
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
    const missing = Array.from({ length: last - first }, (_, i) => first + i).filter((n) => !present.has(n));
    if (missing.length === 0) return [];
    return [`${source} lacks the shards ${missing.map((n) => `part${n}`).join(', ')}`];
  });
}
