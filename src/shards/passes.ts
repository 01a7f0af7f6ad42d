/**
 * The two passes over shards, and the table between them. One shard is in memory at a time. A part of the pass `score` is a
 * run without its vectors: what is computed of each pair, its texts, and Σ w r rᵀ. So a merge ranks as a run does.
 */

import { Candidates, NO_DUCKDB } from '../candidates/candidates';
import { sourceName } from '../candidates/names';
import { defaultLoadOptions } from '../candidates/reading';
import { fillColumns } from '../engine/blocks';
import { MOST_QUERIES } from '../engine/drawn-passages';
import { distinctIds, Lexicon, passagesOf } from '../engine/lexicon';
import type { RunSettings } from '../engine/result';
import { sampledSources } from '../engine/run-sources';
import { givenVectors, passageVectors, vectorsOf, withPairs, type SourceData } from '../engine/source-data';
import { onProcessor } from '../engine/summer';
import { underWeights, weightUnder } from '../engine/sums';
import { Task } from '../engine/task';
import type { RunRequest } from '../engine/types';
import { sha256OfStream } from '../hash';
import { IdfTable, TokenDictionary } from '../lexical/idf';
import { alphanumericTokens } from '../lexical/tokens';
import { isColumn } from '../scoring/groups';
import { selectPairs } from '../scoring/pairs';
import { seededPriority } from '../scoring/random';
import { DRAWN_PASSAGES } from '../scoring/random-looking';
import type { WeightingId } from '../scoring/weightings';

/** Why shards cannot be read or parts cannot be merged: whole sentences, with what to do. */
export class ShardError extends Error {
  override readonly name = 'ShardError';
}

/** What is asked for in the first pass; the table carries it on. The first weighting is that of the score. */
export type ShardSettings = RunSettings & { readonly weightings: readonly WeightingId[] };

export interface Program {
  readonly version: string;
  readonly commit: string | null;
}

/** Of the pass `idf`: distinct texts. */
export type TextPart = Awaited<ReturnType<typeof textsOf>>;

/** The merged parts of the pass `idf`. */
export type Table = ReturnType<typeof tableOf>;

/** With the SHA-256 of its file. */
export type NamedTable = Table & { readonly sha256: string };

/** Of the pass `score`. */
export type SumPart = Awaited<ReturnType<typeof sumsOf>>;

export type Part = TextPart | Table | SumPart;

/** A shard with what is computed of its pairs. */
export type Piece = Awaited<ReturnType<typeof pieceOf>>;

/** A file that is a part of a source. */
export type Shard = Awaited<ReturnType<typeof shardOf>>;

async function shardOf(file: File) {
  const { name, size: bytes } = file;
  return { source: shardSource(name), file: name, bytes, sha256: await sha256OfStream(file.stream()) };
}

/** `bm25.part3.jsonl.gz` and `bm25.part-3of40.jsonl` → bm25. */
export function shardSource(file: string): string {
  return sourceName(file).replace(/(?<=.)\.part-?\d+(?:of\d+)?$/i, '');
}

/** Refuses parts of one kind that do not fit together: one program made them under the same settings. @throws ShardError */
export function together<P extends Part>(
  parts: readonly { readonly name: string; readonly part: P }[],
): readonly P[] {
  const fixed = ({ program, settings }: Part) => new Map(Object.entries({ ...program, ...settings }));
  const [first, seen] = [parts[0], new Set<string>()];
  for (const { name, part } of parts) {
    for (const [key, value] of first ? fixed(first.part) : []) {
      const [own, other] = [fixed(part).get(key), value].map((each) => JSON.stringify(each));
      if (own !== other)
        throw new ShardError(
          `${name} and ${first?.name} differ in ${key}: ${own} and ${other}. Make both alike.`,
        );
    }
    for (const { source, file, sha256 } of part.shards) {
      for (const key of new Set([file, sha256].map((each) => `${source} ${each}`))) {
        if (seen.has(key))
          throw new ShardError(`${file} of ${source} is in two parts, by name or by bytes. Leave one out.`);
        seen.add(key);
      }
    }
  }
  return parts.map(({ part }) => part);
}

