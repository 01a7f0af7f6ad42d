/**
 * Reads ONNX files: operators and constants of a graph, in the protocol buffer wire format of onnx.proto.
 * Numbers beside the calls are field numbers.
 */

/** A constant of the graph: its elements as little-endian bytes, row-major. */
export interface OnnxTensor {
  readonly dims: readonly number[];
  /** TensorProto.DataType. */
  readonly type: number;
  readonly bytes: Uint8Array;
}

export interface OnnxNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly ints: ReadonlyMap<string, number>;
  /** The tensor of a `Constant`. */
  readonly tensor: OnnxTensor | null;
}

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  /** By name. */
  readonly tensors: ReadonlyMap<string, OnnxTensor>;
  /** Names of what is fed, constants left out. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** A field of a message: a number, or bytes where it carries its length. */
interface Field {
  readonly number: number;
  readonly value: number;
  readonly bytes: Uint8Array;
}

const NOTHING = new Uint8Array();
const utf8 = new TextDecoder();

/** @throws RangeError where the bytes are not such a file, or weights are in another one */
export function readOnnx(file: Uint8Array): OnnxGraph {
  const fields = graphFields(file);
  const tensors = new Map<string, OnnxTensor>();
  for (const { number, bytes } of fields) {
    if (number === 5) tensors.set(textOf(fieldsOf(bytes), 8), tensorOf(bytes));
  }
  return {
    nodes: fields.filter(({ number }) => number === 1).map(({ bytes }) => nodeOf(bytes)),
    tensors,
    inputs: namesIn(fields, 11).filter((name) => !tensors.has(name)),
    outputs: namesIn(fields, 12),
  };
}

/** Names of a graph's outputs. @throws RangeError where the bytes are not an ONNX file */
export function onnxOutputs(file: Uint8Array): string[] {
  return namesIn(graphFields(file), 12);
}

/** The fields of the file's GraphProto. @throws RangeError */
function graphFields(file: Uint8Array): Field[] {
  const graph = fieldsOf(file).find(({ number }) => number === 7);
  if (!graph) throw new RangeError('The file has no graph.');
  return fieldsOf(graph.bytes);
}

/** Names of the ValueInfoProtos of one number. */
function namesIn(fields: readonly Field[], number: number): string[] {
  return fields.filter((field) => field.number === number).map(({ bytes }) => textOf(fieldsOf(bytes), 1));
}

/** NodeProto. */
function nodeOf(bytes: Uint8Array): OnnxNode {
  const fields = fieldsOf(bytes);
  const texts = (number: number) =>
    fields.filter((field) => field.number === number).map((field) => utf8.decode(field.bytes));
  const ints = new Map<string, number>();
  let tensor: OnnxTensor | null = null;
  for (const { number, bytes: content } of fields) {
    if (number !== 5) continue;
    const attribute = fieldsOf(content);
    const int = attribute.find((field) => field.number === 3);
    const constant = attribute.find((field) => field.number === 5);
    if (int) ints.set(textOf(attribute, 1), int.value);
    if (constant) tensor = tensorOf(constant.bytes);
  }
  return { op: textOf(fields, 4), inputs: texts(1), outputs: texts(2), ints, tensor };
}

/** TensorProto: raw bytes (9), packed floats (4), packed int64 (7). @throws RangeError where it is a place in another file (13) */
function tensorOf(bytes: Uint8Array): OnnxTensor {
  const fields = fieldsOf(bytes);
  const field = (number: number) => fields.find((f) => f.number === number);
  const dims = fields
    .filter(({ number }) => number === 1)
    .flatMap((f) => (f.bytes === NOTHING ? [f.value] : varints(f.bytes)));
  let data = (field(9) ?? field(4))?.bytes ?? NOTHING;
  const int64 = field(7);
  if (int64) data = new Uint8Array(BigInt64Array.from(varints(int64.bytes), BigInt).buffer);
  if (field(13)) throw new RangeError('The weights are in another file.');
  return { dims, type: field(2)?.value ?? 0, bytes: data };
}

function textOf(fields: readonly Field[], number: number): string {
  return utf8.decode(fields.find((field) => field.number === number)?.bytes ?? NOTHING);
}

/** The fields of a message in their order. @throws RangeError */
function fieldsOf(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = () => {
    const read = varintAt(message, at);
    at = read.next;
    return read.value;
  };
  while (at < message.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const wire = tag % 8;
    if (wire === 0) {
      fields.push({ number, value: varint(), bytes: NOTHING });
      continue;
    }
    const length = wire === 2 ? varint() : wire === 5 ? 4 : wire === 1 ? 8 : Number.NaN;
    if (!(at + length <= message.length)) throw new RangeError('The file is cut off, or is no ONNX file.');
    fields.push({ number, value: Number.NaN, bytes: message.subarray(at, at + length) });
    at += length;
  }
  return fields;
}

/** Base-128 integers, one after the other. @throws RangeError */
function varints(bytes: Uint8Array): number[] {
  const values: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const { value, next } = varintAt(bytes, at);
    values.push(value);
    at = next;
  }
  return values;
}

/** A base-128 integer of at most 64 bits; as in two's complement it may be negative. @throws RangeError */
function varintAt(bytes: Uint8Array, at: number): { value: number; next: number } {
  let bits = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = bytes[at++];
    if (byte === undefined) break;
    bits |= BigInt(byte & 127) << shift;
    if (byte < 128) return { value: Number(BigInt.asIntN(64, bits)), next: at };
  }
  throw new RangeError('The file is cut off, or is no ONNX file.');
}
