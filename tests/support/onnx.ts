/** Small ONNX models for tests: a table of two numbers a token, so that every embedding is known by hand. */

import { DataType, writeModel } from './onnx-writer';
import type { SessionModel } from '../../src/encoder/onnx';

/** Row t is the vector of token t; 0 is the padding. */
const TABLE = [
  [9, 9],
  [3, 0],
  [1, 4],
  [0, 0],
];

export interface TableModel {
  readonly inputs?: readonly string[];
  /** Output names, each with the table's rows of the tokens, or their sum where it is `sum`. */
  readonly outputs?: Readonly<Record<string, 'rows' | 'sum'>>;
  /** The input whose numbers choose the rows. */
  readonly indexedBy?: string;
  /** Element type of the outputs: 1 is float32, 10 float16, 7 int64. */
  readonly type?: number;
  readonly table?: readonly (readonly number[])[];
}

/** Bytes of a model whose output is rows of a table. */
export function tableModel({
  inputs = ['input_ids', 'attention_mask'],
  outputs = { last_hidden_state: 'rows' },
  indexedBy = 'input_ids',
  type = DataType.float,
  table = TABLE,
}: TableModel = {}): Uint8Array<ArrayBuffer> {
  const cast = Object.entries(outputs).map(([name, kind]) => ({
    op: 'Cast',
    inputs: [kind],
    outputs: [name],
    attributes: { to: type },
  }));
  return writeModel({
    nodes: [
      { op: 'Gather', inputs: ['table', indexedBy], outputs: ['rows'], attributes: { axis: 0 } },
      { op: 'ReduceSum', inputs: ['rows', 'axis'], outputs: ['sum'], attributes: { keepdims: 0 } },
      ...cast,
    ],
    tensors: [
      { name: 'table', dims: [table.length, 2], data: Float32Array.from(table.flat()) },
      { name: 'axis', dims: [1], data: BigInt64Array.of(1n) },
    ],
    inputs: inputs.map((name) => ({ name, type: DataType.int64, dims: ['batch', 'sequence'] })),
    outputs: Object.entries(outputs).map(([name, kind]) => ({
      name,
      type,
      dims: kind === 'sum' ? ['batch', 2] : ['batch', 'sequence', 2],
    })),
  });
}

export const sessionModel = (bytes: Uint8Array<ArrayBuffer>): SessionModel => ({
  folder: 'test-model',
  onnx: 'onnx/model.onnx',
  bytes,
  external: [],
});
