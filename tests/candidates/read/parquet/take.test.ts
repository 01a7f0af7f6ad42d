/** Rows and items taken from Arrow data, against the same done to plain values. */

import type { RecordBatch } from 'apache-arrow';
import {
  Field,
  Map_,
  Struct,
  Table,
  tableFromIPC,
  tableToIPC,
  makeBuilder,
  Utf8,
  type DataType,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';

import { objects } from '../../../../src/candidates/read/parquet/arrow-values';
import { takeRows, type Edit } from '../../../../src/candidates/read/parquet/take';
import { types } from '../../clean/parquet-support';

const mapOf = (value: DataType): Map_ =>
  new Map_(
    new Field(
      'entries',
      new Struct([new Field('key', new Utf8(), false), new Field('value', value, true)]),
      false,
    ),
  );

const COLUMNS = {
  text: [types.text, ['a', null, 'ccc', 'é', '']],
  long: [types.long, [1n, 2n, null, -4n, 5n]],
  truth: [types.truth, [true, null, false, true, true]],
  price: [
    types.decimal,
    [Uint32Array.of(125, 0, 0, 0), null, Uint32Array.of(5, 0, 0, 0), Uint32Array.of(7, 0, 0, 0), null],
  ],
  hash: [
    types.id,
    [
      Uint8Array.of(97, 98, 99, 100),
      null,
      Uint8Array.of(101, 102, 103, 104),
      null,
      Uint8Array.of(97, 97, 97, 97),
    ],
  ],
  lists: [types.list(types.list(types.whole)), [[[1], [2, 3]], null, [], [[4, null], null], [[5]]]],
  passages: [
    types.list(types.struct({ id: types.text, score: types.double })),
    [
      [
        { id: '0', score: 0.5 },
        { id: '1', score: 1 },
      ],
      [{ id: '2', score: null }],
      null,
      [null, { id: '4', score: 4 }],
      [],
    ],
  ],
  sets: [
    mapOf(types.list(types.text)),
    [
      new Map([
        ['bm25', ['x', 'y']],
        ['dpr', ['z']],
      ]),
      new Map([['dpr', []]]),
      null,
      new Map(),
      new Map([['bm25', ['w']]]),
    ],
  ],
} as const;

function batch(): RecordBatch {
  const vectors = Object.entries(COLUMNS).map(([name, [type, values]]) => {
    const builder = makeBuilder({ type: type as DataType, nullValues: [null] });
    for (const value of values) builder.append(value);
    return [name, builder.finish().toVector()] as const;
  });
  const [first] = tableFromIPC(tableToIPC(new Table(Object.fromEntries(vectors)), 'stream')).batches;
  if (first === undefined) throw new Error('no rows');
  return first;
}

/** The rows as they come out of a stream, as a writer would have them. */
function rowsOf(taken: RecordBatch): unknown[] {
  return tableFromIPC(tableToIPC(new Table([taken]), 'stream')).batches.flatMap(({ data, numRows }) => {
    const rowAt = objects(data);
    return Array.from({ length: numRows }, (_, row) => rowAt(row));
  });
}

describe('takeRows', () => {
  const all = [0, 1, 2, 3, 4];
  const none: ReadonlyMap<number, readonly Edit[]> = new Map();

  it.each([[all], [[0]], [[1, 2]], [[4, 0, 3]], [[]]])('takes rows %j of every type', (rows) => {
    const before = rowsOf(batch());
    expect(rowsOf(takeRows(batch(), rows, none))).toEqual(rows.map((row) => before[row]));
  });

  it('takes items out of lists, at any depth, and texts out of columns', () => {
    const edits = new Map<number, readonly Edit[]>([
      [
        0,
        [
          { path: ['passages'], items: new Set([0]) },
          { path: ['sets', 'bm25'], items: new Set([1]) },
        ],
      ],
      [
        3,
        [
          { path: ['lists', 0], items: new Set([1]) },
          { path: ['text'], items: null },
        ],
      ],
    ]);
    const before = rowsOf(batch()) as Record<string, unknown>[];
    expect(rowsOf(takeRows(batch(), [0, 2, 3], edits))).toEqual([
      { ...before[0], passages: [{ id: '1', score: 1 }], sets: { bm25: ['x'], dpr: ['z'] } },
      before[2],
      { ...before[3], lists: [[4], null], text: '' },
    ]);
  });
});
