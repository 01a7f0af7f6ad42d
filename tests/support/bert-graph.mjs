/**
 * BERT (Devlin et al., 2019, section 3) as an ONNX graph of any size: embeddings, then layers of multi-head
 * self-attention and a feed-forward network, each with a residual and a layer normalisation after it.
 * Only operators of opset 17 that onnxruntime-web runs on wasm and on WebGPU.
 */
import { DataType, writeModel } from './onnx-writer.mjs';
import { normals } from './random.mjs';

/** @import { Node, Tensor } from './onnx-writer.mjs' */

/**
 * Gives the weights asked for by name, row-major. Names: `embeddings.word` [vocab, hidden],
 * `embeddings.position`, `embeddings.token_type`, and per layer `layer.0.query`, `.key`, `.value`,
 * `.attention_output` [hidden, hidden], `.intermediate` [hidden, intermediate], `.output`
 * [intermediate, hidden] (a row times the matrix, not transposed), each with a `.bias`; normalisations
 * `embeddings.norm`, `layer.0.attention_norm`, `layer.0.output_norm`, each with `.gamma` and `.bias`.
 * @typedef {(name: string, dims: number[]) => Float32Array} Weights
 */

/**
 * @typedef {object} BertOptions
 * @property {number} layers
 * @property {number} hidden a multiple of `heads`
 * @property {number} heads
 * @property {number} intermediate width of the feed-forward network
 * @property {number} vocab
 * @property {number} maxPositions longest sequence
 * @property {number} tokenTypes 0 makes a model without the input `token_type_ids` (as DistilBERT)
 * @property {Weights} weights
 * @property {boolean} [pooled] output `sentence_embedding` [batch, hidden], the mean over the attended tokens at
 *   unit length, in place of `last_hidden_state` [batch, sequence, hidden]
 * @property {string} [description] goes into the file
 */

const LAYER_NORM_EPSILON = 1e-12;
/** Added to the attention scores of padding: its share of the softmax is exactly 0 in float32. */
const MASKED = -1e9;

/**
 * Seeded random weights for tests and benchmarks: normalisations start as the identity, biases at 0, matrices
 * keep the variance of what goes through them.
 * @param {number} seed
 * @returns {Weights}
 */
export function randomWeights(seed) {
  return (name, dims) => {
    const length = dims.reduce((product, dim) => product * dim, 1);
    if (name.endsWith('.gamma')) return new Float32Array(length).fill(1);
    if (name.endsWith('.bias')) return new Float32Array(length);
    const deviation = name.startsWith('embeddings.') ? 1 : 1 / Math.sqrt(dims[0] ?? 1);
    return Float32Array.from(normals(length, `${seed} ${name}`), (value) => value * deviation);
  };
}

/** Collects nodes and constants while a graph is written down from its inputs to its outputs. */
class Graph {
  /** @type {Node[]} */
  nodes = [];
  /** @type {Tensor[]} */
  tensors = [];

  /**
   * @param {string} op
   * @param {string[]} inputs
   * @param {Node['attributes']} [attributes]
   * @returns {string} the name of the node's output
   */
  add(op, inputs, attributes = {}) {
    const output = `${op.toLowerCase()}_${this.nodes.length}`;
    this.nodes.push({ op, inputs, outputs: [output], attributes });
    return output;
  }

  /**
   * @param {string} name
   * @param {number[]} dims
   * @param {Tensor['data']} data
   * @returns {string} the name
   */
  constant(name, dims, data) {
    if (!this.tensors.some((tensor) => tensor.name === name)) this.tensors.push({ name, dims, data });
    return name;
  }

  /** @param {number} value */
  scalar(value) {
    return this.constant(`scalar_${value}`, [], Float32Array.of(value));
  }

  /** @param {number[]} values */
  integers(...values) {
    return this.constant(`integers_${values.join('_')}`, [values.length], BigInt64Array.from(values, BigInt));
  }
}

/**
 * The bytes of a BERT encoder. Inputs `input_ids`, `attention_mask` and, with token types, `token_type_ids`, all
 * int64 [batch, sequence].
 * @param {BertOptions} options
 * @returns {Uint8Array}
 * @throws {RangeError} where `hidden` is no multiple of `heads` or weights have the wrong length
 */
export function buildBert(options) {
  const { hidden, heads, layers, tokenTypes, pooled = false, description = 'BERT encoder' } = options;
  if (hidden % heads !== 0) throw new RangeError(`hidden (${hidden}) must be a multiple of heads (${heads})`);
  const graph = new Graph();
  /** A constant of weights asked for. @param {string} name @param {number[]} dims */
  const load = (name, dims) => graph.constant(name, dims, options.weights(name, dims));
  const writer = { graph, load, options };

  const mask = graph.add('Cast', ['attention_mask'], { to: DataType.float });
  const absent = graph.add('Sub', [graph.scalar(1), graph.add('Unsqueeze', [mask, graph.integers(1, 2)])]);
  const maskScores = graph.add('Mul', [absent, graph.scalar(MASKED)]);

  let states = embed(writer);
  for (let layer = 0; layer < layers; layer++) {
    const attended = attend(writer, `layer.${layer}`, states, maskScores);
    const middle = normalise(writer, `layer.${layer}.attention_norm`, graph.add('Add', [states, attended]));
    const fed = feedForward(writer, `layer.${layer}`, middle);
    states = normalise(writer, `layer.${layer}.output_norm`, graph.add('Add', [middle, fed]));
  }

  const output = pooled ? 'sentence_embedding' : 'last_hidden_state';
  const result = pooled ? pool(graph, states, mask) : states;
  graph.nodes.push({ op: 'Identity', inputs: [result], outputs: [output] });
  const tokens = ['batch', 'sequence'];
  const inputs = ['input_ids', 'attention_mask', ...(tokenTypes > 0 ? ['token_type_ids'] : [])];
  return writeModel({
    name: 'bert',
    description,
    opset: 17,
    nodes: graph.nodes,
    tensors: graph.tensors,
    inputs: inputs.map((name) => ({ name, type: DataType.int64, dims: tokens })),
    outputs: [{ name: output, type: DataType.float, dims: pooled ? ['batch', hidden] : [...tokens, hidden] }],
  });
}

