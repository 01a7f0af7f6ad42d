/**
 * Dynamic quantisation as onnxruntime's `quantize_dynamic` does it: a product with a constant matrix is taken in
 * integers, the matrix in 8 bits with one scale, the other factor in 8 bits with a scale of each run.
 */

/** @typedef {import('../../scripts/encoder/onnx-writer.mjs').Model} Model */
/** @typedef {import('../../scripts/encoder/onnx-writer.mjs').Node} Node */
/** @typedef {import('../../scripts/encoder/onnx-writer.mjs').Tensor} Tensor */

const FLOAT = 1;
const LARGEST_INT8 = 127;

/**
 * The same model with every MatMul by a constant in integers. Everything else stays in float32.
 *
 * @param {Model} model
 * @returns {Model}
 */
export function quantiseDynamically(model) {
  const constants = new Map(model.tensors.map((tensor) => [tensor.name, tensor]));
  /** @type {Map<string, Tensor>} by the name of the float32 matrix, that and its scale */
  const replaced = new Map();
  /** @type {Tensor[]} */
  const scales = [];
  /** @type {Set<string>} values that are in 8 bits already */
  const quantised = new Set();

  /** @param {Node} node @returns {Node[]} */
  const rewritten = (node) => {
    const [input = '', matrix = ''] = node.inputs;
    const constant = constants.get(matrix);
    if (node.op !== 'MatMul' || !(constant?.data instanceof Float32Array)) return [node];
    if (!replaced.has(matrix)) {
      const { data, scale } = toInt8(constant.data);
      replaced.set(matrix, { ...constant, data });
      scales.push({ name: `${matrix}.scale`, dims: [], data: Float32Array.of(scale) });
    }
    const [output = ''] = node.outputs;
    const eightBits = [`${input}.quantised`, `${input}.scale`, `${input}.zero`];
    /** @type {Node[]} */
    const nodes = [
      {
        op: 'MatMulInteger',
        inputs: [`${input}.quantised`, matrix, `${input}.zero`],
        outputs: [`${output}.integers`],
      },
      {
        op: 'Cast',
        inputs: [`${output}.integers`],
        outputs: [`${output}.float`],
        attributes: { to: FLOAT },
      },
      { op: 'Mul', inputs: [`${input}.scale`, `${matrix}.scale`], outputs: [`${output}.scale`] },
      { op: 'Mul', inputs: [`${output}.float`, `${output}.scale`], outputs: [output] },
    ];
    if (!quantised.has(input)) {
      nodes.unshift({ op: 'DynamicQuantizeLinear', inputs: [input], outputs: eightBits });
      quantised.add(input);
    }
    return nodes;
  };

  const nodes = model.nodes.flatMap(rewritten);
  const tensors = model.tensors.map((tensor) => replaced.get(tensor.name) ?? tensor);
  return { ...model, nodes, tensors: [...tensors, ...scales] };
}

/**
 * @param {Float32Array} values
 * @returns {{ data: Int8Array, scale: number }} value ≈ scale × data
 */
function toInt8(values) {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = largest === 0 ? 1 : largest / LARGEST_INT8;
  return { data: Int8Array.from(values, (value) => Math.round(value / scale)), scale };
}
