/**
 * BM25 with eager sparse scores, as BM25S builds them (Lù 2024, arXiv:2407.03618): what a word is worth in a passage is
 * computed once, and a search only adds.
 */

import { bestWithTies, LargestScores, type Ranked } from './top';
import { countedWords, type WordCut, type WordRules } from './words';

export interface Bm25Settings extends WordRules {
  /** The formula, by its name in BM25S: its own and Anserini's. */
  readonly variant: 'lucene';
  readonly k1: number;
  readonly b: number;
}

/**
 * Whole sets of settings. `bm25s`: what BM25S does unless told otherwise. `pyserini`: Anserini's, but
 * with exact lengths where Lucene keeps a length in one byte.
 */
export const BM25_PRESETS = {
  bm25s: {
    variant: 'lucene',
    k1: 1.5,
    b: 0.75,
    tokens: 'bm25s',
    stopwords: 'english',
    stemmer: 'none',
  },
  pyserini: {
    variant: 'lucene',
    k1: 0.9,
    b: 0.4,
    tokens: 'lucene',
    stopwords: 'english',
    stemmer: 'porter',
  },
} as const satisfies Readonly<Record<string, Bm25Settings>>;

export type Bm25Preset = keyof typeof BM25_PRESETS;

/**
 * A preset, perhaps with other words. Stop words and stemmer are English and go with the preset's own words.
 * @param tokens null: the preset's
 */
export function bm25Settings(preset: Bm25Preset, tokens: WordCut | null): Bm25Settings {
  const own: Bm25Settings = BM25_PRESETS[preset];
  if (tokens === null || tokens === own.tokens) return own;
  return { ...own, tokens, stopwords: 'none', stemmer: 'none' };
}

/** Scores no further apart are ties: sums of the same terms in another order differ by less. */
const TIE = 1e-9;

/** Numbers that grow as they come. */
class Growing {
  private numbers = new Int32Array(1 << 16);
  length = 0;

  push(value: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Int32Array(2 * this.length);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length++] = value;
  }

  get all(): Int32Array {
    return this.numbers.subarray(0, this.length);
  }
}

/** Collects the words of passages, one passage after the other, and makes the index of them. */
export class Bm25Builder {
  private readonly ids = new Map<string, number>();
  /** For every word of every passage: word, passage, occurrences. */
  private readonly words = new Growing();
  private readonly passages = new Growing();
  private readonly counts = new Growing();
  private readonly lengths = new Growing();

  constructor(private readonly settings: Bm25Settings) {}

  add(text: string): void {
    const passage = this.lengths.length;
    const words = countedWords(text, this.settings);
    const counts = new Map<number, number>();
    for (const word of words) {
      let id = this.ids.get(word);
      if (id === undefined) {
        id = this.ids.size;
        this.ids.set(word, id);
      }
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    for (const [word, count] of counts) {
      this.words.push(word);
      this.passages.push(passage);
      this.counts.push(count);
    }
    this.lengths.push(words.length);
  }

  build(): Bm25Index {
    const [words, passages, counts, lengths] = [this.words, this.passages, this.counts, this.lengths].map(
      ({ all }) => all,
    );
    const n = lengths.length;
    const mean = n === 0 ? 0 : lengths.reduce((sum, length) => sum + length, 0) / n;
    const starts = new Int32Array(this.ids.size + 1);
    for (const word of words) starts[word + 1]++;
    for (let word = 0; word < this.ids.size; word++) starts[word + 1] += starts[word];
    const weights = Float64Array.from({ length: this.ids.size }, (_, word) => {
      const df = starts[word + 1] - starts[word];
      return Math.log(1 + (n - df + 0.5) / (df + 0.5));
    });
    const { k1, b } = this.settings;
    const next = starts.slice();
    const postings = new Int32Array(words.length);
    const scores = new Float64Array(words.length);
    words.forEach((word, i) => {
      const at = next[word]++;
      const passage = passages[i];
      const length = lengths[passage] / mean;
      postings[at] = passage;
      scores[at] = weights[word] * (counts[i] / (k1 * (1 - b + b * length) + counts[i]));
    });
    return new Bm25Index(this.settings, this.ids, n, starts, postings, scores);
  }
}

export class Bm25Index {
  private readonly sums: Float64Array;
  /** The search that touched a passage last. */
  private readonly touched: Int32Array;
  private readonly found: Int32Array;
  private searches = 0;

  /**
   * @param starts place of each word's first posting
   * @param scores what the word adds to a passage that has it
   */
  constructor(
    private readonly settings: Bm25Settings,
    private readonly ids: ReadonlyMap<string, number>,
    private readonly size: number,
    private readonly starts: Int32Array,
    private readonly postings: Int32Array,
    private readonly scores: Float64Array,
  ) {
    this.sums = new Float64Array(size);
    this.touched = new Int32Array(size);
    this.found = new Int32Array(size);
  }

  /** Memory held, without the words themselves. */
  get bytes(): number {
    return 12 * this.postings.length + 16 * this.size + 4 * this.starts.length;
  }

  /** Ids of a query's words that the corpus has, with repeats: a word that stands twice counts twice. */
  queryWords(query: string): Int32Array {
    return Int32Array.from(countedWords(query, this.settings).flatMap((word) => this.ids.get(word) ?? []));
  }

  /** The k best passages that share a word with the query; ties in the order of documents. */
  search(query: Int32Array, k: number): Ranked {
    const count = this.add(query);
    const best = new LargestScores(Math.max(1, Math.min(k, count)));
    for (let i = 0; i < count; i++) best.offer(this.sums[this.found[i]]);
    const least = best.least - TIE;
    const passages: number[] = [];
    const scores: number[] = [];
    for (let i = 0; i < count; i++) {
      const passage = this.found[i];
      if (!(this.sums[passage] >= least)) continue;
      passages.push(passage);
      scores.push(this.sums[passage]);
    }
    return bestWithTies(passages, scores, k, TIE);
  }

  /** Scores of some passages, whether or not they share a word with the query. */
  scoresOf(query: Int32Array, passages: ArrayLike<number>): Float64Array {
    this.add(query);
    return Float64Array.from(passages, (passage) =>
      this.touched[passage] === this.searches ? this.sums[passage] : 0,
    );
  }

  /** Sums the scores of all passages that have a word of the query. @returns how many these are */
  private add(query: Int32Array): number {
    const { sums, touched, found, starts, postings, scores } = this;
    const search = ++this.searches;
    let count = 0;
    for (const word of query) {
      const end = starts[word + 1];
      for (let i = starts[word]; i < end; i++) {
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