/**
 * What the parts below write with.
 * @typedef {{ graph: Graph, load: (name: string, dims: number[]) => string, options: BertOptions }} Writer
 */

/**
 * Word + position (+ token type) embeddings, normalised: [batch, sequence, hidden].
 * @param {Writer} writer
 */
function embed(writer) {
  const { graph, load, options } = writer;
  const { hidden, vocab, maxPositions, tokenTypes } = options;
  const length = graph.add('Shape', ['input_ids'], { start: 1, end: 2 });
  const positions = graph.add('Slice', [
    load('embeddings.position', [maxPositions, hidden]),
    graph.integers(0),
    length,
    graph.integers(0),
  ]);
  const words = graph.add('Gather', [load('embeddings.word', [vocab, hidden]), 'input_ids'], { axis: 0 });
  let sum = graph.add('Add', [words, positions]);
  if (tokenTypes > 0) {
    const table = load('embeddings.token_type', [tokenTypes, hidden]);
    sum = graph.add('Add', [sum, graph.add('Gather', [table, 'token_type_ids'], { axis: 0 })]);
  }
  return normalise(writer, 'embeddings.norm', sum);
}

/**
 * Multi-head self-attention with its output projection: softmax(QKᵀ/√(hidden/heads) + mask)·V, heads side by side.
 * @param {Writer} writer
 * @param {string} layer prefix of the weights' names
 * @param {string} states [batch, sequence, hidden]
 * @param {string} maskScores [batch, 1, 1, sequence]
 */
function attend(writer, layer, states, maskScores) {
  const { graph, options } = writer;
  const { hidden, heads } = options;
  const size = hidden / heads;
  /** @param {string} name @param {number[]} perm from [batch, sequence, heads, size] */
  const split = (name, perm) => {
    const projected = linear(writer, `${layer}.${name}`, states, hidden, hidden);
    return graph.add('Transpose', [graph.add('Reshape', [projected, graph.integers(0, 0, heads, size)])], {
      perm,
    });
  };
  const products = graph.add('MatMul', [split('query', [0, 2, 1, 3]), split('key', [0, 2, 3, 1])]);
  const scores = graph.add('Add', [graph.add('Div', [products, graph.scalar(Math.sqrt(size))]), maskScores]);
  const shares = graph.add('Softmax', [scores], { axis: -1 });
  const mixed = graph.add('MatMul', [shares, split('value', [0, 2, 1, 3])]);
  const joined = graph.add('Reshape', [
    graph.add('Transpose', [mixed], { perm: [0, 2, 1, 3] }),
    graph.integers(0, 0, hidden),
  ]);
  return linear(writer, `${layer}.attention_output`, joined, hidden, hidden);
}

/**
 * Two linear maps around GELU(x) = x·(1 + erf(x/√2))/2.
 * @param {Writer} writer
 * @param {string} layer
 * @param {string} states
 */
function feedForward(writer, layer, states) {
  const { graph, options } = writer;
  const { hidden, intermediate } = options;
  const wide = linear(writer, `${layer}.intermediate`, states, hidden, intermediate);
  const erf = graph.add('Erf', [graph.add('Div', [wide, graph.scalar(Math.sqrt(2))])]);
  const gate = graph.add('Mul', [graph.add('Add', [erf, graph.scalar(1)]), graph.scalar(0.5)]);
  return linear(writer, `${layer}.output`, graph.add('Mul', [wide, gate]), intermediate, hidden);
}

/**
 * input·W + b.
 * @param {Writer} writer
 * @param {string} name
 * @param {string} input [batch, sequence, from]
 * @param {number} from
 * @param {number} to
 */
function linear({ graph, load }, name, input, from, to) {
  const product = graph.add('MatMul', [input, load(name, [from, to])]);
  return graph.add('Add', [product, load(`${name}.bias`, [to])]);
}

/**
 * Layer normalisation over the last dimension.
 * @param {Writer} writer
 * @param {string} name
 * @param {string} input
 */
function normalise({ graph, load, options }, name, input) {
  const gamma = load(`${name}.gamma`, [options.hidden]);
  const bias = load(`${name}.bias`, [options.hidden]);
  return graph.add('LayerNormalization', [input, gamma, bias], {
    axis: -1,
    epsilon: { float: LAYER_NORM_EPSILON },
  });
}

/**
 * Mean of the attended states at unit length: the length of the sum drops out, so no division by the count.
 * @param {Graph} graph
 * @param {string} states [batch, sequence, hidden]
 * @param {string} mask [batch, sequence], 0 or 1
 */
function pool(graph, states, mask) {
  const weighted = graph.add('Mul', [states, graph.add('Unsqueeze', [mask, graph.integers(2)])]);
  const sum = graph.add('ReduceSum', [weighted, graph.integers(1)], { keepdims: 0 });
  const squares = graph.add('ReduceSum', [graph.add('Mul', [sum, sum]), graph.integers(1)], { keepdims: 1 });
  return graph.add('Div', [sum, graph.add('Sqrt', [squares])]);
}
