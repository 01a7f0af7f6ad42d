/**
 * What the two passes over shards give: plain data of typed arrays and texts. A part of the pass `score` is a run without its
 * vectors: what is computed of each pair, its texts by their hashes, and Σ w r rᵀ. So a merge ranks as a run does.
 */

import type { PlaceKind, Reject } from '../candidates/candidate-record';
import type { SourceStructure } from '../candidates/api';
import { sourceName } from '../candidates/names';
import type { FileCounts } from '../candidates/outcomes';
import type { Interpretation, ReadingWarning } from '../candidates/reading';
import type { UnitKind } from '../scoring/groups';
import type { RecordsOfK } from '../scoring/k-counts';
import type { PairColumns } from '../scoring/pairs';
import type { WeightingId } from '../scoring/weightings';

/** Raise it with every change of a part's form. */
export const PART_FORM = 5;

/** Why shards cannot be summed or parts cannot be merged: whole sentences, with what to do. */
export class ShardError extends Error {
  override readonly name = 'ShardError';
}

/** A file that is a part of a source. */
export interface Shard {
  readonly source: string;
  /** Its place in the source; 0 where the name has none. */
  readonly number: number;
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The program that made a part; parts of two programs are not merged. */
export interface Program {
  readonly version: string;
  /** Null where there is no git. */
  readonly commit: string | null;
}

interface Head {
  readonly form: number;
  readonly negscope: Program;
  readonly shards: readonly Shard[];
}

/** What both passes read files under. */
export interface ReadSettings {
  readonly normalise: boolean;
  readonly seed: number;
  /** The first so many of each record are scored; null: all. */
  readonly negatives: number | null;
}

/** A text by its hash, with its vector where it first stands and its seeded priority: the smallest ones are a random sample. */
export interface DrawnText {
  readonly key: string;
  readonly text: string;
  readonly priority: number;
  readonly vector: Float64Array;
}

/** What random passages are drawn from: passages, and queries with all their positives. */
export interface Sample {
  readonly passages: readonly DrawnText[];
  readonly queries: readonly (DrawnText & { readonly positives: readonly DrawnText[] })[];
}

/** A part of the pass `idf`. A text may stand in several shards and counts once: so the words of each are kept. */
export interface TextPart extends Head {
  readonly kind: 'negscope-texts';
  readonly settings: ReadSettings;
  readonly words: readonly string[];
  /** By distinct passage: its hash, and which words it has: [offsets[i], offsets[i + 1]). */
  readonly keys: readonly string[];
  readonly offsets: Uint32Array;
  readonly tokens: Uint32Array;
  readonly sample: Sample;
}

/** The merged parts of the pass `idf`. */
export interface Table extends Head {
  readonly kind: 'negscope-table';
  readonly settings: ReadSettings;
  /** M: distinct passages. */
  readonly texts: number;
  readonly words: readonly string[];
  readonly frequencies: Uint32Array;
  readonly sample: Sample;
}

/** What sums are made under. */
export interface SumSettings extends ReadSettings {
  readonly tau: number;
  readonly weighting: WeightingId;
  /** Those summed; the chosen one is among them. */
  readonly weightings: readonly WeightingId[];
  readonly group: UnitKind;
  readonly reference: readonly string[];
  /** As the user names it; the files do not say which one made their embeddings. */
  readonly encoder: string | null;
}

/** What reading a shard told. */
export interface ReadFile {
  readonly interpretation: Interpretation;
  readonly placeKind: PlaceKind;
  readonly counts: FileCounts;
  readonly byK: readonly RecordsOfK[];
  readonly warnings: readonly ReadingWarning[];
}

/** A shard with what is computed of its pairs. */
export interface Piece {
  readonly shard: Shard;
  readonly file: ReadFile;
  /** All its records. Texts are places in the part's `queries` and `passages`. */
  readonly structure: SourceStructure;
  readonly groups: readonly (string | null)[];
  /** Of the pairs that are scored. */
  readonly columns: PairColumns;
  /** Jaccard index of the words of negative and positive, by pair. */
  readonly overlap: Float64Array;
}

/** Σ w r rᵀ of the shards of a source under each weighting of the settings, d×d. */
export interface SourceMatrices {
  readonly dimension: number;
  readonly sums: readonly Float64Array[];
}

/** A part of the pass `score`. */
export interface SumPart extends Head {
  readonly kind: 'negscope-sums';
  readonly settings: SumSettings;
  /** SHA-256 of the table. */
  readonly table: string;
  readonly queries: readonly string[];
  readonly passages: readonly string[];
  readonly pieces: readonly Piece[];
  readonly matrices: ReadonlyMap<string, SourceMatrices>;
  readonly rejects: readonly Reject[];
  readonly seconds: number;
}

export type Part = TextPart | Table | SumPart;

/** `bm25.part3.jsonl.gz` → bm25, 3; `bm25.jsonl` → bm25, 0. */
export function shardName(file: string): Pick<Shard, 'source' | 'number'> {
  const name = sourceName(file);
  const [, source = name, number = '0'] = /^(.+?)\.part-?(\d+)(?:of\d+)?$/i.exec(name) ?? [];
  return { source, number: Number(number) };
}

/** By source, then by number, then by name, by code points: the order in which shards make the whole file. */
export function inOrder(a: Shard, b: Shard): number {
  const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
  return compare(a.source, b.source) || a.number - b.number || compare(a.file, b.file);
}

/** Parts of one kind in the order of their shards. @throws ShardError where they do not fit together */
export function together<P extends Part>(
  parts: readonly { readonly name: string; readonly part: P }[],
): readonly P[] {
  const [first] = parts;
  if (!first) throw new ShardError('There is no part to merge.');
  const seen = new Map<string, string>();
  for (const { name, part } of parts) {
    const fixed = ({ kind, form, negscope, settings, ...rest }: Part) =>
      Object.entries({ kind, form, ...negscope, ...settings, table: 'table' in rest ? rest.table : null });
    const own = new Map(fixed(part));
    for (const [key, value] of fixed(first.part)) {
      if (JSON.stringify(own.get(key)) === JSON.stringify(value)) continue;
      throw new ShardError(
        `${name} and ${first.name} differ in ${key}: ${JSON.stringify(own.get(key))} and ${JSON.stringify(value)}. Make both alike.`,
      );
    }
    for (const { source, file, sha256 } of part.shards) {
      for (const key of [`${source} ${file}`, `${source} ${sha256}`]) {
        const before = seen.get(key);
        if (before !== undefined && before !== `${name} ${file}`) {
          throw new ShardError(`${file} of ${source} is in ${name}, and in ${before} before. Leave one out.`);
        }
        seen.set(key, `${name} ${file}`);
      }
    }
  }
  const firstShard = ({ shards }: Part) => shards.toSorted(inOrder)[0] as Shard;
  return parts.map(({ part }) => part).sort((a, b) => inOrder(firstShard(a), firstShard(b)));
}

/** Shards of `all` that are not `among` others, by their bytes: `bm25.part3.jsonl of bm25`. */
export function missingShards(among: readonly Shard[], all: readonly Shard[]): string[] {
  return all
    .filter((one) => !among.some(({ source, sha256 }) => source === one.source && sha256 === one.sha256))
    .map(({ file, source }) => `${file} of ${source}`);
}