/** Shards of `all` that are not `among` others, by their bytes: `bm25.part3.jsonl of bm25`. */
export function missingShards(among: readonly Shard[], all: readonly Shard[]): string[] {
  return all
    .filter((one) => !among.some(({ source, sha256 }) => source === one.source && sha256 === one.sha256))
    .map(({ file, source }) => `${file} of ${source}`);
}

/** A process may take what its machine has, where a tab may not. */
const UNLIMITED = { duckdbMiB: 0, sources: Infinity };

/**
 * Reads a shard as the page reads files: all its records, and their texts by their ids.
 * @throws ShardError, for a file without embeddings, or with ids in place of texts, too
 */
async function readShard(file: File, { normalise, seed, group: unit }: ShardSettings) {
  const candidates = new Candidates(NO_DUCKDB, UNLIMITED);
  const group = isColumn(unit) ? unit : null;
  const options = { ...defaultLoadOptions(file.name), normalise, group, label: { kind: 'file' } as const };
  const outcome = await candidates.load(file, options, () => undefined);
  if (outcome.status === 'refused') throw new ShardError(outcome.refused.message);
  const read = outcome.status === 'loaded' ? outcome.loaded : null;
  const [loaded] = read?.sources ?? [];
  if (!read || !loaded?.dimension) {
    throw new ShardError(
      `${file.name}: expected records with query, positive, negatives, all as texts, and query_embedding, ` +
        'positive_embedding and negative_embeddings (docs/FORMATS.md).',
    );
  }
  const structure = await candidates.structure(loaded.id, seed);
  const [queries, passages] = [distinctIds([structure.queries]), passagesOf([structure])];
  const byId = (ids: Int32Array, texts: readonly string[]) =>
    new Map(Array.from(ids, (id, i) => [id, texts[i] as string]));
  const rejects = candidates.rejects(null);
  return {
    interpretation: read.interpretation,
    loaded,
    rejects,
    structure,
    queries: byId(queries, await candidates.queryTexts(queries)),
    passages: byId(passages, await candidates.passageTexts(passages)),
    embeddings: () => candidates.embeddings(loaded.id),
  };
}

/** The pass `idf`. @throws ShardError */
export async function textsOf(files: readonly File[], settings: ShardSettings, program: Program) {
  const [queries, passages, further] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const file of files) {
    const { structure, ...texts } = await readShard(file, settings);
    const records = Int32Array.from(structure.queries.keys());
    const scored = selectPairs(structure.offsets, records, settings.negatives);
    const ids = new Set(passagesOf([withPairs(structure, scored)]));
    for (const text of texts.queries.values()) queries.add(text);
    for (const [id, text] of texts.passages) (ids.has(id) ? passages : further).add(text);
  }
  const shards = await Promise.all(files.map(shardOf));
  // `further`: negatives that are not scored.
  return { kind: 'negscope-texts' as const, program, settings, shards, queries, passages, further };
}

/** Document frequencies over the distinct passages of all shards. @param parts that fit together */
export function tableOf(parts: readonly TextPart[]) {
  const { program, settings } = parts[0] as TextPart;
  const dictionary = new TokenDictionary();
  const frequencies: number[] = [];
  const all = (of: 'queries' | 'passages' | 'further') => parts.flatMap((part) => [...part[of]]);
  const texts = new Set([...all('passages'), ...all('further')]);
  for (const text of texts)
    for (const token of dictionary.idsOf(alphanumericTokens(text)))
      frequencies[token] = (frequencies[token] ?? 0) + 1;
  const most = (of: 'queries' | 'passages', count: number) =>
    Float64Array.from(new Set(all(of)), (text) => seededPriority(settings.seed, text, 0)).sort()[count - 1] ??
    1;
  return {
    kind: 'negscope-table' as const,
    program,
    settings,
    shards: parts.flatMap(({ shards }) => shards),
    /** M: distinct passages. */
    texts: texts.size,
    words: Array.from(dictionary.entries(), ([word]) => word),
    frequencies: Int32Array.from(frequencies),
    /** Random passages are drawn of the texts with at most these priorities. */
    most: { queries: most('queries', MOST_QUERIES), passages: most('passages', DRAWN_PASSAGES) },
  };
}

