/** The pairs of a source as columns: those of record i are [offsets[i], offsets[i + 1]). */

export interface PairColumns {
  /** records + 1 offsets. */
  readonly offsets: Int32Array;
  /** m. */
  readonly margin: Float64Array;
  /** l. */
  readonly locality: Float64Array;
  /** ‖v⁺ − v⁻‖, exactly 0 where the residual is the zero vector. */
  readonly distance: Float64Array;
  /** C. */
  readonly coverage: Float64Array;
}

/** Some pairs of one source, wherever it came from. Both columns have one length. */
export interface PairPlaces {
  /** Key of the source in the store. */
  readonly source: number;
  /** 0-based record of the whole source, in file order. */
  readonly records: Int32Array;
  /** 0-based position of the negative in the record. */
  readonly positions: Int32Array;
}

export function pairsIn(places: readonly PairPlaces[]): number {
  return places.reduce((sum, { records }) => sum + records.length, 0);
}

/** All of some pairs, each once, without those of `except`; by source, in the order of records and positions. */
export function joinedPlaces(all: readonly PairPlaces[], except: readonly PairPlaces[] = []): PairPlaces[] {
  const numbersOf = (parts: readonly PairPlaces[], source: number) =>
    parts
      .filter((part) => part.source === source)
      .flatMap(({ records, positions }) =>
        Array.from(records, (record, i) => record * 2 ** 21 + positions[i]),
      );
  return [...new Set(all.map(({ source }) => source))].flatMap((source) => {
    const left = new Set(numbersOf(all, source));
    for (const number of numbersOf(except, source)) left.delete(number);
    const sorted = Float64Array.from(left).sort();
    const records = Int32Array.from(sorted, (number) => Math.floor(number / 2 ** 21));
    const positions = Int32Array.from(sorted, (number) => number % 2 ** 21);
    return left.size === 0 ? [] : [{ source, records, positions }];
  });
}

export function emptyColumns(offsets: Int32Array): PairColumns {
  const column = () => new Float64Array(offsets[offsets.length - 1]);
  return { offsets, margin: column(), locality: column(), distance: column(), coverage: column() };
}

/** 0 and the running sums. @param counts pairs of each record */
export function offsetsOf(counts: ArrayLike<number>): Int32Array {
  const offsets = new Int32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) offsets[i + 1] = offsets[i] + counts[i];
  return offsets;
}

export function pairRange(offsets: Int32Array, record: number): { start: number; end: number } {
  return { start: offsets[record], end: offsets[record + 1] };
}

/** K: how many pairs a record has. */
export function pairCount(offsets: Int32Array, record: number): number {
  return offsets[record + 1] - offsets[record];
}

/** By pair: its record. */
export function recordsOfPairs(offsets: Int32Array): Int32Array {
  const recordOf = new Int32Array(offsets[offsets.length - 1]);
  for (let record = 0; record + 1 < offsets.length; record++) {
    recordOf.fill(record, offsets[record], offsets[record + 1]);
  }
  return recordOf;
}

/** Some pairs of a source: their records, the records' offsets, and the place of each pair among all. */
export interface SomePairs {
  /** Ascending. */
  readonly records: Int32Array;
  readonly offsets: Int32Array;
  readonly pairs: Int32Array;
}

/** @param most the first so many pairs of each record; null: all */
export function selectPairs(offsets: Int32Array, records: Int32Array, most: number | null = null): SomePairs {
  const selected = offsetsOf(records.map((record) => Math.min(pairCount(offsets, record), most ?? Infinity)));
  const pairs = recordsOfPairs(selected).map((i, place) => offsets[records[i]] + place - selected[i]);
  return { records, offsets: selected, pairs };
}

/** The pairs that are not removed. A record without any left goes too. @param removed 1 for each removed pair */
export function keptPairs(offsets: Int32Array, removed: Uint8Array): SomePairs {
  const pairs = Int32Array.from(removed.keys()).filter((pair) => removed[pair] === 0);
  const counts = new Int32Array(offsets.length - 1);
  recordsOfPairs(offsets).forEach((record, pair) => (counts[record] += 1 - removed[pair]));
  const records = Int32Array.from(counts.keys()).filter((record) => counts[record] > 0);
  return { records, offsets: offsetsOf(records.map((record) => counts[record])), pairs };
}
