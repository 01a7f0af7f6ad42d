/**
 * Writes ONNX graphs (onnx.proto) whose weights stay in the files that they came in: an
 * initializer names a file, an offset and a length. Numbers beside the calls are field numbers of the protocol buffers.
 */

import {
  bytes,
  constantField,
  FLOAT,
  int,
  INT64,
  modelFile,
  nodeField,
  portField,
  tensorField,
  type Attribute,
} from './onnx-file';
import type { Tensor } from './safetensors';

/** The name of a value in the graph. */
export type Value = string;

const INPUTS: readonly string[] = ['input_ids', 'attention_mask', 'token_type_ids'];

/** TensorProto.DataType, as {@link FLOAT}. */
const FLOAT16 = 10;

/** A file of halves (BF16) as it is given to the runtime: widened to float32. */
export const WIDENED = ' as F32';

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
    this.nodes.push(nodeField(op, inputs, names, attributes));
    for (const name of inputs) if (INPUTS.includes(name)) this.inputs.add(name);
    return names;
  }

  /** A constant of float32 or int64. @param dims none: a single number */
  constant(dims: readonly number[], data: Float32Array | BigInt64Array): Value {
    const name = `constant ${this.initializers.size}`;
    this.initializers.set(name, constantField(name, dims, data));
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
    this.initializers.set(name, tensorField(name, dims, type, [...fields, int(14, 1)]));
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
    return modelFile([
      ...this.nodes,
      nodeField('Identity', [value], [output]),
      bytes(2, 'checkpoint'),
      ...this.initializers.values(),
      ...Array.from(this.inputs, (name) => portField('input', name, INT64, ['batch', 'sequence'])),
      portField('output', output, FLOAT, dims),
    ]);
  }
}
