/** The WordPiece vocabulary: special tokens, signs, numbers, English words, and pieces for all other words. */
import { hashText } from './random.mjs';
import { readLemmas } from './word-lists.mjs';

/** @import { Lemma } from './word-lists.mjs' */

/**
 * What one row of the word table stands for. Tokens share a row where they are forms of one word, or the same
 * letters at a word's start and inside it.
 * @typedef {{ kind: 'special' | 'sign' | 'number' | 'suffix' | 'piece', text: string }
 *   | { kind: 'word', text: string, lemma: Lemma }} Row
 */

/**
 * @typedef {object} Vocabulary
 * @property {string[]} tokens by id
 * @property {Row[]} rows
 * @property {Int32Array} rowOfToken
 */

export const SPECIAL_TOKENS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const SIGNS = [
  ...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~–—‘’“”…•·°£€¥¢§¶©®™²³¹½¼¾×÷±√←→≈≤≥≠∞∂∑−′″µ♯♭',
  ...range('⁰', '⁹'),
  ...range('₀', '₉'),
];
/** Signs that the pre-tokenizer does not cut off are met inside words too: 20°c, m², co₂. */
const CUT_OFF = /[\p{P}!-~]/u;
/** Letters without an accent to strip, and those of names and formulas; an unlisted one would make its word unknown. */
const OTHER_LETTERS = [...'æœøßłđðþıŋəħʻʼªº', ...range('α', 'ω'), ...range('а', 'я'), ...'іјљњћџєґ'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Endings of words whose stem is not listed either: they say little about the subject. */
const SUFFIXES = (
  's es ed d ing er ers or ors ly al ally ic ics ical ion ions tion tions ation ations ment ments ness ity ities ' +
  'ies ied able ible ive ous ful less ism ist ists ize ized ise ised izing age ance ence ant ent ary ery ory an ian ' +
  'ians ese ish est en th st nd rd t ve re ll m'
).split(' ');

const VOWELS = [...'aeiouy'];
const CONSONANTS = [...'bcdfghjklmnpqrstvwxz'];
const ONSETS =
  'bl br ch cl cr dr fl fr gh gl gr kh kl kn kr ph pl pr qu rh sc sh sk sl sm sn sp st sw th tr tw wh wr zh'.split(
    ' ',
  );
const CODAS =
  'ch ck ct ff ft ld ll lm lt mp nd ng nk nn nt ph pt rc rd rg rk rl rm rn rr rs rt sh sk ss st th tt tz'.split(
    ' ',
  );
const GLIDES = 'ae ai au ay ea ee ei eo eu ey ia ie io oa oe oi oo ou ow oy ua ue ui'.split(' ');
/** Longer pieces share this many rows by a hash of their letters, which keeps the file small. */
const LONG_PIECE_ROWS = 2048;

/**
 * Pieces by rule: all strings of one and two letters, and those of three and four that look like an English syllable.
 * @returns {string[][]} each list shares a row
 */
function pieceRows() {
  const long = [
    ...cross(CONSONANTS, VOWELS, CONSONANTS),
    ...cross(VOWELS, CONSONANTS, VOWELS),
    ...cross(ONSETS, VOWELS),
    ...cross(VOWELS, CODAS),
    ...cross(CONSONANTS, GLIDES),
    ...cross(GLIDES, CONSONANTS),
    ...cross(ONSETS, VOWELS, CONSONANTS),
    ...cross(CONSONANTS, VOWELS, CODAS),
  ];
  /** @type {Map<number, string[]>} */
  const shared = new Map();
  for (const piece of long) {
    const row = hashText(piece) % LONG_PIECE_ROWS;
    shared.set(row, [...(shared.get(row) ?? []), piece]);
  }
  return [
    ...[...LETTERS, ...OTHER_LETTERS].map((letter) => [letter]),
    ...cross(LETTERS, LETTERS).map((pair) => [pair]),
    ...shared.values(),
  ];
}

/**
 * All ways to put one part of each list side by side.
 * @param {string[][]} lists
 * @returns {string[]}
 */
function cross(...lists) {
  return lists.reduce((heads, tails) => heads.flatMap((head) => tails.map((tail) => head + tail)), ['']);
}

/**
 * All characters from one to another.
 * @param {string} first
 * @param {string} last
 */
function range(first, last) {
  const start = first.charCodeAt(0);
  return Array.from({ length: last.charCodeAt(0) - start + 1 }, (_, at) => String.fromCharCode(start + at));
}

/** Years, and numbers of up to three digits; longer ones are made of pieces of one to three digits. */
function numbers() {
  const upTo = (/** @type {number} */ end) => Array.from({ length: end }, (_, index) => String(index));
  const padded = [2, 3].flatMap((width) => upTo(10 ** width).map((digits) => digits.padStart(width, '0')));
  return [...new Set([...upTo(10), ...padded]), ...upTo(2050).slice(1000)];
}

/** @returns {Vocabulary} */
export function makeVocabulary() {
  /** @type {Map<string, number>} */
  const ids = new Map();
  /** @type {Row[]} */
  const rows = [];
  /** @type {number[]} */
  const rowOfToken = [];
  /** A row, and the tokens among `tokens` that have none yet. @param {Row} row @param {string[]} tokens */
  const put = (row, tokens) => {
    const fresh = [...new Set(tokens)].filter((token) => !ids.has(token));
    if (fresh.length === 0) return;
    for (const token of fresh) {
      ids.set(token, ids.size);
      rowOfToken.push(rows.length);
    }
    rows.push(row);
  };

  for (const text of SPECIAL_TOKENS) put({ kind: 'special', text }, [text]);
  for (const text of SIGNS) {
    put({ kind: 'sign', text }, CUT_OFF.test(text) ? [text] : [text, `##${text}`]);
  }
  for (const text of SUFFIXES) put({ kind: 'suffix', text }, [`##${text}`]);
  for (const lemma of readLemmas()) put({ kind: 'word', text: lemma.word, lemma }, [...lemma.forms]);
  for (const text of numbers()) put({ kind: 'number', text }, text.length < 4 ? [text, `##${text}`] : [text]);
  for (const texts of pieceRows()) {
    put(
      { kind: 'piece', text: texts[0] ?? '' },
      texts.flatMap((text) => [text, `##${text}`]),
    );
  }
  return { tokens: [...ids.keys()], rows, rowOfToken: Int32Array.from(rowOfToken) };
}
