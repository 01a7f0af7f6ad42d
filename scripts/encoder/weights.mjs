/**
 * Weights of the sketch encoder, made by rule instead of training: one BERT layer over the word table.
 * Heads 0 and 1 bring in a little of the tokens before and after. Heads 2 and 3 find repeats of a token and weigh each
 * down by adding ballast, as term frequency saturates in BM25. The feed-forward network adds a little
 * pseudo-random detail. The last normalisation sets the reserved dimensions to 0, and tokens that are mostly ballast
 * end near zero: a mean over tokens is an importance-weighted bag of words.
 */
import { normals } from './random.mjs';
import { BALLAST, COMMON, CONTENT, FIRST, HEADS, HIDDEN, POSITION, SECOND_TEXT, wordTable } from './word-table.mjs';

/** @import { Weights } from './bert-graph.mjs' */
/** @import { Vocabulary } from './vocabulary.mjs' */

const env = (k, d) => Number(process.env[k] ?? d);
const HEAD_SIZE = HIDDEN / HEADS;
/** Angles of the position code as (cosine, sine): Pythagorean triples, so that turning by them is exact enough. */
const TURNS = [
  [56 / 65, 33 / 65],
  [77 / 85, 36 / 85],
  [39 / 89, 80 / 89],
];
/** Length of each cosine and sine in the position table, where a word has length 1. */
const POSITION_LENGTH = 0.1;
/** Length of a normalised state's word part. */
const STATE_LENGTH = Math.sqrt(HIDDEN / (1 + 4 * TURNS.length * (POSITION_LENGTH * POSITION_LENGTH) / 2));
const NEIGHBOUR_FOCUS = 24;
const NEIGHBOUR_SHARE = env('NEI', 0.15);
/** Attention score of a token for itself per squared importance, and how far [CLS] stands above it. */
const REPEAT_SCORE = env('RS', 17);
const FIRST_LEAD = env('LEAD', 2.3);
/** Ballast added, in state lengths, where all attention is on repeats. */
const REPEAT_BALLAST = env('GAMMA', 10);
const DETAIL = env('DET', 0.01);

/** A row-major matrix to be filled. */
class Matrix {
  /** @param {number[]} dims */
  constructor([rows = 0, columns = 0]) {
    this.columns = columns;
    this.data = new Float32Array(rows * columns);
  }

  /** @param {number} row @param {number} column @param {number} value */
  set(row, column, value) {
    this.data[row * this.columns + column] = value;
  }
}

/**
 * Rows p(i), i = 0, 1, …: for each angle θ, cos iθ, sin iθ and both negated (the sum of a row is 0).
 * @param {number[]} dims
 */
function positions(dims) {
  const table = new Matrix(dims);
  TURNS.forEach(([cosine = 1, sine = 0], turn) => {
    let [x, y] = [1, 0];
    for (let row = 0; row < (dims[0] ?? 0); row++) {
      const values = [x, y, -x, -y];
      values.forEach((value, at) => table.set(row, POSITION.start + 4 * turn + at, POSITION_LENGTH * value));
      [x, y] = [x * cosine - y * sine, x * sine + y * cosine];
    }
  });
  return table.data;
}

/**
 * Queries: heads 0 and 1 ask for the position before and after, heads 2 and 3 for the token's own content and, in one more
 * dimension, for [CLS].
 * @param {number[]} dims
 */
function queries(dims) {
  const matrix = new Matrix(dims);
  for (const head of [0, 1]) {
    TURNS.forEach(([cosine = 1, sine = 0], turn) => {
      const [from, to] = [POSITION.start + 4 * turn, head * HEAD_SIZE + 2 * turn];
      const back = head === 0 ? sine : -sine;
      matrix.set(from, to, NEIGHBOUR_FOCUS * cosine);
      matrix.set(from + 1, to, NEIGHBOUR_FOCUS * back);
      matrix.set(from, to + 1, -NEIGHBOUR_FOCUS * back);
      matrix.set(from + 1, to + 1, NEIGHBOUR_FOCUS * cosine);
    });
  }
  const root = Math.sqrt(HEAD_SIZE);
  for (const head of [2, 3]) {
    const quarterLength = STATE_LENGTH / 2;
    for (let at = 0; at < CONTENT.quarter; at++) {
      matrix.set(CONTENT.start + head * CONTENT.quarter + at, head * HEAD_SIZE + at, (REPEAT_SCORE * root) / (quarterLength * quarterLength));
    }
    COMMON.forEach((value, at) => {
      matrix.set(BALLAST.start + at, head * HEAD_SIZE + CONTENT.quarter, (-1.21 * REPEAT_SCORE * root * value) / STATE_LENGTH);
    });
  }
  return matrix.data;
}