/** What a run over shards asks for: all records, with the embeddings of the files. @param names of the sources */
export function requestOf(
  names: readonly string[],
  { weightings, ...settings }: ShardSettings,
  reference: readonly string[] = [],
): RunRequest {
  return {
    sources: names.map((name, id) => {
      return { id, name, setting: 'default', reference: reference.includes(name), misread: false };
    }),
    encoder: null,
    device: 'wasm',
    settings: {
      ...settings,
      weighting: weightings[0] ?? 'full',
      queries: 'all',
      sample: null,
      batch_size: 0,
    },
    stop: { rule: 'all', level: 0.95 },
  };
}

/** The pass `score`. @throws ShardError, where the table did not count a shard, too */
export async function sumsOf(files: readonly File[], table: NamedTable, program: Program) {
  const shards = await Promise.all(files.map(shardOf));
  const uncounted = missingShards(table.shards, shards).join(', ');
  if (uncounted !== '')
    throw new ShardError(`The table did not count ${uncounted}. Run the pass idf over them again.`);
  const pieces: Piece[] = [];
  for (const [i, shard] of shards.entries()) pieces.push(await pieceOf(files[i] as File, shard, table));
  return { kind: 'negscope-sums' as const, program, settings: { table: table.sha256 }, shards, pieces };
}

async function pieceOf(file: File, shard: Shard, { settings, most, ...table }: Table) {
  const { embeddings, ...read } = await readShard(file, settings);
  const { structure, queries, passages } = read;
  const task = new Task();
  const given = [givenVectors(await embeddings())];
  // Units are found in the merge.
  const request = requestOf([''], { ...settings, group: 'query' });
  const [source] = sampledSources([structure], request, given) as [SourceData];
  const vectors = vectorsOf(source);
  const dictionary = new TokenDictionary();
  dictionary.idsOf(new Set(table.words));
  const tokensOf = (texts: ReadonlyMap<number, string>) =>
    new Map(Array.from(texts, ([id, text]) => [id, dictionary.idsOf(alphanumericTokens(text))]));
  const [asked, found] = [tokensOf(queries), tokensOf(passages)];
  const idf = IdfTable.of(table.texts, table.frequencies);
  await fillColumns(source, new Lexicon(dictionary, asked, found, new Map(), idf), task);
  const weights = settings.weightings.map((weighting) =>
    weightUnder(source.columns, { tau: settings.tau, weighting }),
  );
  const open = async (_shape: unknown, count: number) => onProcessor(vectors.dimension, count, null);
  // Σ w r rᵀ under each weighting, d×d.
  const sums = await underWeights(source, weights, open, task, async (summer, weight) => {
    return (await summer.sum(weight, task)).triangle;
  });
  const isDrawn = (text: string | undefined, limit: number) =>
    seededPriority(settings.seed, text as string, 0) <= limit;
  const drawn = [...source.structure.queries.entries()].filter(([, id]) =>
    isDrawn(queries.get(id), most.queries),
  );
  const wanted = new Set([
    ...drawn.map(([record]) => source.structure.positives[record] as number),
    ...passagesOf([source.structure]).filter((id) => isDrawn(passages.get(id), most.passages)),
  ]);
  const vectorOf = passageVectors([source], wanted);
  return {
    ...read,
    shard,
    columns: source.columns,
    sums,
    /** Vectors of what random passages are drawn of, by the ids of texts. */
    drawn: {
      queries: new Map(drawn.map(([record, id]) => [id, Float64Array.from(vectors.query(record))])),
      passages: new Map(Array.from(wanted, (id) => [id, Float64Array.from(vectorOf(id))])),
    },
  };
}
