/**
 * The two passes over shards, and the table between them. One shard is in memory at a time. A part of the pass `score` is a
 * run without its vectors: what is computed of each pair, its texts, and Σ w r rᵀ. So a merge ranks as a run does.
 */

import { Candidates, NO_DUCKDB, type SeededStructure } from '../candidates/candidates';
import type { Reject } from '../candidates/candidate-record';
import { sourceName } from '../candidates/names';
import type { LoadedSource } from '../candidates/outcomes';
import { defaultLoadOptions, type Interpretation } from '../candidates/reading';
import { fillColumns } from '../engine/blocks';
import { MOST_QUERIES } from '../engine/drawn-passages';
import { distinctIds, Lexicon, passagesOf } from '../engine/lexicon';
import { sampledSources } from '../engine/run-sources';
import { givenVectors, vectorsOf, withPairs, type SourceData } from '../engine/source-data';
import { onProcessor } from '../engine/summer';
import { underWeights, weightUnder } from '../engine/sums';
import { Task } from '../engine/task';
import type { RunRequest } from '../engine/types';
import { IdfTable, TokenDictionary } from '../lexical/idf';
import { alphanumericTokens } from '../lexical/tokens';
import type { Vector } from '../scoring/gates';
import { isColumn, type UnitKind } from '../scoring/groups';
import { pairRange, selectPairs, type PairColumns } from '../scoring/pairs';
import { seededPriority } from '../scoring/random';
import { DRAWN_PASSAGES } from '../scoring/random-looking';
import type { WeightingId } from '../scoring/weightings';

/** Why shards cannot be read or parts cannot be merged: whole sentences, with what to do. */
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

/** A shard that is opened when its turn comes. */
export interface ShardFile {
  readonly shard: Shard;
  open(): Promise<File>;
}

interface Head {
  /** The program that made it; parts of two programs are not merged. */
  readonly negscope: { readonly version: string; readonly commit: string | null };
  readonly shards: readonly Shard[];
}

/** What both passes read files under. */
export interface ReadSettings {
  readonly normalise: boolean;
  readonly seed: number;
  /** The first so many of each record are scored; null: all. */
  readonly negatives: number | null;
}

/** A part of the pass `idf`: distinct texts. */
export interface TextPart extends Head {
  readonly kind: 'negscope-texts';
  readonly settings: ReadSettings;
  readonly queries: ReadonlySet<string>;
  /** Positives and the negatives that are scored. */
  readonly passages: ReadonlySet<string>;
  /** Negatives that are not scored. */
  readonly further: ReadonlySet<string>;
}

/** The merged parts of the pass `idf`. */
export interface Table extends Head {
  readonly kind: 'negscope-table';
  readonly settings: ReadSettings;
  /** M: distinct passages. */
  readonly texts: number;
  readonly words: readonly string[];
  readonly frequencies: Int32Array;
  /** Random passages are drawn of the texts with at most these priorities. */
  readonly most: { readonly queries: number; readonly passages: number };
}

/** The table with the SHA-256 of its file. */
export interface NamedTable {
  readonly table: Table;
  readonly sha256: string;
}

/** What the sums are made under. */
export interface SumSettings {
  readonly tau: number;
  readonly weightings: readonly WeightingId[];
  readonly group: UnitKind;
}

/** A shard with what is computed of its pairs. */
export interface Piece {
  readonly shard: Shard;
  readonly loaded: LoadedSource;
  readonly interpretation: Interpretation;
  readonly rejects: readonly Reject[];
  /** All its records, and their texts by their ids. */
  readonly structure: SeededStructure;
  readonly queries: ReadonlyMap<number, string>;
  readonly passages: ReadonlyMap<number, string>;
  /** Of pairs; `overlap`: Jaccard index of the words of negative and positive; `ties`, of records: @see Lexicon.ties */
  readonly columns: PairColumns;
  readonly overlap: Float64Array;
  readonly ties: Float64Array;
  /** Σ w r rᵀ under each weighting of the settings, d×d. */
  readonly sums: readonly Float64Array[];
  /** Vectors of what random passages are drawn of, by text. */
  readonly drawn: Readonly<Record<'queries' | 'passages', ReadonlyMap<string, Float64Array>>>;
}

