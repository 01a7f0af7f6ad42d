/** Pairs that are one query with one negative, in any source: distinct pairs of the triage, rows of the audit's list. */

/** Of every row the first one with its pair. @param query ids of the texts of every row, as `negative` */
export function firstRows(query: Int32Array, negative: Int32Array): Int32Array {
  const negatives = negative.reduce((most, id) => Math.max(most, id + 1), 0);
  const firsts = new Map<number, number>();
  return query.map((id, row) => {
    const pair = id * negatives + negative[row];
    const first = firsts.get(pair) ?? row;
    if (first === row) firsts.set(pair, row);
    return first;
  });
}

/** Gives all rows with the pairs of some rows of unlike pairs: those of a pair ascending. @param first of {@link firstRows}, here and below */
export function rowsByPair(first: Int32Array): (rows: Iterable<number>) => number[] {
  const next = new Int32Array(first.length).fill(-1);
  const last = first.slice();
  first.forEach((pair, row) => {
    if (row !== pair) next[last[pair]] = row;
    last[pair] = row;
  });
  return (rows) => {
    const found: number[] = [];
    for (const row of rows) for (let at = first[row]; at >= 0; at = next[at]) found.push(at);
    return found;
  };
}

/** Of the rows that fail nothing one of each pair: the one that comes first in the order given. @param failed of every row what it fails */
export function distinctRows(first: Int32Array, order: Int32Array, failed: Uint8Array): Int32Array {
  const seen = new Uint8Array(first.length);
  const distinct = new Int32Array(order.length);
  let count = 0;
  // A loop: the list follows a hand, and `filter` takes three times as long.
  for (let i = 0; i < order.length; i++) {
    const row = order[i];
    if (failed[row] !== 0) continue;
    distinct[count] = row;
    count += 1 - seen[first[row]];
    seen[first[row]] = 1;
  }
  return distinct.slice(0, count);
}

/** In how many sources the pair of every row stands. @param source key of every row's source; rows of one stand together */
export function sourcesHolding(first: Int32Array, source: Int32Array): Float64Array {
  const held = new Float64Array(first.length);
  const last = new Int32Array(first.length).fill(-1);
  first.forEach((pair, row) => {
    if (held[pair] === 0 || source[row] !== source[last[pair]]) held[pair]++;
    last[pair] = row;
  });
  return held.map((_, row) => held[first[row]]);
}
