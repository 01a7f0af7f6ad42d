/**
 * BM25 with eager sparse scores, as BM25S builds them (Lù 2024, arXiv:2407.03618): what a word is worth in a passage is
 * computed once, and a search only adds.
 */

import { bestWithTies, LargestScores, type Ranked } from './top';
import { countedWords, type WordCut, type WordRules } from './words';

export interface Bm25Settings extends WordRules {
  readonly variant: Bm25Variant;
  readonly k1: number;
  readonly b: number;
  /** Of `bm25l` and `bm25+` only. */
  readonly delta: number;
}

interface Formula {
  /** Of a word that df of n passages have. */
  readonly idf: (n: number, df: number) => number;
  /** Of a word that occurs so often. @param norm 1 − b + b · the passage's words over their mean */
  readonly tf: (times: number, norm: number, of: { readonly k1: number; readonly delta: number }) => number;
}

/** By their names in BM25S; `lucene` is its own and Anserini's. */
const FORMULAS = {
  robertson: {
    idf: (n, df) => Math.max(0, Math.log((n - df + 0.5) / (df + 0.5))),
    tf: (times, norm, { k1 }) => times / (k1 * norm + times),
  },
  lucene: {
    idf: (n, df) => Math.log(1 + (n - df + 0.5) / (df + 0.5)),
    tf: (times, norm, { k1 }) => times / (k1 * norm + times),
  },
  atire: {
    idf: (n, df) => Math.log(n / df),
    tf: (times, norm, { k1 }) => (times * (k1 + 1)) / (times + k1 * norm),
  },
  bm25l: {
    idf: (n, df) => Math.log((n + 1) / (df + 0.5)),
    tf: (times, norm, { k1, delta }) => ((k1 + 1) * (times / norm + delta)) / (k1 + times / norm + delta),
  },
  'bm25+': {
    idf: (n, df) => Math.log((n + 1) / df),
    tf: (times, norm, { k1, delta }) => ((k1 + 1) * times) / (k1 * norm + times) + delta,
  },
} as const satisfies Readonly<Record<string, Formula>>;

export type Bm25Variant = keyof typeof FORMULAS;

export const BM25_VARIANTS = Object.keys(FORMULAS) as readonly Bm25Variant[];

/**
 * Whole sets of settings. `bm25s`: what BM25S does unless told otherwise. `pyserini`: Anserini's, but
 * with exact lengths where Lucene keeps a length in one byte.
 */
export const BM25_PRESETS = {
  bm25s: {
    variant: 'lucene',
    k1: 1.5,
    b: 0.75,
    delta: 0.5,
    tokens: 'bm25s',
    stopwords: 'english',
    stemmer: 'none',
  },
  pyserini: {
    variant: 'lucene',
    k1: 0.9,
    b: 0.4,
    delta: 0.5,
    tokens: 'lucene',
    stopwords: 'english',
    stemmer: 'porter',
  },
} as const satisfies Readonly<Record<string, Bm25Settings>>;

export type Bm25Preset = keyof typeof BM25_PRESETS;

/**
 * A preset, perhaps with another variant or other words. Stop words and stemmer are English and go with the preset's own words.
 * @param variant and @param tokens null: the preset's
 */
export function bm25Settings(
  preset: Bm25Preset,
  variant: Bm25Variant | null,
  tokens: WordCut | null,
): Bm25Settings {
  const own: Bm25Settings = BM25_PRESETS[preset];
  const settings = variant === null ? own : { ...own, variant };
  if (tokens === null || tokens === own.tokens) return settings;
  return { ...settings, tokens, stopwords: 'none', stemmer: 'none' };
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
    const { variant, b } = this.settings;
    const { idf, tf } = FORMULAS[variant];
    const weights = Float64Array.from({ length: this.ids.size }, (_, word) =>
      idf(n, starts[word + 1] - starts[word]),
    );
    const absent = tf(0, 1, this.settings);
    const next = starts.slice();
    const postings = new Int32Array(words.length);
    const scores = new Float64Array(words.length);
    words.forEach((word, i) => {
      const at = next[word]++;
      const passage = passages[i];
      const norm = 1 - b + b * (lengths[passage] / mean);
      postings[at] = passage;
      scores[at] = weights[word] * (tf(counts[i], norm, this.settings) - absent);
    });
    const base = weights.map((weight) => weight * absent);
    return new Bm25Index(this.settings, this.ids, n, starts, postings, scores, base);
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
   * @param scores what the word adds to a passage that has it, above one that has it not
   * @param base what each word counts where it does not occur: 0 but for `bm25l` and `bm25+`
   */
  constructor(
    private readonly settings: Bm25Settings,
    private readonly ids: ReadonlyMap<string, number>,
    private readonly size: number,
    private readonly starts: Int32Array,
    private readonly postings: Int32Array,
    private readonly scores: Float64Array,
    private readonly base: Float64Array,
  ) {
    this.sums = new Float64Array(size);
    this.touched = new Int32Array(size);
    this.found = new Int32Array(size);
  }

  /** Memory held, without the words themselves. */
  get bytes(): number {
    return 12 * this.postings.length + 16 * this.size + 12 * this.starts.length;
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
    const shared = this.shared(query);
    for (let i = 0; i < count; i++) {
      const passage = this.found[i];
      if (!(this.sums[passage] >= least)) continue;
      passages.push(passage);
      scores.push(shared + this.sums[passage]);
    }
    return bestWithTies(passages, scores, k, TIE);
  }

  /** Scores of some passages, whether or not they share a word with the query. */
  scoresOf(query: Int32Array, passages: ArrayLike<number>): Float64Array {
    this.add(query);
    const shared = this.shared(query);
    return Float64Array.from(passages, (passage) =>
      this.touched[passage] === this.searches ? shared + this.sums[passage] : shared,
    );
  }

  /** What every passage has of the query, as if no word occurred. */
  private shared(query: Int32Array): number {
    return query.reduce((sum, word) => sum + this.base[word], 0);
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
