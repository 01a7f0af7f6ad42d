/** The lexical stage of a run: token ids of every text, the IDF table, C of every pair. */

import type { SourceStructure } from '../candidates/faces';
import { lexicalCoverage } from '../lexical/coverage';
import { IdfTable, TokenDictionary } from '../lexical/idf';
import { FoldedTokens, jaccard } from '../lexical/near-text';
import { alphanumericTokens } from '../lexical/tokens';
import type { IdRecords } from '../scoring/controls';
import { pairRange } from '../scoring/pairs';
import type { IdfCorpusFigures } from './results';
import type { SourceData } from './source-data';
import type { Task } from './task';
import type { TextSource } from './text-cache';
import type { WeighedToken } from './types';

/** Texts asked for at a time. */
const TEXTS_PER_REQUEST = 4096;

/** Distinct ids, ascending. */
export function distinctIds(columns: readonly Int32Array[]): Int32Array {
  const ids = new Set<number>();
  for (const column of columns) for (const id of column) ids.add(id);
  return Int32Array.from(ids).sort();
}

export class Lexicon {
  readonly idf = new IdfTable();
  /** Made when first asked for. */
  private folded: FoldedTokens | null = null;

  /** @param queries and `passages`: token ids of texts, by the texts' ids */
  constructor(
    private readonly dictionary = new TokenDictionary(),
    private readonly queries = new Map<number, Int32Array>(),
    private readonly passages = new Map<number, Int32Array>(),
  ) {}

  /** What a report says of the corpus. */
  get corpus(): IdfCorpusFigures {
    return {
      mode: 'pooled-documents',
      texts: this.idf.documents,
      distinct_tokens: this.idf.distinctTokens,
    };
  }

  /**
   * Reads the texts of all loaded records: the IDF corpus is the distinct first positives and negatives of
   * all loaded sources (SPEC.md, "Lexical gate"), sampled or not.
   */
  async build(
    structures: readonly SourceStructure[],
    source: TextSource,
    task: Task,
    onProgress: (done: number, total: number) => void,
  ): Promise<void> {
    const passages = distinctIds(structures.flatMap((s) => [s.positives, s.negatives]));
    const queries = distinctIds(structures.map((s) => s.queries));
    const total = passages.length + queries.length;
    let done = 0;
    const read = async (ids: Int32Array, texts: (ids: Int32Array) => Promise<string[]>, add: Add) => {
      for (let start = 0; start < ids.length; start += TEXTS_PER_REQUEST) {
        const part = ids.slice(start, start + TEXTS_PER_REQUEST);
        const strings = await texts(part);
        for (let i = 0; i < part.length; i++) {
          add(part[i] as number, this.dictionary.idsOf(alphanumericTokens(strings[i] as string)));
          if (i % 256 === 0) await task.breathe();
        }
        done += part.length;
        onProgress(done, total);
      }
    };
    await read(
      passages,
      (ids) => source.passageTexts(ids),
      (id, tokens) => {
        this.idf.add(tokens);
        this.passages.set(id, tokens);
      },
    );
    await read(
      queries,
      (ids) => source.queryTexts(ids),
      (id, tokens) => this.queries.set(id, tokens),
    );
  }

  /**
   * The same words with the IDF table of other records, whose texts this one has read: no text is read again.
   * @param structures whose first positives and negatives are the corpus
   */
  over(structures: readonly SourceStructure[]): Lexicon {
    const other = new Lexicon(this.dictionary, this.queries, this.passages);
    for (const id of distinctIds(structures.flatMap((s) => [s.positives, s.negatives]))) {
      other.idf.add(this.passages.get(id) as Int32Array);
    }
    return other;
  }

  /** The distinct tokens of a text with their idf in the corpus of the run. */
  weigh(text: string): WeighedToken[] {
    return [...alphanumericTokens(text)].map((token) => ({
      token,
      idf: this.idf.idf(this.dictionary.idOf(token) ?? -1),
    }));
  }

  /** Fills the column C of some records of a source. */
  async cover({ structure, columns }: SourceData, records: readonly number[], task: Task): Promise<void> {
    for (const record of records) {
      const query = this.queries.get(structure.queries[record] as number) as Int32Array;
      const { start, end } = pairRange(structure.offsets, record);
      for (let pair = start; pair < end; pair++) {
        const negative = this.passages.get(structure.negatives[pair] as number) as Int32Array;
        columns.coverage[pair] = lexicalCoverage(query, negative, this.idf);
      }
      if (record % 64 === 0) await task.breathe();
    }
  }

  /**
   * Of every pair, the Jaccard index of the words of its negative and of the record's positive, accents folded.
   * @throws RunCancelledError
   */
  async overlap(records: Omit<IdRecords, 'queries'>, task: Task): Promise<Float64Array> {
    const { positives, offsets, negatives } = records;
    const folded = (this.folded ??= new FoldedTokens(this.dictionary.entries()));
    const tokens = (id: number) => folded.of(this.passages.get(id) as Int32Array);
    const shares = new Float64Array(negatives.length);
    for (const [record, positive] of positives.entries()) {
      const own = tokens(positive);
      const { start, end } = pairRange(offsets, record);
      for (let pair = start; pair < end; pair++)
        shares[pair] = jaccard(own, tokens(negatives[pair] as number));
      if (record % 64 === 0) await task.breathe();
    }
    return shares;
  }
}

type Add = (id: number, tokens: Int32Array) => void;
