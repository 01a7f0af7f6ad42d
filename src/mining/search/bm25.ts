/**
 * BM25 with eager sparse scores, as BM25S builds them (Lù 2024, arXiv:2407.03618): what a word is worth in a passage is
 * computed once, and a search only adds.
 */

import type { Sliced } from '../../scoring/sliced';
import { bestWithTies, LargestScores, type Ranked } from './top';
import { countedWords, type WordCut, type WordRules } from './words';

export interface Bm25Settings extends WordRules {
  /** By its name in BM25S; it is Anserini's too. */
  readonly variant: 'lucene';
  readonly k1: number;
  readonly b: number;
}

/**
 * Whole sets of settings. `bm25s`: what BM25S does unless told otherwise. `pyserini`: Anserini's, but
 * with exact lengths where Lucene keeps a length in one byte.
 */
export const BM25_PRESETS = {
  bm25s: { variant: 'lucene', k1: 1.5, b: 0.75, tokens: 'bm25s', stopwords: 'english', stemmer: 'none' },
  pyserini: { variant: 'lucene', k1: 0.9, b: 0.4, tokens: 'lucene', stopwords: 'english', stemmer: 'porter' },
} as const satisfies Readonly<Record<string, Bm25Settings>>;

export type Bm25Preset = keyof typeof BM25_PRESETS;

/** A preset, perhaps with other words. Stop words and stemmer are English and go with its own. @param tokens null: its own */
export function bm25Settings(preset: Bm25Preset, tokens: WordCut | null): Bm25Settings {
  const own: Bm25Settings = BM25_PRESETS[preset];
  if (tokens === null || tokens === own.tokens) return own;
  return { ...own, tokens, stopwords: 'none', stemmer: 'none' };
}

/** Scores no further apart are ties: sums of the same terms in another order differ by less. */
const TIE = 1e-9;

/** Where the postings of a word lie: from here to before `end`. */
interface Word {
  readonly start: number;
  readonly end: number;
}

/** Indexes the words of passages. Yields the share done. */
export function* bm25Index(texts: readonly string[], settings: Bm25Settings): Sliced<Bm25Index> {
  const { k1, b } = settings;
  /** Of each word its number, the last passage that has it, and how many have it. */
  const found = new Map<string, { readonly id: number; last: number; count: number }>();
  /** Numbers of the words of each passage, with repeats. */
  const numbers: Int32Array[] = [];
  for (const [passage, text] of texts.entries()) {
    if (passage % 256 === 0) yield passage / texts.length;
    const own = countedWords(text, settings);
    const ids = new Int32Array(own.length);
    for (let i = 0; i < own.length; i++) {
      let known = found.get(own[i]);
      if (known === undefined) found.set(own[i], (known = { id: found.size, last: -1, count: 0 }));
      if (known.last !== passage) known.count++;
      known.last = passage;
      ids[i] = known.id;
    }
    numbers.push(ids);
  }
  const mean = numbers.reduce((sum, { length }) => sum + length, 0) / texts.length;
  const words = new Map<string, Word>();
  const weights = new Float64Array(found.size);
  const next = new Int32Array(found.size);
  let start = 0;
  for (const [word, { id, count }] of found) {
    weights[id] = Math.log(1 + (texts.length - count + 0.5) / (count + 0.5));
    next[id] = start;
    words.set(word, { start, end: start + count });
    start += count;
  }
  const postings = new Int32Array(start);
  const scores = new Float64Array(start);
  const last = new Int32Array(found.size).fill(-1);
  for (const [passage, ids] of numbers.entries()) {
    for (const id of ids) {
      if (last[id] !== passage) postings[next[id]++] = last[id] = passage;
      scores[next[id] - 1]++;
    }
    const norm = k1 * (1 - b + b * (ids.length / mean));
    for (const id of ids) {
      const at = next[id] - 1;
      if (last[id] === passage) scores[at] = weights[id] * (scores[at] / (norm + scores[at]));
      last[id] = -1;
    }
  }
  return new Bm25Index(settings, words, postings, scores, texts.length);
}

export class Bm25Index {
  private readonly sums: Float64Array;
  /** The search that touched a passage last. */
  private readonly touched: Int32Array;
  private readonly found: Int32Array;
  private searches = 0;

  /**
   * @param postings passages that have a word, one word after the other
   * @param scores what the word adds to each
   * @param size how many passages there are
   */
  constructor(
    private readonly settings: Bm25Settings,
    private readonly words: ReadonlyMap<string, Word>,
    private readonly postings: Int32Array,
    private readonly scores: Float64Array,
    size: number,
  ) {
    this.sums = new Float64Array(size);
    this.touched = new Int32Array(size);
    this.found = new Int32Array(size);
  }

  /** The k best passages that share a word with the query; ties in the order of documents. */
  search(query: string, k: number): Ranked {
    const count = this.add(query);
    const best = new LargestScores(Math.max(1, Math.min(k, count)));
    for (let i = 0; i < count; i++) best.offer(this.sums[this.found[i]]);
    const least = best.least - TIE;
    const passages: number[] = [];
    for (let i = 0; i < count; i++) if (this.sums[this.found[i]] >= least) passages.push(this.found[i]);
    const scores = passages.map((passage) => this.sums[passage]);
    return bestWithTies(passages, scores, k, TIE);
  }

  /** Scores of some passages, whether or not they share a word with the query. */
  scoresOf(query: string, passages: ArrayLike<number>): Float64Array {
    this.add(query);
    return Float64Array.from(passages, (passage) =>
      this.touched[passage] === this.searches ? this.sums[passage] : 0,
    );
  }

  /** Sums the scores of all passages that have a word of the query. @returns how many these are */
  private add(query: string): number {
    const { sums, touched, found, postings, scores } = this;
    const search = ++this.searches;
    let count = 0;
    // A word that stands twice counts twice.
    for (const word of countedWords(query, this.settings)) {
      const { start, end } = this.words.get(word) ?? { start: 0, end: 0 };
      for (let i = start; i < end; i++) {
        const passage = postings[i];
        if (touched[passage] === search) {
          sums[passage] += scores[i];
        } else {
          touched[passage] = search;
          sums[passage] = scores[i];
          found[count++] = passage;
        }
      }
    }
    return count;
  }
}
