/** C: IDF-weighted coverage of the query's tokens by a negative (paper, Eq. eci_lexical_residual_theory). */

import type { IdfTable } from './idf';

/**
 * C = Σ idf over T(q)∩T(n) / Σ idf over T(q), 0 for an empty T(q).
 * @param query token ids of the query, ascending
 * @param negative token ids of the negative, ascending
 */
export function lexicalCoverage(
  query: Int32Array,
  negative: Int32Array,
  table: Pick<IdfTable, 'idf'>,
): number {
  let shared = 0;
  let total = 0;
  let j = 0;
  for (const token of query) {
    const idf = table.idf(token);
    total += idf;
    while (j < negative.length && negative[j] < token) j++;
    if (negative[j] === token) shared += idf;
  }
  return total === 0 ? 0 : shared / total;
}
