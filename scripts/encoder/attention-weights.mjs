/**
 * The four attention heads of the sketch. Heads 0 and 1 look at the token before and after, by the position code, and
 * bring in a little of its content. Heads 2 and 3 look for the token's own content elsewhere in the text, or else
 * at [CLS]: the more often a token stands in the text, the more ballast each of its places gets, so that n repeats
 * count about as √n (term frequency saturates, as in BM25).
 */
import { Matrix } from './matrix.mjs';
import { BALLAST, COMMON, CONTENT, FIRST, HEADS, HIDDEN, POSITION } from './word-table.mjs';

const HEAD_SIZE = HIDDEN / HEADS;
/** The graph divides scores by this. */
const ROOT_SIZE = Math.sqrt(HEAD_SIZE);
/** First dimension of each head. */
const [BEFORE, AFTER, REPEATS] = [0, HEAD_SIZE, [2 * HEAD_SIZE, 3 * HEAD_SIZE]];
/** The dimension of a repeat head, after its quarter of the content, that scores [CLS]. */
const SINK = CONTENT.quarter;

/** Cosine and sine of the position code's angles: Pythagorean triples, chosen so that no two places are alike. */
const TURNS = /** @type {const} */ ([
  [56 / 65, 33 / 65],
  [77 / 85, 36 / 85],
  [39 / 89, 80 / 89],
]);
/** Length of each cosine-sine pair in the position table, where a word has length 1. */
const PAIR_LENGTH = 0.1;
/** Length of a token's word part after the first normalisation gave the whole state length √HIDDEN. */
const STATE_LENGTH = Math.sqrt(HIDDEN / (1 + 2 * TURNS.length * PAIR_LENGTH * PAIR_LENGTH));

/** Scale of the neighbour heads' scores: the place looked for stands out by 5 or more, a share above 0.9. */
const NEIGHBOUR_SCALE = 24;
/** Share of a neighbour's content brought in. */
const NEIGHBOUR_SHARE = 0.15;
/** A token's score for an equal token is this times its squared importance (other tokens: about 0). */
const REPEAT_SCORE = 17;
/** Squared importance as a line in the ballast share β: a² = 1 − β² ≈ 1.34 − 1.21 β for a from 0.5 to 0.9. */
const [LINE_START, LINE_SLOPE] = [1.34, -1.21];
/** How far [CLS] scores above one equal token: e^2.3 = 10 repeats hold half of the attention. */
const SINK_LEAD = 2.3;
/** Ballast added, in state lengths, where repeats hold all of the attention. */
const REPEAT_BALLAST = 10;

/**
 * Position i as cos iθ, sin iθ and both negated (so that a row adds to 0), for each angle θ.
 * @param {number[]} dims
 */
function positions(dims) {
  const table = new Matrix(dims);
  TURNS.forEach(([cosine, sine], turn) => {
    let [x, y] = [PAIR_LENGTH, 0];
    for (let row = 0; row < (dims[0] ?? 0); row++) {
      table.setRow(row, POSITION.start + 4 * turn, [x, y, -x, -y]);
      [x, y] = [x * cosine - y * sine, x * sine + y * cosine];
    }
  });
  return table.data;
}

/**
 * Neighbour heads ask for their own place turned back or on by one angle, repeat heads for their own content and, with
 * the line in the ballast, for [CLS].
 * @param {number[]} dims
 */
function query(dims) {
  const matrix = new Matrix(dims);
  TURNS.forEach(([cosine, sine], turn) => {
    const from = POSITION.start + 4 * turn;
    for (const [head, turned] of /** @type {const} */ ([
      [BEFORE, sine],
      [AFTER, -sine],
    ])) {
      const to = head + 2 * turn;
      matrix.setColumn(from, to, [NEIGHBOUR_SCALE * cosine, NEIGHBOUR_SCALE * turned]);
      matrix.setColumn(from, to + 1, [-NEIGHBOUR_SCALE * turned, NEIGHBOUR_SCALE * cosine]);
    }
  });
  const quarterLength = STATE_LENGTH / 2;
  const content = (REPEAT_SCORE * ROOT_SIZE) / (quarterLength * quarterLength);
  const ballast = (LINE_SLOPE * REPEAT_SCORE * ROOT_SIZE) / STATE_LENGTH;
  REPEATS.forEach((head, at) => {
    matrix.setDiagonal(quarterStart(at + 2), head, CONTENT.quarter, content);
    matrix.setColumn(BALLAST.start, head + SINK, scaled(COMMON, ballast));
  });
  return matrix.data;
}

/** @param {number[]} dims */
function queryBias([length = 0]) {
  const bias = new Float32Array(length);
  for (const head of REPEATS) bias[head + SINK] = (LINE_START * REPEAT_SCORE + SINK_LEAD) * ROOT_SIZE;
  return bias;
}

/** @param {number[]} dims */
function key(dims) {
  const matrix = new Matrix(dims);
  TURNS.forEach((_, turn) => {
    for (const head of [BEFORE, AFTER]) matrix.setDiagonal(POSITION.start + 4 * turn, head + 2 * turn, 2, 1);
  });
  REPEATS.forEach((head, at) => {
    matrix.setDiagonal(quarterStart(at + 2), head, CONTENT.quarter, 1);
    matrix.setColumn(BALLAST.start, head + SINK, scaled(FIRST, 1 / STATE_LENGTH));
  });
  return matrix.data;
}

/**
 * Neighbour heads hand on their quarter of the content; repeat heads 1 for each token, 0 for [CLS].
 * @param {number[]} dims
 */
function value(dims) {
  const matrix = new Matrix(dims);
  [BEFORE, AFTER].forEach((head, at) => {
    matrix.setDiagonal(quarterStart(at), head, CONTENT.quarter, NEIGHBOUR_SHARE);
  });
  for (const head of REPEATS) matrix.setColumn(BALLAST.start, head, scaled(FIRST, -1 / STATE_LENGTH));
  return matrix.data;
}

/** @param {number[]} dims */
function valueBias([length = 0]) {
  const bias = new Float32Array(length);
  for (const head of REPEATS) bias[head] = 1;
  return bias;
}

/**
 * A neighbour's content goes into its quarter in reversed order, apart from the token's own; repeats become ballast.
 * @param {number[]} dims
 */
function output(dims) {
  const matrix = new Matrix(dims);
  [BEFORE, AFTER].forEach((head, at) => {
    const last = quarterStart(at + 1) - 1;
    for (let from = 0; from < CONTENT.quarter; from++) matrix.set(head + from, last - from, 1);
  });
  const ballast = (REPEAT_BALLAST * STATE_LENGTH) / REPEATS.length;
  for (const head of REPEATS) matrix.setRow(head, BALLAST.start, scaled(COMMON, ballast));
  return matrix.data;
}

/**
 * @param {number[]} direction
 * @param {number} factor
 */
const scaled = (direction, factor) => direction.map((entry) => entry * factor);

/** @param {number} quarter */
const quarterStart = (quarter) => CONTENT.start + quarter * CONTENT.quarter;

/** Weights by name, made from their dims. @type {Record<string, (dims: number[]) => Float32Array>} */
export const ATTENTION_WEIGHTS = {
  'embeddings.position': positions,
  'layer.0.query': query,
  'layer.0.query.bias': queryBias,
  'layer.0.key': key,
  'layer.0.value': value,
  'layer.0.value.bias': valueBias,
  'layer.0.attention_output': output,
};