/** A part of the pass `score`. */
export interface SumPart extends Head {
  readonly kind: 'negscope-sums';
  /** With the SHA-256 of the table. */
  readonly settings: SumSettings & { readonly table: string };
  readonly pieces: readonly Piece[];
}

export type Part = TextPart | Table | SumPart;

/** `bm25.part3.jsonl.gz` → bm25, 3; `bm25.jsonl` → bm25, 0. */
export function shardName(file: string): Pick<Shard, 'source' | 'number'> {
  const name = sourceName(file);
  const [, source = name, number = '0'] = /^(.+?)\.part-?(\d+)(?:of\d+)?$/i.exec(name) ?? [];
  return { source, number: Number(number) };
}

/** Refuses parts of one kind that do not fit together. @throws ShardError */
export function together<P extends Part>(
  parts: readonly { readonly name: string; readonly part: P }[],
): readonly P[] {
  const fixed = ({ negscope, settings }: Part) => new Map(Object.entries({ ...negscope, ...settings }));
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
 * Reads a shard as the page reads files.
 * @param group the column of units; null: none
 * @throws ShardError, for a file without embeddings, or with ids in place of texts, too
 */
async function readShard(
  { open }: ShardFile,
  { normalise, seed }: Pick<ReadSettings, 'normalise' | 'seed'>,
  group: string | null,
) {
  const file = await open();
  const candidates = new Candidates(NO_DUCKDB, UNLIMITED);
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
  const { rejects } = await candidates.rejects({}, { offset: 0, limit: Infinity });
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
export async function textsOf(
  files: readonly ShardFile[],
  settings: ReadSettings,
  negscope: TextPart['negscope'],
): Promise<TextPart> {
  const [queries, passages, further] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const file of files) {
    const { structure, ...texts } = await readShard(file, settings, null);
    const records = Int32Array.from(structure.queries.keys());
    const scored = selectPairs(structure.offsets, records, settings.negatives);
    const ids = new Set(passagesOf([withPairs(structure, scored)]));
    for (const text of texts.queries.values()) queries.add(text);
    for (const [id, text] of texts.passages) (ids.has(id) ? passages : further).add(text);
  }
  const shards = files.map(({ shard }) => shard);
  return { kind: 'negscope-texts', negscope, shards, settings, queries, passages, further };
}

/** Document frequencies over the distinct passages of all shards. @param parts that fit together */
export function tableOf(parts: readonly TextPart[]): Table {
  const { negscope, settings } = parts[0] as TextPart;
  const dictionary = new TokenDictionary();
  const frequencies: number[] = [];
  const all = (of: 'queries' | 'passages' | 'further') => parts.flatMap((part) => [...part[of]]);
  const texts = new Set([...all('passages'), ...all('further')]);
  for (const text of texts)
    for (const token of dictionary.idsOf(alphanumericTokens(text)))
      frequencies[token] = (frequencies[token] ?? 0) + 1;
  const most = (some: readonly string[], count: number) =>
    Float64Array.from(new Set(some), (text) => seededPriority(settings.seed, text, 0)).sort()[count - 1] ?? 1;
  return {
    kind: 'negscope-table',
    negscope,
    settings,
    shards: parts.flatMap(({ shards }) => shards),
    texts: texts.size,
    words: Array.from(dictionary.entries(), ([word]) => word),
    frequencies: Int32Array.from(frequencies),
    most: {
      queries: most(all('queries'), MOST_QUERIES),
      passages: most(all('passages'), DRAWN_PASSAGES),
    },
  };
}

/** The words of some texts, by their ids, under the table. @param priorities of passages */
export function lexiconOf(
  { texts, words, frequencies }: Table,
  queries: ReadonlyMap<number, string>,
  passages: ReadonlyMap<number, string>,
  priorities = new Map<number, number>(),
): Lexicon {
  const dictionary = new TokenDictionary();
  dictionary.idsOf(new Set(words));
  const tokensOf = (some: ReadonlyMap<number, string>) =>
    new Map(Array.from(some, ([id, text]) => [id, dictionary.idsOf(alphanumericTokens(text))]));
  const [asked, found] = [tokensOf(queries), tokensOf(passages)];
  return new Lexicon(dictionary, asked, found, priorities, IdfTable.of(texts, frequencies));
}

/** What a run over shards asks for: all records, with the embeddings of the files. @param names of the sources */
export function requestOf(
  names: readonly string[],
  reference: readonly string[],
  settings: ReadSettings & {
    readonly tau: number;
    readonly group: UnitKind;
    readonly weighting: WeightingId;
  },
): RunRequest {
  return {
    sources: names.map((name, id) => {
      return { id, name, setting: 'default', reference: reference.includes(name), misread: false };
    }),
    encoder: null,
    device: 'wasm',
    settings: {
      ...settings,
      tokenizer: 'alphanumeric',
      idf_corpus: 'pooled-documents',
      queries: 'all',
      sample: null,
      batch_size: 0,
    },
    stop: { rule: 'all', level: 0.95 },
  };
}

/** The pass `score`. @throws ShardError, where the table did not count a shard, too */
export async function sumsOf(
  files: readonly ShardFile[],
  { table, sha256 }: NamedTable,
  settings: SumSettings,
  negscope: SumPart['negscope'],
): Promise<SumPart> {
  const shards = files.map(({ shard }) => shard);
  const uncounted = missingShards(table.shards, shards).join(', ');
  if (uncounted !== '')
    throw new ShardError(`The table did not count ${uncounted}. Run the pass idf over them again.`);
  const pieces: Piece[] = [];
  for (const file of files) pieces.push(await pieceOf(file, table, settings));
  return { kind: 'negscope-sums', negscope, shards, settings: { ...settings, table: sha256 }, pieces };
}

async function pieceOf(file: ShardFile, table: Table, settings: SumSettings): Promise<Piece> {
  const { group, tau, weightings } = settings;
  const { seed } = table.settings;
  const { embeddings, ...read } = await readShard(file, table.settings, isColumn(group) ? group : null);
  const { structure, queries, passages } = read;
  const task = new Task();
  // Units are found in the merge.
  const asRun = { ...table.settings, tau, group: 'query', weighting: 'full' } as const;
  const given = [givenVectors(await embeddings())];
  const [source] = sampledSources([structure], requestOf([''], [], asRun), given) as [SourceData];
  const vectors = vectorsOf(source);
  const lexicon = lexiconOf(table, queries, passages);
  await fillColumns(source, lexicon, task);
  const weights = weightings.map((weighting) => weightUnder(source.columns, { tau, weighting }));
  const open = (_shape: unknown, count: number) =>
    Promise.resolve(onProcessor(vectors.dimension, count, null));
  const sums = await underWeights(source, weights, open, task, async (summer, weight) => {
    return (await summer.sum(weight, task)).triangle;
  });
  const overlap = await lexicon.overlap(source.structure, task);
  const byWords = { overlap, ties: lexicon.ties(source.structure) };
  // Random passages are drawn of these.
  const drawn = { queries: new Map<string, Float64Array>(), passages: new Map<string, Float64Array>() };
  const isDrawn = (text: string, most: number) => seededPriority(seed, text, 0) <= most;
  const keep = (of: keyof typeof drawn, text: string, vector: Vector) => {
    if (!drawn[of].has(text)) drawn[of].set(text, Float64Array.from(vector));
  };
  const { queries: asked, positives, offsets, negatives: ids } = source.structure;
  for (const [record, id] of asked.entries()) {
    const [query, positive] = [
      queries.get(id) as string,
      passages.get(positives[record] as number) as string,
    ];
    const isAsked = isDrawn(query, table.most.queries);
    if (isAsked) keep('queries', query, vectors.query(record));
    if (isAsked || isDrawn(positive, table.most.passages))
      keep('passages', positive, vectors.positive(record));
    const { start, end } = pairRange(offsets, record);
    for (let pair = start; pair < end; pair++) {
      const text = passages.get(ids[pair] as number) as string;
      if (isDrawn(text, table.most.passages)) keep('passages', text, vectors.negative(pair));
    }
  }
  return { ...read, shard: file.shard, columns: source.columns, ...byWords, sums, drawn };
}
