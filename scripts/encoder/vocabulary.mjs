import { hashText } from './random.mjs';
/** The WordPiece vocabulary: special tokens, signs, numbers, English words, and pieces for all other words. */
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
const SIGNS = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~–—‘’“”…•·°£€¥§©®™²³½¼×÷±→≤≥≠∞µ'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Endings of words whose stem is not listed either: they say little about the subject. */
const SUFFIXES = (
  's es ed d ing er ers or ors ly al ally ic ics ical ion ions tion tions ation ations ment ments ness ity ities ' +
  'ies ied able ible ive ous ful less ism ist ists ize ized ise ised izing age ance ence ant ent ary ery ory an ian ' +
  'ians ese ish est en th st nd rd t ve re ll m'
).split(' ');

/**
 * Pieces by rule: all strings of one and two letters, and those of three and four that can be part of an English
 * syllable or two.
 * @returns {string[]}
 */
export function pieces() {
  const vowels = [...'aeiouy'];
  const consonants = [...'bcdfghjklmnpqrstvwxz'];
  const pairs = cross(LETTERS, LETTERS);
  const onsets = 'bl br ch cl cr dr fl fr gh gl gr kh kl kn kr ph pl pr qu rh sc sh sk sl sm sn sp st sw th tr tw wh wr zh'.split(' ');
  const codas = 'ch ck ct ff ft ld ll lm lt mp nd ng nk nn nt ph pt rc rd rg rk rl rm rn rr rs rt sh sk ss st th tt tz'.split(' ');
  const glides = 'ae ai au ay ea ee ei eo eu ey ia ie io oa oe oi oo ou ow oy ua ue ui'.split(' ');
  return [
    ...LETTERS,
    ...pairs,
    ...cross(consonants, vowels, consonants),
    ...cross(vowels, consonants, vowels),
    ...cross(onsets, vowels),
    ...cross(vowels, codas),
    ...cross(consonants, glides),
    ...cross(glides, consonants),
  ];
}

const onsets = 'bl br ch cl cr dr fl fr gh gl gr kh kl kn kr ph pl pr qu rh sc sh sk sl sm sn sp st sw th tr tw wh wr zh'.split(' ');
const codas = 'ch ck ct ff ft ld ll lm lt mp nd ng nk nn nt ph pt rc rd rg rk rl rm rn rr rs rt sh sk ss st th tt tz'.split(' ');
function longPieces() {
  const vowels = [...'aeiouy'];
  const consonants = [...'bcdfghjklmnpqrstvwxz'];
  const which = process.env.LONG ?? 'abc';
  return [
    ...(which.includes('a') ? cross(onsets, vowels, consonants) : []),
    ...(which.includes('b') ? cross(consonants, vowels, codas) : []),
    ...(which.includes('c') ? cross(consonants, vowels, consonants, vowels) : []),
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
  for (const text of SIGNS) put({ kind: 'sign', text }, [text]);
  for (const text of SUFFIXES) put({ kind: 'suffix', text }, [`##${text}`]);
  for (const lemma of readLemmas()) put({ kind: 'word', text: lemma.word, lemma }, [...lemma.forms]);
  for (const text of numbers()) put({ kind: 'number', text }, text.length < 4 ? [text, `##${text}`] : [text]);
  for (const text of pieces()) put({ kind: 'piece', text }, [text, `##${text}`]);
  const B = Number(process.env.BUCKETS ?? 0);
  if (B > 0) {
    const buckets = new Map();
    for (const text of longPieces()) {
      const b = hashText(text) % B;
      if (!buckets.has(b)) buckets.set(b, []);
      buckets.get(b).push(text, `##${text}`);
    }
    for (const [b, texts] of buckets) put({ kind: 'piece', text: `bucket ${b}` }, texts);
  }
  return { tokens: [...ids.keys()], rows, rowOfToken: Int32Array.from(rowOfToken) };
}
