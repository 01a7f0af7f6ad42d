/** The pair of each row of the linked views, for marks. */

import type { PairPlaces } from '../../scoring/pairs';

/** Rows are in the order of source, record and position. All columns have one length. */
export type RowNames = Readonly<Record<keyof PairPlace, Int32Array>>;

/** One pair by the key of its source, and 0-based places. */
export interface PairPlace {
  readonly source: number;
  readonly record: number;
  readonly position: number;
}

/** The rows of some pairs; those that are not there are left out. */
export function rowsOfPairs({ source, record, position }: RowNames, pairs: readonly PairPlace[]): Int32Array {
  const ranges = new Map<number, readonly [from: number, to: number]>();
  const rowOf = (pair: PairPlace): number[] => {
    const range = ranges.get(pair.source) ?? [source.indexOf(pair.source), source.lastIndexOf(pair.source)];
    ranges.set(pair.source, range);
    let [from, to] = range;
    while (from < to) {
      const middle = (from + to) >> 1;
      const ahead = (record[middle] as number) - pair.record || (position[middle] as number) - pair.position;
      if (ahead < 0) from = middle + 1;
      else to = middle;
    }
    return record[from] === pair.record && position[from] === pair.position ? [from] : [];
  };
  return Int32Array.from(pairs.flatMap(rowOf));
}

/** Some rows, in the order of the table, by source. */
export function pairsOfRows({ source, record, position }: RowNames, rows: Int32Array): PairPlaces[] {
  const ascending = rows.slice().sort();
  const parts: PairPlaces[] = [];
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
