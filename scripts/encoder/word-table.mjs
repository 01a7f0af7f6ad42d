/**
 * The sketch's word table. Each row has length 1 and two parts: content, a pseudo-random direction in most
 * dimensions, and ballast, one direction that nearly all tokens share in reserved dimensions. The more a token tells
 * about a text's subject, the more of its length is content. Layer normalisation keeps the proportion.
 */
import { rootOf } from './inflect.mjs';
import { direction, unit } from './random.mjs';

/** @import { CompactTable } from './bert-graph.mjs' */
/** @import { Row, Vocabulary } from './vocabulary.mjs' */

export const HIDDEN = 256;
export const HEADS = 4;

/** Where a vector's parts lie: first dimension and number of dimensions. */
export const BALLAST = { start: 0, size: 4 };
export const POSITION = { start: 4, size: 12 };
/** Four quarters of like length, one for each attention head. */
export const CONTENT = { start: 16, size: 240, quarter: 60 };

/** Orthogonal directions in the ballast dimensions: that of all tokens, that of [CLS], that of the second text. */
export const COMMON = [0.5, -0.5, 0.5, -0.5];
export const FIRST = [0.5, 0.5, -0.5, -0.5];
export const SECOND_TEXT = [0.5, -0.5, -0.5, 0.5];

/** Share of a token's length that is content: set by hand, in steps, as inverse document frequencies would run. */
const IMPORTANCE = {
  special: 0.02,
  sign: 0.02,
  function: 0.04,
  suffix: 0.1,
  general: 0.4,
  common: 0.65,
  number: 0.7,
  topic: 0.8,
  name: 0.9,
};
/** The same for pieces of one, two, and more letters. */
const PIECE_IMPORTANCE = { 1: 0.2, 2: 0.5, long: 0.7 };

/** What a word's content is made of: its own direction, that of its root and that of its topics. */
const OWN = 0.8;
const ROOT = 0.35;
const TOPIC = 0.5;

/**
 * @param {Row} row
 * @returns {number} in [0, 1]
 */
function importanceOf(row) {
  if (row.kind === 'word') return IMPORTANCE[row.lemma.tier];
  if (row.kind !== 'piece') return IMPORTANCE[row.kind];
  return row.text.length > 2 ? PIECE_IMPORTANCE.long : PIECE_IMPORTANCE[row.text.length === 1 ? 1 : 2];
}

/**
 * The directions a row's content is a sum of, with their weights.
 * @param {Row} row
 * @returns {[string, number][]}
 */
function ingredients(row) {
  if (row.kind !== 'word') return [[`${row.kind} ${row.text}`, 1]];
  const topics = [...row.lemma.topics];
  return [
    [`word ${row.text}`, OWN],
    [`root ${rootOf(row.text)}`, ROOT],
    ...topics.map(
      (topic) => /** @type {[string, number]} */ ([`topic ${topic}`, TOPIC / Math.sqrt(topics.length)]),
    ),
  ];
}

/** Directions by name: roots and topics are asked for many times. @type {Map<string, Float64Array>} */
const known = new Map();

/** @param {string} key */
function named(key) {
  const made = known.get(key) ?? direction(CONTENT.size, key);
  known.set(key, made);
  return made;
}

/**
 * @param {Row} row
 * @returns {Float64Array} length 1; each quarter has length 1/2, so that heads see like tokens alike
 */
function contentOf(row) {
  const sum = new Float64Array(CONTENT.size);
  for (const [key, weight] of ingredients(row)) {
    named(key).forEach((value, at) => (sum[at] = (sum[at] ?? 0) + weight * value));
  }
  for (let start = 0; start < sum.length; start += CONTENT.quarter) {
    const quarter = sum.subarray(start, start + CONTENT.quarter);
    quarter.set(unit(quarter).map((value) => value / 2));
  }
  return sum;
}

/**
 * The table in eight bits with one scale.
 * @param {Vocabulary} vocabulary
 * @returns {CompactTable} rows [vocabulary.rows.length, HIDDEN]
 */
export function wordTable({ rows, rowOfToken }) {
  const scale = 0.5 / 127;
  const table = new Int8Array(rows.length * HIDDEN);
  /** @param {number} value */
  const toByte = (value) => Math.max(-127, Math.min(127, Math.round(value / scale)));
  rows.forEach((row, at) => {
    const share = importanceOf(row);
    const pattern = row.text === '[CLS]' ? FIRST : COMMON;
    const ballast = pattern.map((value) => toByte(value * Math.sqrt(1 - share * share)));
    table.set(ballast, at * HIDDEN + BALLAST.start);
    table.set(
      [...contentOf(row)].map((value) => toByte(value * share)),
      at * HIDDEN + CONTENT.start,
    );
  });
  return { rows: table, scale, rowOfToken };
}
