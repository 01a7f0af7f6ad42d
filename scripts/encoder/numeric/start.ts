/** What training begins with, and how rare each token is. */

import { tokenCounts, type Corpus } from './corpus';

/** Smooth inverse frequency (Arora, Liang and Ma, 2017): a frequent token weighs a/(a + p). */
const FREQUENCY = 2e-4;

/** A token of this share of the text or less is always rare enough for a query of rarer tokens. */
const RARE = 1e-4;

/** Vectors at unit length, without their mean, at unit length again, times the token's weight; special tokens are 0. */
export function startingTable(
  vectors: Float32Array,
  dimension: number,
  corpus: Corpus,
  special: number,
): Float32Array {
  const size = corpus.vocabularySize;
  const shares = tokenShares(corpus);
  const table = Float64Array.from(vectors);
  const rows = Array.from({ length: size }, (_, i) => table.subarray(i * dimension, (i + 1) * dimension));
  rows.forEach(toUnitLength);
  const mean = new Float64Array(dimension);
  for (const row of rows) for (let d = 0; d < dimension; d++) mean[d] += row[d] / size;
  rows.forEach((row, token) => {
    for (let d = 0; d < dimension; d++) row[d] -= mean[d];
    toUnitLength(row);
    const weight = token < special ? 0 : FREQUENCY / (FREQUENCY + shares[token]);
    for (let d = 0; d < dimension; d++) row[d] *= weight;
  });
  return Float32Array.from(table);
}

/** Chance of each token in a query of rarer tokens: min(1, √(10⁻⁴/p)), and 0 for signs. */
export function rareness(corpus: Corpus, vocabulary: readonly string[]): Float64Array {
  return tokenShares(corpus).map((share, token) =>
    /^(##)?[\p{L}\p{N}]/u.test(vocabulary[token]) ? Math.min(1, Math.sqrt(RARE / Math.max(share, 1e-9))) : 0,
  );
}

function tokenShares(corpus: Corpus): Float64Array {
  return tokenCounts(corpus).map((count) => count / corpus.tokens.length);
}

function toUnitLength(row: Float64Array): void {
  let square = 0;
  for (const x of row) square += x * x;
  const length = Math.sqrt(square);
  if (length > 0) for (let d = 0; d < row.length; d++) row[d] /= length;
}
