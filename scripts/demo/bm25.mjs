/** Okapi BM25 over a small corpus held in memory (Robertson and Zaragoza, 2009, equation 3.15). */

/** Term frequency saturation and length normalisation, as Anserini sets them for MS MARCO passages. */
export const K1 = 0.9;
export const B = 0.4;

/** Words that a query has because it is a question, or English, and that say nothing about its topic. */
const STOP_WORDS = new Set(
  (
    'a about actually all an and any are aren as at be been but by can could did do does doesn don down either ' +
    'else ever every for from get had has have he how i if in instead into is isn it its make makes me most must ' +
    'my no not of off on one only or other out really s she should so some still such t than that the their them ' +
    'then there these they this to too up us used usually was we were what when where which who why will with ' +
    'would you your'
  ).split(' '),
);

/**
 * @param {string} text
 * @returns {string[]} SPEC.md's T(x) with repeats: NFKC, lower case, runs of letters, numbers and marks
 */
const words = (text) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/**
 * @param {string} text
 * @returns {string[]} its words; the s of a plural is cut off (moons → moon), but not that of glass, virus or iris
 */
const tokenize = (text) =>
  words(text).map((word) => (/^.{3,}[^isu]s$/u.test(word) ? word.slice(0, -1) : word));

/**
 * @param {string} query
 * @returns {string} its words without the stop words
 */
export const contentWords = (query) =>
  words(query)
    .filter((word) => !STOP_WORDS.has(word))
    .join(' ');

/**
 * Scores a query against every text:
 * Σ over query tokens t of idf(t) · tf·(k1 + 1) / (tf + k1·(1 − b + b·length/mean length)),
 * with idf(t) = ln(1 + (M − df + 0.5)/(df + 0.5)), which never turns negative (Lucene's form).
 * A token that the query repeats counts each time.
 *
 * @param {readonly string[]} texts M of them
 * @param {{ k1?: number, b?: number }} [parameters]
 * @returns {(query: string) => number[]} one score a text, 0 where no token is shared
 */
export function bm25(texts, { k1 = K1, b = B } = {}) {
  const lengths = texts.map((text) => tokenize(text).length);
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / texts.length;
  /** @type {Map<string, Map<number, number>>} token to text to frequency */
  const postings = new Map();
  texts.forEach((text, at) => {
    for (const token of tokenize(text)) {
      const frequencies = postings.get(token) ?? new Map();
      frequencies.set(at, (frequencies.get(at) ?? 0) + 1);
      postings.set(token, frequencies);
    }
  });

  return (query) => {
    const scores = texts.map(() => 0);
    for (const token of tokenize(query)) {
      const frequencies = postings.get(token) ?? new Map();
      const idf = Math.log1p((texts.length - frequencies.size + 0.5) / (frequencies.size + 0.5));
      for (const [at, tf] of frequencies) {
        const relativeLength = (lengths[at] ?? 0) / meanLength;
        const gain = (idf * tf * (k1 + 1)) / (tf + k1 * (1 - b + b * relativeLength));
        scores[at] = (scores[at] ?? 0) + gain;
      }
    }
    return scores;
  };
}
