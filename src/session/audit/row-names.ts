/** The pair of each row of the linked views, for marks. */

import type { Findings } from '../../engine/results';
import type { Gating } from '../../scoring/weightings';

/** Some pairs of one source. Both columns have one length. */
export interface PairsOfSource {
  /** Key of the source in the store. */
  readonly source: number;
  /** 0-based record of the source, in file order. */
  readonly records: Int32Array;
  /** 0-based position of the negative in the record. */
  readonly positions: Int32Array;
}

/** Rows are in the order of source, record and position. All columns have one length. */
export interface RowNames {
  readonly source: Int32Array;
  readonly record: Int32Array;
  readonly position: Int32Array;
}

/** Which pairs the views have. */
export interface PreparedPairs {
  /** When their run was done, in milliseconds since 1970. */
  readonly at: number;
  /** A later search for findings replaces the pairs. */
  readonly findings: Findings;
  readonly gating: Gating;
  readonly names: RowNames;
}

/** Some rows, in the order of the table, by source. */
export function pairsOfRows({ source, record, position }: RowNames, rows: Int32Array): PairsOfSource[] {
  const ascending = rows.slice().sort();
  const parts: PairsOfSource[] = [];
  let from = 0;
  while (from < ascending.length) {
    const id = source[ascending[from] as number] as number;
    let to = from + 1;
    while (to < ascending.length && source[ascending[to] as number] === id) to++;
    const own = ascending.subarray(from, to);
    parts.push({
      source: id,
      records: own.map((row) => record[row] as number),
      positions: own.map((row) => position[row] as number),
    });
    from = to;
  }
  return parts;
}
