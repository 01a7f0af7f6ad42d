/** Which words stand near each other: positive pointwise mutual information, the start of the vectors. */

import type { Corpus } from './corpus';

/** Tokens that count as near; across the texts of a record, not between records. */
const WINDOW = 8;

/** Counts of the context are raised to this power, so that rare words do not decide (Levy, Goldberg and Dagan, 2015). */
const CONTEXT_POWER = 0.75;

/** Less than about one time side by side is no evidence. */
const LEAST_COUNT = 0.9;

/** Side of a square that is transposed at once. */
const BLOCK = 64;

/** A sparse matrix by rows: the entries of row i are `starts[i]` to `starts[i + 1]`. */
export interface SparseRows {
  readonly starts: Uint32Array;
  readonly columns: Uint16Array;
  readonly values: Float32Array;
}

/**
 * How often each two tokens stand within the window, a pair at distance d counting 1/(1 + ⌊d/2⌋).
 * @returns symmetric, tokens × tokens
 */
export function nearCounts({ tokens, textStarts, recordStarts, vocabularySize: size }: Corpus): Float32Array {
  const counts = new Float32Array(size * size);
  const worth = Float32Array.from({ length: WINDOW + 1 }, (_, d) => 1 / (1 + Math.floor(d / 2)));
  for (let record = 0; record + 1 < recordStarts.length; record++) {
    const end = textStarts[recordStarts[record + 1]];
    for (let i = textStarts[recordStarts[record]]; i < end; i++) {
      const row = tokens[i] * size;
      const last = Math.min(WINDOW, end - 1 - i);
      for (let d = 1; d <= last; d++) counts[row + tokens[i + d]] += worth[d];
    }
  }
  addTransposed(counts, size);
  return counts;
}

/** a ← a + aᵀ, square by square. */
function addTransposed(a: Float32Array, size: number): void {
  for (let top = 0; top < size; top += BLOCK) {
    for (let left = top; left < size; left += BLOCK) {
      const [bottom, right] = [Math.min(size, top + BLOCK), Math.min(size, left + BLOCK)];
      for (let i = top; i < bottom; i++) {
        for (let j = Math.max(left, i); j < right; j++) {
          const sum = a[i * size + j] + a[j * size + i];
          a[i * size + j] = sum;
          a[j * size + i] = sum;
        }
      }
    }
  }
}

/**
 * M = max(0, log(count_ij · total / (count_i · context_j))) and its transpose, where the context's counts are smoothed.
 * @param counts symmetric, size × size
 */
export function mutualInformation(counts: Float32Array, size: number): [SparseRows, SparseRows] {
  const words = Float64Array.from({ length: size }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < size; j++) sum += counts[i * size + j];
    return sum;
  });
  const total = words.reduce((sum, count) => sum + count, 0);
  const raised = words.map((count) => count ** CONTEXT_POWER);
  const factor = total / raised.reduce((sum, count) => sum + count, 0);
  const contexts = raised.map((count) => count * factor);
  return [positive(counts, words, contexts, total), positive(counts, contexts, words, total)];
}

function positive(
  counts: Float32Array,
  rows: Float64Array,
  columns: Float64Array,
  total: number,
): SparseRows {
  const size = rows.length;
  // log count > log(row · column / total), without a logarithm where nothing stands.
  const value = (i: number, j: number) => Math.log((counts[i * size + j] * total) / (rows[i] * columns[j]));
  const isIn = (i: number, j: number) => {
    const count = counts[i * size + j];
    return count >= LEAST_COUNT && count * total > rows[i] * columns[j];
  };
  const starts = new Uint32Array(size + 1);
  for (let i = 0; i < size; i++) {
    let own = 0;
    for (let j = 0; j < size; j++) own += Number(isIn(i, j));
    starts[i + 1] = starts[i] + own;
  }
  const entries = starts[size];
  const sparse = { starts, columns: new Uint16Array(entries), values: new Float32Array(entries) };
  let at = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      if (!isIn(i, j)) continue;
      sparse.columns[at] = j;
      sparse.values[at++] = value(i, j);
    }
  }
  return sparse;
}
