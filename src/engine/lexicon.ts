/** The lexical stage of a run: token ids of every text, the IDF table, C of every pair. */

import type { SourceStructure } from '../candidates/store/source-columns';
import { lexicalCoverage } from '../lexical/coverage';
import { IdfTable, TokenDictionary } from '../lexical/idf';
import { FoldedTokens, jaccard } from '../lexical/near-text';
import { alphanumericTokens } from '../lexical/tokens';
import type { IdRecords } from '../scoring/controls';
import { pairRange } from '../scoring/pairs';
import { seededPriority } from '../scoring/random';
import type { IdfCorpusFigures } from './result';
import type { SourceData } from './source-data';
import type { Task } from './task';
import type { TextSource } from './text-embeddings';

const TEXTS_PER_REQUEST = 4096;

/** Distinct ids, ascending. */
export function distinctIds(columns: readonly Int32Array[]): Int32Array {
  const ids = new Set<number>();
  for (const column of columns) for (const id of column) ids.add(id);
  return Int32Array.from(ids).sort();
}

/** Ids of the distinct passages, ascending. */
export function passagesOf(structures: readonly Pick<IdRecords, 'positives' | 'negatives'>[]): Int32Array {
  return distinctIds(structures.flatMap(({ positives, negatives }) => [positives, negatives]));
}

export type Idf = Pick<IdfTable, 'idf'>;

export class Lexicon {
  private folded: FoldedTokens | null = null;

  /** @param queries and `passages`: token ids of texts, by the texts' ids @param priorities of passages */
  constructor(
    private readonly dictionary = new TokenDictionary(),
    private readonly queries = new Map<number, Int32Array>(),
    private readonly passages = new Map<number, Int32Array>(),
    private readonly priorities = new Map<number, number>(),
    readonly idf = new IdfTable(),
  ) {}

  get corpus(): IdfCorpusFigures {
    const { documents, distinctTokens } = this.idf;
    return { mode: 'pooled-documents', texts: documents, distinct_tokens: distinctTokens };
  }

  /** Reads the texts of all records of the sources: their distinct passages are the corpus. @param seed of the priorities */
  async build(
    structures: readonly SourceStructure[],
    source: TextSource,
    seed: number,
    task: Task,
    onProgress: (done: number, total: number) => void,
  ): Promise<void> {
    const passages = passagesOf(structures);
    const queries = distinctIds(structures.map((s) => s.queries));
    const total = passages.length + queries.length;
    let done = 0;
    const onTexts = (count: number) => onProgress((done += count), total);
    const tokensOf = (text: string) => this.dictionary.idsOf(alphanumericTokens(text));
    const addPassage = (id: number, text: string) => {
      const tokens = tokensOf(text);
      this.idf.add(tokens);
      this.passages.set(id, tokens);
      this.priorities.set(id, seededPriority(seed, text, 0));
    };
    const addQuery = (id: number, text: string) => this.queries.set(id, tokensOf(text));
    await readTexts(passages, (ids) => source.passageTexts(ids), addPassage, task, onTexts);
    await readTexts(queries, (ids) => source.queryTexts(ids), addQuery, task, onTexts);
  }

  /** The same words with the IDF table of some of the records. */
  over(structures: readonly SourceStructure[]): Lexicon {
    const other = new Lexicon(this.dictionary, this.queries, this.passages, this.priorities);
    for (const id of passagesOf(structures)) other.idf.add(this.passages.get(id) as Int32Array);
    return other;
  }

  /** Of a passage's text: those with the smallest are a random sample. */
  priorityOf(passage: number): number {
    return this.priorities.get(passage) as number;
  }

  weigh(text: string) {
    const idf = (token: string) => this.idf.idf(this.dictionary.idOf(token) ?? -1);
    return Array.from(alphanumericTokens(text), (token) => ({ token, idf: idf(token) }));
  }

  cover({ structure, columns }: SourceData, records: Iterable<number>, task: Task): Promise<void> {
    const { queries, passages, idf } = this;
    return fillCoverage(structure, records, { queries, passages }, idf, columns.coverage, task);
  }

  /** For every record, the share of the query's words, by weight, that its positive has. */
  ties({ queries, positives }: Pick<IdRecords, 'queries' | 'positives'>): Float64Array {
    return Float64Array.from(queries, (query, record) => {
      const [asked, own] = [this.queries.get(query), this.passages.get(positives[record] as number)];
      return lexicalCoverage(asked as Int32Array, own as Int32Array, this.idf);
    });
  }

  /** For every pair, the Jaccard index of the words of its negative and its record's positive, accents folded. */
  async overlap(
    records: Omit<IdRecords, 'queries'>,
    task: Task,
    onPairs: (done: number) => void = () => undefined,
  ): Promise<Float64Array> {
    const { positives, offsets, negatives } = records;
    const folded = (this.folded ??= new FoldedTokens(this.dictionary.entries()));
    const tokens = (id: number) => folded.of(this.passages.get(id) as Int32Array);
    const shares = new Float64Array(negatives.length);
    for (const [record, positive] of positives.entries()) {
      const own = tokens(positive);
      const { start, end } = pairRange(offsets, record);
      for (let pair = start; pair < end; pair++)
        shares[pair] = jaccard(own, tokens(negatives[pair] as number));
      if (record % 64 === 0) onPairs(end);
      await task.breathe();
    }
    onPairs(negatives.length);
    return shares;
  }
}

/** @param onTexts gets how many more were read @throws RunCancelledError */
export async function readTexts(
  ids: Int32Array,
  read: (some: Int32Array) => Promise<string[]>,
  add: (id: number, text: string) => void,
  task: Task,
  onTexts: (count: number) => void = () => undefined,
): Promise<void> {
  for (let start = 0; start < ids.length; start += TEXTS_PER_REQUEST) {
    const some = ids.slice(start, start + TEXTS_PER_REQUEST);
    for (const [i, text] of (await read(some)).entries()) {
      add(some[i] as number, text);
      if (i % 256 === 0) await task.breathe();
    }
    onTexts(some.length);
  }
}

export interface TextTokens {
  readonly queries: ReadonlyMap<number, Int32Array>;
  readonly passages: ReadonlyMap<number, Int32Array>;
}

/** Fills C for the pairs of some records. @throws RunCancelledError */
export async function fillCoverage(
  { queries, negatives, offsets }: SourceStructure,
  records: Iterable<number>,
  tokens: TextTokens,
  idf: Idf,
  coverage: Float64Array,
  task: Task,
): Promise<void> {
  for (const record of records) {
    const query = tokens.queries.get(queries[record] as number) as Int32Array;
    const { start, end } = pairRange(offsets, record);
    for (let pair = start; pair < end; pair++) {
      const negative = tokens.passages.get(negatives[pair] as number) as Int32Array;
      coverage[pair] = lexicalCoverage(query, negative, idf);
    }
    if (record % 64 === 0) await task.breathe();
  }
}
