/** Fields of ONNX files (onnx.proto) in the wire format of protocol buffers. Numbers beside the calls are field numbers. */

/** TensorProto.DataType. */
export const FLOAT = 1;
export const INT64 = 7;

/** A whole number is an integer, `{ float }` a float, an array integers. */
export type Attribute = number | readonly number[] | { readonly float: number };

const utf8 = new TextEncoder();

/** An operator: NodeProto. */
export function nodeField(
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Readonly<Record<string, Attribute>> = {},
): Uint8Array {
  return bytes(1, [
    ...inputs.map((name) => bytes(1, name)),
    ...outputs.map((name) => bytes(2, name)),
    bytes(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, attribute(name, value))),
  ]);
}

/** A constant: TensorProto. @param data raw, or where it lies */
export function tensorField(
  name: string,
  dims: readonly number[],
  type: number,
  data: readonly Uint8Array[],
) {
  return bytes(5, [...dims.map((dim) => int(1, dim)), int(2, type), bytes(8, name), ...data]);
}

/** A constant of float32 or int64 with its numbers, row-major. */
export function constantField(name: string, dims: readonly number[], data: Float32Array | BigInt64Array) {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return tensorField(name, dims, data instanceof Float32Array ? FLOAT : INT64, [bytes(9, raw)]);
}

/** AttributeProto; 20 is its type: 1 float, 2 integer, 7 integers. */
function attribute(name: string, value: Attribute): Uint8Array[] {
  if (typeof value === 'number') return [bytes(1, name), int(3, value), int(20, 2)];
  if ('float' in value) {
    const four = new Uint8Array(Float32Array.of(value.float).buffer);
    return [bytes(1, name), joined([varint(2 * 8 + 5), four]), int(20, 1)];
  }
  return [bytes(1, name), ...value.map((item) => int(8, item)), int(20, 7)];
}

/** ValueInfoProto. @param dims a dimension that is a word may have any length */
export function portField(
  kind: 'input' | 'output',
  name: string,
  type: number,
  dims: readonly (number | string)[],
): Uint8Array {
  const shape = dims.map((dim) => bytes(1, typeof dim === 'number' ? int(1, dim) : bytes(2, dim)));
  return bytes(kind === 'input' ? 11 : 12, [
    bytes(1, name),
    bytes(2, bytes(1, [int(1, type), bytes(2, shape)])),
  ]);
}

/** The bytes of an .onnx file: IR version 8, the default operators of opset 18. @param graph its fields */
export function modelFile(graph: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return joined([int(1, 8), bytes(2, 'negscope'), bytes(7, graph), bytes(8, [bytes(1, ''), int(2, 18)])]);
}

/** A whole number under its field. */
export function int(field: number, value: number): Uint8Array {
  return joined([varint(field * 8), varint(value)]);
}

/** Anything that carries its length: a nested message, a text, raw bytes. */
export function bytes(field: number, content: string | Uint8Array | readonly Uint8Array[]): Uint8Array {
  const payload =
    typeof content === 'string'
      ? utf8.encode(content)
      : content instanceof Uint8Array
        ? content
        : joined(content);
  return joined([varint(field * 8 + 2), varint(payload.length), payload]);
}

/** Base-128; a negative number takes the ten bytes of its two's complement. */
function varint(value: number): Uint8Array {
  let rest = BigInt.asUintN(64, BigInt(value));
  const all: number[] = [];
  for (; rest > 127n; rest >>= 7n) all.push(Number(rest & 127n) | 128);
  return Uint8Array.of(...all, Number(rest));
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