/** @param {number[]} dims */
function queryBias([length = 0]) {
  const bias = new Float32Array(length);
  for (const head of [2, 3]) {
    bias[head * HEAD_SIZE + CONTENT.quarter] = (1.34 * REPEAT_SCORE + FIRST_LEAD) * Math.sqrt(HEAD_SIZE);
  }
  return bias;
}

/** @param {number[]} dims */
function keys(dims) {
  const matrix = new Matrix(dims);
  for (const head of [0, 1]) {
    TURNS.forEach((_, turn) => {
      for (const at of [0, 1]) matrix.set(POSITION.start + 4 * turn + at, head * HEAD_SIZE + 2 * turn + at, 1);
    });
  }
  for (const head of [2, 3]) {
    for (let at = 0; at < CONTENT.quarter; at++) {
      matrix.set(CONTENT.start + head * CONTENT.quarter + at, head * HEAD_SIZE + at, 1);
    }
    FIRST.forEach((value, at) => matrix.set(BALLAST.start + at, head * HEAD_SIZE + CONTENT.quarter, value / STATE_LENGTH));
  }
  return matrix.data;
}

/** @param {number[]} dims */
function values(dims) {
  const matrix = new Matrix(dims);
  for (const head of [0, 1]) {
    for (let at = 0; at < CONTENT.quarter; at++) {
      matrix.set(CONTENT.start + head * CONTENT.quarter + at, head * HEAD_SIZE + at, NEIGHBOUR_SHARE);
    }
  }
  for (const head of [2, 3]) {
    FIRST.forEach((value, at) => matrix.set(BALLAST.start + at, head * HEAD_SIZE, -value / STATE_LENGTH));
  }
  return matrix.data;
}

/** @param {number[]} dims */
function valueBias([length = 0]) {
  const bias = new Float32Array(length);
  for (const head of [2, 3]) bias[head * HEAD_SIZE] = 1;
  return bias;
}

/** @param {number[]} dims */
function attentionOutput(dims) {
  const matrix = new Matrix(dims);
  for (const head of [0, 1]) {
    for (let at = 0; at < CONTENT.quarter; at++) {
      matrix.set(head * HEAD_SIZE + at, CONTENT.start + (head + 1) * CONTENT.quarter - 1 - at, 1);
    }
  }
  for (const head of [2, 3]) {
    COMMON.forEach((value, at) => {
      matrix.set(head * HEAD_SIZE, BALLAST.start + at, (REPEAT_BALLAST * STATE_LENGTH * value) / 2);
    });
  }
  return matrix.data;
}

function intermediate(dims) {
  const matrix = new Matrix(dims);
  const [rows = 0, columns = 0] = dims;
  const n = normals(rows * columns, 'intermediate');
  for (let r = CONTENT.start; r < rows; r++) for (let c = 0; c < columns; c++) matrix.set(r, c, (n[r * columns + c] ?? 0) / 16);
  return matrix.data;
}

function output(dims) {
  const matrix = new Matrix(dims);
  const [rows = 0, columns = 0] = dims;
  for (let c = CONTENT.start; c < columns; c++) {
    const n = normals(rows, `output ${c}`);
    const m = n.reduce((a, b) => a + b, 0) / rows;
    for (let r = 0; r < rows; r++) matrix.set(r, c, DETAIL * ((n[r] ?? 0) - m));
  }
  return matrix.data;
}

/**
 * @param {Vocabulary} vocabulary
 * @returns {Weights}
 */
export function sketchWeights(vocabulary) {
  return (name, dims) => {
    const [length = 0] = dims;
    switch (name) {
      case 'embeddings.word':
        return wordTable(vocabulary);
      case 'embeddings.position':
        return positions(dims);
      case 'embeddings.token_type': {
        const m = new Matrix(dims);
        SECOND_TEXT.forEach((v, at) => m.set(1, BALLAST.start + at, 0.1 * v));
        return m.data;
      }
      case 'layer.0.query':
        return queries(dims);
      case 'layer.0.query.bias':
        return queryBias(dims);
      case 'layer.0.key':
        return keys(dims);
      case 'layer.0.value':
        return values(dims);
      case 'layer.0.value.bias':
        return valueBias(dims);
      case 'layer.0.attention_output':
        return attentionOutput(dims);
      case 'layer.0.intermediate':
        return intermediate(dims);
      case 'layer.0.output':
        return output(dims);
      case 'layer.0.output_norm.gamma':
        return Float32Array.from({ length }, (_, at) => (at < CONTENT.start ? 0 : 1));
    }
    if (name.endsWith('.gamma')) return new Float32Array(length).fill(1);
    return new Float32Array(length);
  };
}
