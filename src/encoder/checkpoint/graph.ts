/**
 * Writes ONNX graphs (onnx.proto) whose weights stay in the files that they came in: an
 * initializer names a file, an offset and a length. Numbers beside the calls are field numbers of the protocol buffers.
 */

import type { Tensor } from './safetensors';

/** The name of a value in the graph. */
export type Value = string;

/** A whole number is an integer, `{ float }` a float, an array integers. */
type Attribute = number | readonly number[] | { readonly float: number };

const INPUTS: readonly string[] = ['input_ids', 'attention_mask', 'token_type_ids'];

/** TensorProto.DataType. */
const FLOAT = 1;
const INT64 = 7;
const FLOAT16 = 10;

/** A file of halves (BF16) as it is given to the runtime: widened to float32. */
export const WIDENED = ' as F32';

const utf8 = new TextEncoder();

export class Graph {
  private readonly nodes: Uint8Array[] = [];
  private readonly initializers = new Map<string, Uint8Array>();
  /** Names of [batch, sequence] that were asked for. */
  private readonly inputs = new Set<string>();
  private count = 0;

  /** @param mostTokens longest sequence that is run: tables of positions have so many rows */
  constructor(readonly mostTokens: number) {}

  /** The only output of an operator. */
  add(op: string, inputs: readonly Value[], attributes: Readonly<Record<string, Attribute>> = {}): Value {
    return this.addAll(op, inputs, attributes, 1)[0] as Value;
  }

  /** All outputs of an operator. */
  addAll(
    op: string,
    inputs: readonly Value[],
    attributes: Readonly<Record<string, Attribute>>,
    outputs: number,
  ): Value[] {
    const names = Array.from({ length: outputs }, () => `${op} ${this.count++}`);
    const node = [
      ...inputs.map((name) => bytes(1, name)),
      ...names.map((name) => bytes(2, name)),
      bytes(4, op),
      ...Object.entries(attributes).map(([name, value]) => bytes(5, attribute(name, value))),
    ];
    this.nodes.push(bytes(1, node));
    for (const name of inputs) if (INPUTS.includes(name)) this.inputs.add(name);
    return names;
  }

  /** A constant of float32 or int64. @param dims none: a single number */
  constant(dims: readonly number[], data: Float32Array | BigInt64Array): Value {
    const name = `constant ${this.initializers.size}`;
    const type = data instanceof Float32Array ? FLOAT : INT64;
    const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    this.initializers.set(name, initializer(name, dims, type, [bytes(9, raw)]));
    return name;
  }

  number(value: number): Value {
    return this.constant([], Float32Array.of(value));
  }

  /** A constant list of int64, such as axes and shapes. */
  whole(...values: number[]): Value {
    return this.constant([values.length], BigInt64Array.from(values, BigInt));
  }

  /** A constant int64 without dimensions. */
  index(value: number): Value {
    return this.constant([], BigInt64Array.of(BigInt(value)));
  }

  /** A weight of the files as float32. Nothing of it is copied. */
  weight(tensor: Tensor): Value {
    const { file, dtype, dims, offset, dataFrom, bytes: length } = tensor;
    const name = `weight ${this.initializers.size}`;
    const isWidened = dtype === 'BF16';
    const type = dtype === 'F16' ? FLOAT16 : FLOAT;
    const place = {
      location: isWidened ? file + WIDENED : file,
      offset: String(isWidened ? 2 * (offset - dataFrom) : offset),
      length: String(isWidened ? 2 * length : length),
    };
    const fields = Object.entries(place).map(([key, text]) => bytes(13, [bytes(1, key), bytes(2, text)]));
    this.initializers.set(name, initializer(name, dims, type, [...fields, int(14, 1)]));
    return type === FLOAT ? name : this.add('Cast', [name], { to: FLOAT });
  }

  cast(value: Value, to: 'float' | 'int64'): Value {
    return this.add('Cast', [value], { to: to === 'float' ? FLOAT : INT64 });
  }

  /**
   * The bytes of an .onnx file.
   * @param value its output, which gets a name and dimensions
   */
  file(value: Value, output: string, dims: readonly string[]): Uint8Array<ArrayBuffer> {
    const last = bytes(1, [bytes(1, value), bytes(2, output), bytes(4, 'Identity')]);
    const graph = [
      ...this.nodes,
      last,
      bytes(2, 'checkpoint'),
      ...[...this.initializers.values()].map((tensor) => bytes(5, tensor)),
      ...[...this.inputs].map((name) => bytes(11, port(name, INT64, ['batch', 'sequence']))),
      bytes(12, port(output, FLOAT, dims)),
    ];
    // IR version 8, the default operators of opset 18.
    return joined([int(1, 8), bytes(2, 'negscope'), bytes(7, graph), bytes(8, [bytes(1, ''), int(2, 18)])]);
  }
}

/** TensorProto. @param data raw, or where it lies */
function initializer(name: string, dims: readonly number[], type: number, data: readonly Uint8Array[]) {
  return joined([...dims.map((dim) => int(1, dim)), int(2, type), bytes(8, name), ...data]);
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

/** ValueInfoProto. */
function port(name: string, type: number, dims: readonly string[]): Uint8Array[] {
  const shape = dims.map((dim) => bytes(1, bytes(2, dim)));
  return [bytes(1, name), bytes(2, bytes(1, [int(1, type), bytes(2, shape)]))];
}

function int(field: number, value: number): Uint8Array {
  return joined([varint(field * 8), varint(value)]);
}

/** Anything that carries its length: a nested message, a text, raw bytes. */
function bytes(field: number, content: string | Uint8Array | readonly Uint8Array[]): Uint8Array {
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
