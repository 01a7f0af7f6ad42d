/**
 * Writes ONNX models: the part of onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto) that a
 * transformer encoder needs, in the protocol buffer wire format. Numbers beside the calls are field numbers.
 */

/** Tensor element types: TensorProto.DataType. */
export const DataType = { float: 1, int8: 3, int32: 6, int64: 7 };

/** AttributeProto.AttributeType. */
const AttributeType = { float: 1, int: 2, ints: 7 };

/**
 * One operator of the graph. A whole number among the attributes is written as an integer; wrap one that the
 * operator declares as a float in `{ float }`.
 * @typedef {object} Node
 * @property {string} op operator of the default domain
 * @property {string[]} inputs names of values; '' leaves an optional input out
 * @property {string[]} outputs
 * @property {Record<string, number | number[] | { float: number }>} [attributes]
 */

/**
 * @typedef {object} Tensor
 * @property {string} name
 * @property {number[]} dims
 * @property {Float32Array | Int8Array | Int32Array | BigInt64Array} data row-major
 */

/**
 * An input or output of the graph; a dimension given as text is dynamic.
 * @typedef {object} Port
 * @property {string} name
 * @property {number} type one of `DataType`
 * @property {(number | string)[]} dims
 */

/**
 * @typedef {object} Model
 * @property {string} name the graph's name
 * @property {string} description
 * @property {number} opset version of the default operator set
 * @property {Node[]} nodes in an order in which each value is made before it is used
 * @property {Tensor[]} tensors constants (initializers)
 * @property {Port[]} inputs
 * @property {Port[]} outputs
 */

// Wire format: a message is a list of byte chunks, each a tag (field number · 8 + wire type) and a payload.
// Wire types: 0 varint, 2 with its length, 5 four bytes.

const encoder = new TextEncoder();

/**
 * Base-128 integer; negative numbers take the ten bytes of their 64-bit two's complement.
 * @param {number} value a safe integer
 */
function varint(value) {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes = [];
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Uint8Array.of(...bytes, Number(rest));
}

/** @param {Uint8Array[]} chunks @returns {Uint8Array} */
function join(chunks) {
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}

/**
 * @param {number} field
 * @param {number} value
 */
const int = (field, value) => join([varint(field * 8), varint(value)]);

/**
 * @param {number} field
 * @param {number} value
 */
function float(field, value) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return join([varint(field * 8 + 5), bytes]);
}

/**
 * A nested message, a text or raw bytes: anything that carries its length.
 * @param {number} field
 * @param {string | Uint8Array | Uint8Array[]} content
 */
function bytes(field, content) {
  const payload =
    typeof content === 'string' ? encoder.encode(content) : Array.isArray(content) ? join(content) : content;
  return join([varint(field * 8 + 2), varint(payload.length), payload]);
}

/**
 * AttributeProto.
 * @param {string} name
 * @param {number | number[] | { float: number }} value
 */
function attribute(name, value) {
  if (Array.isArray(value)) {
    return [bytes(1, name), ...value.map((item) => int(8, item)), int(20, AttributeType.ints)];
  }
  if (typeof value === 'object') return [bytes(1, name), float(2, value.float), int(20, AttributeType.float)];
  return [bytes(1, name), int(3, value), int(20, AttributeType.int)];
}

/**
 * NodeProto.
 * @param {Node} node
 */
function nodeProto({ op, inputs, outputs, attributes = {} }) {
  return [
    ...inputs.map((name) => bytes(1, name)),
    ...outputs.map((name) => bytes(2, name)),
    bytes(3, `${outputs[0] ?? ''}/${op}`),
    bytes(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, attribute(name, value))),
  ];
}

/**
 * TensorProto, its data as raw little-endian bytes.
 * @param {Tensor} tensor
 */
function tensorProto({ name, dims, data }) {
  const size = dims.reduce((product, dim) => product * dim, 1);
  if (size !== data.length) {
    throw new RangeError(`tensor ${name}: dims [${dims.join(', ')}] need ${size} values, got ${data.length}`);
  }
  return [
    ...dims.map((dim) => int(1, dim)),
    int(2, dataType(data)),
    bytes(8, name),
    bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  ];
}

/** @param {Tensor['data']} data */
function dataType(data) {
  if (data instanceof Float32Array) return DataType.float;
  if (data instanceof Int8Array) return DataType.int8;
  return data instanceof Int32Array ? DataType.int32 : DataType.int64;
}

/**
 * ValueInfoProto: its type (2) is a TypeProto with a tensor type (1) of an element type (1) and a shape (2)
 * of dimensions (1), each a value (1) or a name (2).
 * @param {Port} port
 */
function portProto({ name, type, dims }) {
  const shape = dims.map((dim) => bytes(1, typeof dim === 'number' ? int(1, dim) : bytes(2, dim)));
  return [bytes(1, name), bytes(2, bytes(1, [int(1, type), bytes(2, shape)]))];
}

/**
 * The bytes of an .onnx file (ModelProto, IR version 8).
 * @param {Model} model
 * @returns {Uint8Array}
 * @throws {RangeError} where a tensor's data does not fill its dims
 */
export function writeModel({ name, description, opset, nodes, tensors, inputs, outputs }) {
  const graph = [
    ...nodes.map((node) => bytes(1, nodeProto(node))),
    bytes(2, name),
    ...tensors.map((tensor) => bytes(5, tensorProto(tensor))),
    ...inputs.map((port) => bytes(11, portProto(port))),
    ...outputs.map((port) => bytes(12, portProto(port))),
  ];
  return join([
    int(1, 8),
    bytes(2, 'negscope'),
    bytes(6, description),
    bytes(7, graph),
    bytes(8, [bytes(1, ''), int(2, opset)]),
  ]);
}
