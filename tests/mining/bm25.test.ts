import { describe, expect, it } from 'vitest';

import {
  BM25_PRESETS,
  BM25_VARIANTS,
  bm25Index,
  type Bm25Settings,
  type Bm25Variant,
} from '../../src/mining/search/bm25';
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
const BM25S: Readonly<Record<Bm25Variant, readonly (readonly number[])[]>> = {
  robertson: [
    [0.5312916840565919, 0.26900991528701107, 0.0, 0.0, 0.18002654361473783, 0.0],
    [0.0, 0.0, 0.7182729102673553, 0.784778299402747, 0.0, 0.0],
    [0.3155901556521445, 0.8070297458610332, 0.0, 0.39251196320675735, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.795885442039976, 0.0],
  ],
  lucene: [
    [0.9306577824160706, 0.47122170122707474, 0.0, 0.0, 0.31535051062210046, 0.0],
    [0.0, 0.0, 1.2581907338262623, 1.374687490370392, 0.0, 0.0],
    [0.5528157944596822, 1.4136651036812242, 0.0, 0.687558876247852, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.9436110511161707, 0.0],
  ],
  atire: [
    [2.482548549604066, 1.2569934652953205, 0.0, 0.0, 0.8412038963768068, 0.0],
    [0.0, 0.0, 3.356249354383227, 3.6670068201848833, 0.0, 0.0],
    [1.4746473673397447, 3.7709803958859616, 0.0, 1.834077276574474, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 2.7438889268423505, 0.0],
  ],
  bm25l: [
    [
      2.7699592142981473, 2.035294196753452, 1.2870242714764477, 1.2870242714764477, 1.7672572085945253,
      1.2870242714764477,
    ],
    [
      1.9305364072146716, 1.9305364072146716, 3.900471516617398, 4.115118166826949, 1.9305364072146716,
      1.9305364072146716,
    ],
    [
      2.8284603175470773, 4.175346183045685, 1.9305364072146716, 2.9854743346543833, 1.9305364072146716,
      1.9305364072146716,
    ],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [
      1.9255563011839363, 1.9255563011839363, 1.9255563011839363, 1.9255563011839363, 3.362538615500307,
      1.9255563011839363,
    ],
  ],
  'bm25+': [
    [
      4.083647824340453, 2.6861302093367505, 1.252762968495368, 1.252762968495368, 2.211999544678651,
      1.252762968495368,
    ],
    [
      1.879144452743052, 1.879144452743052, 5.7063225642360305, 6.060683651723728, 1.879144452743052,
      1.879144452743052,
    ],
    [
      3.560705484280459, 6.179246175267199, 1.879144452743052, 3.9705684402144517, 1.879144452743052,
      1.879144452743052,
    ],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [
      1.9459101490553132, 1.9459101490553132, 1.9459101490553132, 1.9459101490553132, 4.925864435510616,
      1.9459101490553132,
    ],
  ],
};

const indexOf = (passages: readonly string[], settings: Bm25Settings) =>
  atOnce(bm25Index(passages, settings));

/** Each variant as its paper has it: what a word counts that df of n passages have, f times in a passage of length l · mean. */
const { k1, b, delta } = BM25_PRESETS.bm25s;
const norm = (l: number) => 1 - b + b * l;
const PLAIN: Readonly<Record<Bm25Variant, (n: number, df: number, f: number, l: number) => number>> = {
  robertson: (n, df, f, l) => Math.max(0, Math.log((n - df + 0.5) / (df + 0.5))) * (f / (f + k1 * norm(l))),
  lucene: (n, df, f, l) => Math.log((n + 1) / (df + 0.5)) * (f / (f + k1 * norm(l))),
  atire: (n, df, f, l) => Math.log(n / df) * ((f * (k1 + 1)) / (f + k1 * norm(l))),
  bm25l: (n, df, f, l) =>
    Math.log((n + 1) / (df + 0.5)) * (((k1 + 1) * (f / norm(l) + delta)) / (k1 + f / norm(l) + delta)),
  'bm25+': (n, df, f, l) => Math.log((n + 1) / df) * (((k1 + 1) * f) / (f + k1 * norm(l)) + delta),
};

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
      return score + PLAIN[settings.variant](words.length, df, f, own.length / mean);
    }, 0),
  );
}

describe.each(BM25_VARIANTS)('%s', (variant) => {
  const settings = { ...BM25_PRESETS.bm25s, variant };
  const index = indexOf(PASSAGES, settings);

  it('gives the scores of BM25S', () => {
    QUERIES.forEach((query, q) => {
      const scores = index.scoresOf(index.queryWords(query), [0, 1, 2, 3, 4, 5]);
      scores.forEach((score, p) => expect(score).toBeCloseTo(BM25S[variant][q]?.[p] as number, 12));
    });
  });

  it('is within 1e-12 of the formula on 400 passages of made words, and finds the best of them', () => {
    const random = seededRandom(3);
    const words = (most: number) =>
      Array.from({ length: 1 + Math.floor(random() * most) }, () => `w${Math.floor(60 * random() ** 2)}x`);
    const passages = Array.from({ length: 400 }, () => words(40).join(' '));
    const made = indexOf(passages, settings);
    for (let q = 0; q < 5; q++) {
      const text = words(6).join(' ');
      const query = made.queryWords(text);
      const scores = made.scoresOf(query, [...passages.keys()]);
      const plain = plainScores(passages, text, settings);
      scores.forEach((score, i) => expect(Math.abs(score - (plain[i] as number))).toBeLessThan(1e-12));
      const best = [...scores].sort((a, b) => b - a).slice(0, 7);
      expect([...made.search(query, 7).scores]).toEqual(best);
    }
  });
});

describe('a search', () => {
  const index = indexOf(PASSAGES, BM25_PRESETS.bm25s);
  const search = (query: string, k: number) => index.search(index.queryWords(query), k);

  it('finds only passages that share a word, best first', () => {
    expect([...search('cat mat', 10).passages]).toEqual([0, 1, 4]);
    expect([...search('cat mat', 2).passages]).toEqual([0, 1]);
    expect(search('the of', 10).passages).toHaveLength(0);
    expect(search('unknown words', 10).passages).toHaveLength(0);
  });

  it('breaks ties by the order of documents, and begins alike for every length', () => {
    const same = indexOf(['b x', 'aa bb', 'bb aa', 'cc', 'aa bb'], BM25_PRESETS.bm25s);
    const found = same.search(same.queryWords('bb aa'), 5);
    expect([...found.passages]).toEqual([1, 2, 4]);
    expect([...same.search(same.queryWords('bb aa'), 2).passages]).toEqual([1, 2]);
  });

  it('of an empty corpus finds nothing', () => {
    const empty = indexOf([], BM25_PRESETS.bm25s);
    expect(empty.search(empty.queryWords('cat'), 3).passages).toHaveLength(0);
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
