/** The pairs of several sources in one table, one row a pair: for the linked views of the audit and the table `pairs`. */

import type { FindingColumns } from './findings';
import type { GateColumns } from './pair-gates';

/** All columns have one length; rows are in the order of source, record and position. */
export interface FlatPairs extends GateColumns {
  /** Key of the source. */
  readonly source: Int32Array;
  /** 0-based record of the source, and 0-based place of the negative in it. */
  readonly record: Int32Array;
  readonly position: Int32Array;
  /** Ids of the texts. */
  readonly query: Int32Array;
  readonly positive: Int32Array;
  readonly negative: Int32Array;
  /** Jaccard index of the words of the negative and of the positive (`lexical/near-text.ts`). */
  readonly overlap: Float64Array;
  /** Order for a reader, highest first (`cosines.ts`). */
  readonly suspicion: Float64Array;
  /** Known positives among the negatives (`findings.ts`). */
  readonly findings: FindingColumns;
  /** 1 where the negative looks drawn at random (`random-looking.ts`); null where that is unknown. */
  readonly unrelated: Uint8Array | null;
}

/** The buffers of all columns, for a transfer to another worker. */
export function flatBuffers({ findings, ...columns }: FlatPairs): ArrayBuffer[] {
  const all = [...Object.values(columns), ...Object.values(findings)];
  return all.flatMap((column) => (column === null ? [] : [column.buffer as ArrayBuffer]));
}
