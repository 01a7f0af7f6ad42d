/** Writes small ONNX models (onnx.proto) in the protocol buffer wire format. Numbers beside the calls are field numbers. */

/** TensorProto.DataType. */
export const DataType = { float: 1, int64: 7 };

/** An operator. A whole number among the attributes is an integer, a list is integers. */
export interface Node {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

/** A constant, row-major. */
interface Tensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly data: Float32Array | BigInt64Array;
}

/** An input or output; a dimension that is a word may have any length. */
interface Port {
  readonly name: string;
  readonly type: number;
  readonly dims: readonly (number | string)[];
}

interface Model {
  readonly nodes: readonly Node[];
  readonly tensors: readonly Tensor[];
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

type Chunk = Uint8Array<ArrayBuffer>;

function joined(chunks: readonly Chunk[]): Chunk {
  return new Uint8Array(chunks.flatMap((chunk) => [...chunk]));
}

/** Base-128; a negative number takes the ten bytes of its two's complement. */
function varint(value: number): Chunk {
  let rest = BigInt.asUintN(64, BigInt(value));
  const all: number[] = [];
  for (; rest > 127n; rest >>= 7n) all.push(Number(rest & 127n) | 128);
  return Uint8Array.of(...all, Number(rest));
}

const int = (field: number, value: number) => joined([varint(field * 8), varint(value)]);

/** Anything that carries its length: a nested message, a text, raw bytes. */
function bytes(field: number, content: string | Chunk | readonly Chunk[]): Chunk {
  const own = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const payload = own instanceof Uint8Array ? own : joined(own);
  return joined([varint(field * 8 + 2), varint(payload.length), payload]);
}

/** AttributeProto; 20 is its type: 2 integer, 7 integers. */
function attribute([name, value]: [string, number | readonly number[]]): Chunk {
  const written =
    typeof value === 'number'
      ? [int(3, value), int(20, 2)]
      : [...value.map((item) => int(8, item)), int(20, 7)];
  return bytes(5, [bytes(1, name), ...written]);
}

function nodeProto({ op, inputs, outputs, attributes = {} }: Node): Chunk {
  return bytes(1, [
    ...inputs.map((name) => bytes(1, name)),
    ...outputs.map((name) => bytes(2, name)),
    bytes(4, op),
    ...Object.entries(attributes).map(attribute),
  ]);
}

function tensorProto({ name, dims, data }: Tensor): Chunk {
  const type = data instanceof Float32Array ? DataType.float : DataType.int64;
  const raw = new Uint8Array(data.slice().buffer);
  return bytes(5, [...dims.map((dim) => int(1, dim)), int(2, type), bytes(8, name), bytes(9, raw)]);
}

/** ValueInfoProto. */
function portProto(field: number, { name, type, dims }: Port): Chunk {
  const shape = dims.map((dim) => bytes(1, typeof dim === 'number' ? int(1, dim) : bytes(2, dim)));
  return bytes(field, [bytes(1, name), bytes(2, bytes(1, [int(1, type), bytes(2, shape)]))]);
}

/** The bytes of an .onnx file: IR version 8, the default operators of opset 17. */
export function writeModel({ nodes, tensors, inputs, outputs }: Model): Chunk {
  const graph = [
    ...nodes.map(nodeProto),
    bytes(2, 'graph'),
    ...tensors.map(tensorProto),
    ...inputs.map((port) => portProto(11, port)),
    ...outputs.map((port) => portProto(12, port)),
  ];
  return joined([int(1, 8), bytes(7, graph), bytes(8, [bytes(1, ''), int(2, 17)])]);
}
