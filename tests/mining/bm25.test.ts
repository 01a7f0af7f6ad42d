import { describe, expect, it } from 'vitest';

import { BM25_PRESETS, bm25Index, type Bm25Settings } from '../../src/mining/search/bm25';
import { countedWords } from '../../src/mining/search/words';
import { seededRandom } from '../../src/scoring/random';
import { atOnce } from '../../src/scoring/sliced';

const PASSAGES = [
  'The cat sat on the mat, the cat purred',
  'A dog and a cat are friends',
  'Birds fly over the sea',
  'The dog barked at the sea birds; birds flew',
  'Mat weaving in the 19th century: mats, mats and mats',
  '',
];

const QUERIES = [
  'cat mat',
  'the birds of the sea birds',
  'dog dog cat',
  'unknown words',
  'weaving 19th_century century',
];

/** What BM25S 0.3.11 gives for these with dtype float64 and stopwords "en": scores of every passage. */
const BM25S: readonly (readonly number[])[] = [
  [0.9306577824160706, 0.47122170122707474, 0.0, 0.0, 0.31535051062210046, 0.0],
  [0.0, 0.0, 1.2581907338262623, 1.374687490370392, 0.0, 0.0],
  [0.5528157944596822, 1.4136651036812242, 0.0, 0.687558876247852, 0.0, 0.0],
  [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
  [0.0, 0.0, 0.0, 0.0, 0.9436110511161707, 0.0],
];

const indexOf = (passages: readonly string[], settings: Bm25Settings) =>
  atOnce(bm25Index(passages, settings));

/** As its paper has it: what a word counts that df of n passages have, f times in a passage of length l · mean. */
const { k1, b } = BM25_PRESETS.bm25s;
const plain = (n: number, df: number, f: number, l: number) =>
  Math.log((n + 1) / (df + 0.5)) * (f / (f + k1 * (1 - b + b * l)));

/** The scores of all passages, term by term. */
function plainScores(passages: readonly string[], query: string, settings: Bm25Settings): number[] {
  const words = passages.map((passage) => countedWords(passage, settings));
  const mean = words.reduce((sum, { length }) => sum + length, 0) / words.length;
  const asked = countedWords(query, settings).flatMap((word) => {
    const df = words.filter((other) => other.includes(word)).length;
    return df === 0 ? [] : [{ word, df }];
  });
  return words.map((own) =>
    asked.reduce((score, { word, df }) => {
      const f = own.filter((other) => other === word).length;
      return score + plain(words.length, df, f, own.length / mean);
    }, 0),
  );
}

describe('scores', () => {
  const settings = BM25_PRESETS.bm25s;
  const index = indexOf(PASSAGES, settings);

  it('are those of BM25S', () => {
    QUERIES.forEach((query, q) => {
      const scores = index.scoresOf(query, [0, 1, 2, 3, 4, 5]);
      scores.forEach((score, p) => expect(score).toBeCloseTo(BM25S[q]?.[p] as number, 12));
    });
  });

  it('are within 1e-12 of the formula on 400 passages of made words, and the best are found', () => {
    const random = seededRandom(3);
    const words = (most: number) =>
      Array.from({ length: 1 + Math.floor(random() * most) }, () => `w${Math.floor(60 * random() ** 2)}x`);
    const passages = Array.from({ length: 400 }, () => words(40).join(' '));
    const made = indexOf(passages, settings);
    for (let q = 0; q < 5; q++) {
      const text = words(6).join(' ');
      const scores = made.scoresOf(text, [...passages.keys()]);
      const expected = plainScores(passages, text, settings);
      scores.forEach((score, i) => expect(Math.abs(score - (expected[i] as number))).toBeLessThan(1e-12));
      const best = [...scores].sort((a, b) => b - a).slice(0, 7);
      expect([...made.search(text, 7).scores]).toEqual(best);
    }
  });
});

describe('a search', () => {
  const index = indexOf(PASSAGES, BM25_PRESETS.bm25s);
  const search = (query: string, k: number) => index.search(query, k);

  it('finds only passages that share a word, best first', () => {
    expect([...search('cat mat', 10).passages]).toEqual([0, 1, 4]);
    expect([...search('cat mat', 2).passages]).toEqual([0, 1]);
    expect(search('the of', 10).passages).toHaveLength(0);
    expect(search('unknown words', 10).passages).toHaveLength(0);
  });

  it('breaks ties by the order of documents, and begins alike for every length', () => {
    const same = indexOf(['b x', 'aa bb', 'bb aa', 'cc', 'aa bb'], BM25_PRESETS.bm25s);
    const found = same.search('bb aa', 5);
    expect([...found.passages]).toEqual([1, 2, 4]);
    expect([...same.search('bb aa', 2).passages]).toEqual([1, 2]);
  });

  it('of an empty corpus finds nothing', () => {
    const empty = indexOf([], BM25_PRESETS.bm25s);
    expect(empty.search('cat', 3).passages).toHaveLength(0);
  });
});

describe('words', () => {
  it('of bm25s are lower case, two signs or more, without 33 stop words, not stemmed', () => {
    const { bm25s } = BM25_PRESETS;
    expect(countedWords("The Cats' tails: a b of x_1 Über 3.5 runs", bm25s)).toEqual([
      ...['cats', 'tails', 'x_1', 'über', 'runs'],
    ]);
  });

  it('of pyserini are cut as Lucene cuts them, without possessive and stop words, stemmed by Porter', () => {
    const { pyserini } = BM25_PRESETS;
    expect(countedWords("The cat's U.S.A. prices rose 3.5% to 1,000 running relational", pyserini)).toEqual([
      ...['cat', 'u.s.a', 'price', 'rose', '3.5', '1,000', 'run', 'relat'],
    ]);
    expect(countedWords("don't e.g. 日本 語", pyserini)).toEqual(["don't", 'e.g', '日', '本', '語']);
  });

  it('of other languages are those of the lexical gate, with repeats', () => {
    const rules = { tokens: 'char-trigram', stopwords: 'none', stemmer: 'none' } as const;
    expect(countedWords('日本語 日本語', rules)).toEqual(['日本語', '本語 ', '語 日', ' 日本', '日本語']);
  });
});
