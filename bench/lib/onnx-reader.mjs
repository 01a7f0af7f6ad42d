/**
 * Reads ONNX models back into what scripts/encoder/onnx-writer.mjs writes: the same fields of onnx.proto, in the
 * protocol buffer wire format. Numbers are field numbers.
 */

/** @typedef {import('../../scripts/encoder/onnx-writer.mjs').Model} Model */
/** @typedef {import('../../scripts/encoder/onnx-writer.mjs').Node} Node */
/** @typedef {import('../../scripts/encoder/onnx-writer.mjs').Port} Port */
/** @typedef {import('../../scripts/encoder/onnx-writer.mjs').Tensor} Tensor */

/** Values of one message by field number; a number of the wire is a bigint, a 32-bit one its four bytes. @typedef {Map<number, (bigint | Uint8Array)[]>} Fields */

const VARINT = 0;
const LENGTH = 2;
const FIXED32 = 5;

const ARRAYS = /** @type {const} */ ({ 1: Float32Array, 3: Int8Array, 6: Int32Array, 7: BigInt64Array });

const decoder = new TextDecoder();

/**
 * @param {Uint8Array} message
 * @returns {Fields}
 */
function fieldsOf(message) {
  /** @type {Fields} */
  const fields = new Map();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++];
      if (byte === undefined) throw new RangeError('The ONNX file ends inside a number.');
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asIntN(64, value);
    }
  };
  /** @param {number} length */
  const take = (length) => message.subarray(at, (at += length));
  while (at < message.length) {
    const tag = Number(varint());
    const [field, wire] = [tag >> 3, tag & 7];
    if (wire !== VARINT && wire !== LENGTH && wire !== FIXED32) {
      throw new RangeError(`Wire type ${wire} is none that the writer uses.`);
    }
    const value = wire === VARINT ? varint() : take(wire === LENGTH ? Number(varint()) : 4);
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

/** @param {Fields} fields @param {number} field @returns {Uint8Array[]} */
const messages = (fields, field) => /** @type {Uint8Array[]} */ (fields.get(field) ?? []);

/** @param {Fields} fields @param {number} field */
const texts = (fields, field) => messages(fields, field).map((bytes) => decoder.decode(bytes));

/** @param {Fields} fields @param {number} field */
const text = (fields, field) => texts(fields, field)[0] ?? '';

/** @param {Fields} fields @param {number} field */
const numbers = (fields, field) => (fields.get(field) ?? []).map(Number);

/** @param {Fields} fields @param {number} field */
const message = (fields, field) => fieldsOf(messages(fields, field)[0] ?? new Uint8Array());

/** @param {Uint8Array} bytes AttributeProto @returns {[string, number | number[] | { float: number }]} */
function attribute(bytes) {
  const fields = fieldsOf(bytes);
  const name = text(fields, 1);
  const [float] = messages(fields, 2);
  if (float) return [name, { float: new DataView(float.buffer, float.byteOffset, 4).getFloat32(0, true) }];
  const [int] = numbers(fields, 3);
  return [name, int ?? numbers(fields, 8)];
}

/** @param {Uint8Array} bytes NodeProto @returns {Node} */
function node(bytes) {
  const fields = fieldsOf(bytes);
  return {
    op: text(fields, 4),
    inputs: texts(fields, 1),
    outputs: texts(fields, 2),
    attributes: Object.fromEntries(messages(fields, 5).map(attribute)),
  };
}

/** @param {Uint8Array} bytes TensorProto @returns {Tensor} */
function tensor(bytes) {
  const fields = fieldsOf(bytes);
  const type = numbers(fields, 2)[0];
  if (type !== 1 && type !== 3 && type !== 6 && type !== 7) {
    throw new RangeError(`Element type ${type} is none that the writer uses.`);
  }
  // A copy lies at an address that fits its elements.
  const { buffer } = (messages(fields, 9)[0] ?? new Uint8Array()).slice();
  return { name: text(fields, 8), dims: numbers(fields, 1), data: new ARRAYS[type](buffer) };
}

/** @param {Uint8Array} bytes ValueInfoProto @returns {Port} */
function port(bytes) {
  const fields = fieldsOf(bytes);
  const type = message(message(fields, 2), 1);
  const dims = messages(message(type, 2), 1).map((bytes) => {
    const dim = fieldsOf(bytes);
    return numbers(dim, 1)[0] ?? text(dim, 2);
  });
  return { name: text(fields, 1), type: numbers(type, 1)[0] ?? 0, dims };
}

/**
 * @param {Uint8Array} bytes of an .onnx file by `writeModel`
 * @returns {Model}
 * @throws {RangeError} for what that does not write
 */
export function readModel(bytes) {
  const model = fieldsOf(bytes);
  const graph = message(model, 7);
  return {
    name: text(graph, 2),
    description: text(model, 6),
    opset: numbers(message(model, 8), 2)[0] ?? 0,
    nodes: messages(graph, 1).map(node),
    tensors: messages(graph, 5).map(tensor),
    inputs: messages(graph, 11).map(port),
    outputs: messages(graph, 12).map(port),
  };
}
