/** The texts of single pairs, for a reader. */

import type { SourceStructure, PairText } from '../api';
import { PASSAGES, QUERIES, type TextTable } from './text-reads';

/**
 * Texts of pairs of one source.
 * @param records 0-based record of each pair
 * @param positions 0-based position of each pair's negative in its record
 */
export async function readPairTexts(
  textsOf: (where: TextTable, ids: Int32Array) => Promise<string[]>,
  source: SourceStructure,
  records: Int32Array,
  positions: Int32Array,
): Promise<PairText[]> {
  const ofQuery = records.map((record) => source.queries[record] as number);
  const ofPositive = records.map((record) => source.positives[record] as number);
  const ofNegative = records.map(
    (record, i) => source.negatives[(source.offsets[record] as number) + (positions[i] as number)] as number,
  );
  const queries = await textsOf(QUERIES, ofQuery);
  const positives = await textsOf(PASSAGES, ofPositive);
  const negatives = await textsOf(PASSAGES, ofNegative);
  return queries.map((query, i) => ({
    query,
    positive: positives[i] as string,
    negative: negatives[i] as string,
  }));
}
