/**
 * A cross-encoder whose score is known by hand, as an ONNX graph: the share of the query's tokens that the passage has, each
 * by its weight, spread to logits. It is no model to judge with: it makes folders for tests and for trying the page.
 */
import { DataType, writeModel } from './onnx-writer.mjs';

/**
 * @typedef {object} OverlapOptions
 * @property {Float32Array} weights of each token; 0 for special ones
 * @property {number} [reach] logits lie from −`reach` to `reach`; below 0 the order is reversed
 * @property {Record<string, number>} [outputs] names of outputs, with how many numbers a pair each has; one called `logits` with
 *   one number otherwise. Of several numbers the last is the score, the others are 0
 */

/**
 * The bytes of the graph. Inputs `input_ids`, `attention_mask`, `token_type_ids` (0: query, 1: passage), all int64
 * [batch, sequence].
 * @param {OverlapOptions} options
 * @returns {Uint8Array}
 */
export function buildOverlap({ weights, reach = 4, outputs = { logits: 1 } }) {
  /** @type {import('./onnx-writer.mjs').Node[]} */
  const nodes = [];
  /** @param {string} op @param {string[]} inputs @param {Record<string, number | number[]>} [attributes] */
  const add = (op, inputs, attributes = {}) => {
    const output = `${op.toLowerCase()}_${nodes.length}`;
    nodes.push({ op, inputs, outputs: [output], attributes });
    return output;
  };
  const float = (/** @type {string} */ value) => add('Cast', [value], { to: DataType.float });
  const passage = add('Mul', [float('token_type_ids'), float('attention_mask')]);
  const query = add('Sub', [float('attention_mask'), passage]);
  const same = float(
    add('Equal', [add('Unsqueeze', ['input_ids', 'two']), add('Unsqueeze', ['input_ids', 'one'])]),
  );
  // [batch, query token]: 1 where the passage has it.
  const met = add('ReduceMax', [add('Mul', [same, add('Unsqueeze', [passage, 'one'])])], {
    axes: [2],
    keepdims: 0,
  });
  const weighed = add('Mul', [add('Gather', ['weights', 'input_ids'], { axis: 0 }), query]);
  const sum = (/** @type {string} */ of) => add('ReduceSum', [of, 'one'], { keepdims: 1 });
  const share = add('Div', [sum(add('Mul', [met, weighed])), add('Add', [sum(weighed), 'least'])]);
  const logit = add('Mul', [add('Sub', [share, 'half']), 'reach']);
  const nothing = add('Sub', [logit, logit]);
  for (const [name, count] of Object.entries(outputs)) {
    const parts = [...Array.from({ length: count - 1 }, () => nothing), logit];
    nodes.push({ op: 'Concat', inputs: parts, outputs: [name], attributes: { axis: 1 } });
  }
  const tokens = ['batch', 'sequence'];
  return writeModel({
    name: 'overlap',
    description: 'share of the query’s tokens that the passage has',
    opset: 17,
    nodes,
    tensors: [
      { name: 'weights', dims: [weights.length], data: weights },
      { name: 'one', dims: [1], data: BigInt64Array.of(1n) },
      { name: 'two', dims: [1], data: BigInt64Array.of(2n) },
      { name: 'least', dims: [1], data: Float32Array.of(1e-6) },
      { name: 'half', dims: [1], data: Float32Array.of(0.5) },
      { name: 'reach', dims: [1], data: Float32Array.of(2 * reach) },
    ],
    inputs: ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => ({
      name,
      type: DataType.int64,
      dims: tokens,
    })),
    outputs: Object.entries(outputs).map(([name, count]) => ({
      name,
      type: DataType.float,
      dims: ['batch', count],
    })),
  });
}
