/** Small ONNX models for tests: a table of two numbers a token, so that every embedding is known by hand. */

import {
  constantField,
  FLOAT,
  INT64,
  modelFile,
  nodeField,
  portField,
} from '../../src/encoder/checkpoint/onnx-file';
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
  type = FLOAT,
  table = TABLE,
}: TableModel = {}): Uint8Array<ArrayBuffer> {
  return modelFile([
    nodeField('Gather', ['table', indexedBy], ['rows'], { axis: 0 }),
    nodeField('ReduceSum', ['rows', 'axis'], ['sum'], { keepdims: 0 }),
    ...Object.entries(outputs).map(([name, kind]) => nodeField('Cast', [kind], [name], { to: type })),
    constantField('table', [table.length, 2], Float32Array.from(table.flat())),
    constantField('axis', [1], BigInt64Array.of(1n)),
    ...inputs.map((name) => portField('input', name, INT64, ['batch', 'sequence'])),
    ...Object.entries(outputs).map(([name, kind]) =>
      portField('output', name, type, kind === 'sum' ? ['batch', 2] : ['batch', 'sequence', 2]),
    ),
  ]);
}

export const sessionModel = (bytes: Uint8Array<ArrayBuffer>): SessionModel => ({
  folder: 'test-model',
  onnx: 'onnx/model.onnx',
  bytes,
  external: [],
});
