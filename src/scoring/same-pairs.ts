/** Pairs that are one query with one negative, in any source: distinct pairs of the triage, rows of the audit's list. */

/** Rows that hold the same pair, as rings: following `next` from any row comes back to it. */
export interface SamePairs {
  /** The first row with the pair of each row. */
  readonly first: Int32Array;
  /** The next row with the same pair; of the last one the first, of a single one itself. */
  readonly next: Int32Array;
}

/** @param query ids of the texts of every row, as `negative` */
export function samePairs(query: Int32Array, negative: Int32Array): SamePairs {
  const first = new Int32Array(query.length);
  const next = new Int32Array(query.length);
  let negatives = 0;
  for (const id of negative) negatives = Math.max(negatives, id + 1);
  const firsts = new Map<number, number>();
  const lasts = new Int32Array(query.length);
  for (let row = 0; row < query.length; row++) {
    const pair = query[row] * negatives + negative[row];
    const start = firsts.get(pair) ?? row;
    if (start === row) firsts.set(pair, row);
    else next[lasts[start]] = row;
    first[row] = start;
    next[row] = start;
    lasts[start] = row;
  }
  return { first, next };
}

/** All rows that hold the pair of a row, ascending. */
export function rowsWithPair({ first, next }: SamePairs, row: number): number[] {
  const rows = [first[row]];
  for (let at = next[first[row]]; at !== first[row]; at = next[at]) rows.push(at);
  return rows;
}

/** All rows that hold a pair of some rows, ascending. */
export function rowsWithPairs({ first }: SamePairs, rows: Int32Array): Int32Array {
  const asked = new Uint8Array(first.length);
  for (const row of rows) asked[first[row]] = 1;
  return Int32Array.from(first.keys()).filter((row) => asked[first[row]] === 1);
}

/** One row of each pair: the one that comes first in the order given. */
export function distinctRows({ first }: SamePairs, rows: Int32Array): Int32Array {
  const seen = new Uint8Array(first.length);
  const distinct = new Int32Array(rows.length);
  let count = 0;
  // A loop: the list follows a hand, and `filter` takes three times as long.
  for (let i = 0; i < rows.length; i++) {
    const pair = first[rows[i]];
    distinct[count] = rows[i];
    count += 1 - seen[pair];
    seen[pair] = 1;
  }
  return distinct.slice(0, count);
}

/** In how many sources the pair of every row stands. @param source key of every row's source; rows of one stand together */
export function sourcesHolding({ first }: SamePairs, source: Int32Array): Float64Array {
  const held = new Float64Array(first.length);
  const last = new Int32Array(first.length).fill(-1);
  for (let row = 0; row < first.length; row++) {
    const pair = first[row];
    if (held[pair] === 0 || source[row] !== source[last[pair]]) held[pair]++;
    last[pair] = row;
  }
  return held.map((_, row) => held[first[row]]);
}
