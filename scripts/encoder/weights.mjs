/**
 * Weights of the sketch encoder, made by rule instead of training: the word table, the attention heads, a
 * feed-forward network that adds a little pseudo-random detail, and a last normalisation that sets the reserved
 * dimensions to 0. Tokens that are mostly ballast end near zero, so that the mean over tokens is an
 * importance-weighted bag of words.
 */
import { ATTENTION_WEIGHTS } from './attention-weights.mjs';
import { Matrix } from './matrix.mjs';
import { direction, normals } from './random.mjs';
import { BALLAST, CONTENT, SECOND_TEXT, wordTable } from './word-table.mjs';

/** @import { Weights } from './bert-graph.mjs' */
/** @import { Vocabulary } from './vocabulary.mjs' */

/** Length of the vectors that the feed-forward network's units write: its output is some 8 % of a state. */
const DETAIL = 0.16;

/** @type {Record<string, (dims: number[]) => Float32Array>} */
const OTHER_WEIGHTS = {
  'embeddings.token_type': (dims) => {
    const table = new Matrix(dims);
    table.setRow(
      1,
      BALLAST.start,
      SECOND_TEXT.map((value) => value / 10),
    );
    return table.data;
  },
  // Reads content only.
  'layer.0.intermediate': (dims) => {
    const matrix = new Matrix(dims);
    const [rows = 0, columns = 0] = dims;
    for (let row = CONTENT.start; row < rows; row++) {
      matrix.setRow(
        row,
        0,
        normals(columns, `detail in ${row}`).map((value) => value / Math.sqrt(rows)),
      );
    }
    return matrix.data;
  },
  // Writes content only; a column adds to 0, so that what all units share drops out.
  'layer.0.output': (dims) => {
    const matrix = new Matrix(dims);
    const [rows = 0, columns = 0] = dims;
    for (let column = CONTENT.start; column < columns; column++) {
      matrix.setColumn(
        0,
        column,
        direction(rows, `detail out ${column}`).map((value) => value * DETAIL),
      );
    }
    return matrix.data;
  },
  'layer.0.output_norm.gamma': ([length = 0]) => {
    return Float32Array.from({ length }, (_, dimension) => (dimension < CONTENT.start ? 0 : 1));
  },
};

/**
 * All weights that are not made by rule: normalisations do nothing, biases are 0.
 * @param {Vocabulary} vocabulary
 * @returns {Weights}
 */
export function sketchWeights(vocabulary) {
  return (name, dims) => {
    if (name === 'embeddings.word') return wordTable(vocabulary);
    const make = ATTENTION_WEIGHTS[name] ?? OTHER_WEIGHTS[name];
    if (make !== undefined) return make(dims);
    return new Float32Array(dims.reduce((product, dim) => product * dim, 1)).fill(
      name.endsWith('.gamma') ? 1 : 0,
    );
  };
}
