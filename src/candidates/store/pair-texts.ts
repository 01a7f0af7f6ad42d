/** The texts of single pairs, for a reader. */

import type { SourceStructure, PairText } from '../api';
import { PASSAGES, QUERIES, type TextTable } from './text-reads';

/** What gives texts and titles by their ids. */
export interface TextReader {
  texts(where: TextTable, ids: Int32Array): Promise<string[]>;
  /** Characters of the title that each passage begins with; 0 for none. */
  titles(ids: Int32Array): Promise<Int32Array>;
}

/**
 * Texts of pairs of one source.
 * @param records 0-based record of each pair
 * @param positions 0-based position of each pair's negative in its record
 */
export async function readPairTexts(
  reader: TextReader,
  source: SourceStructure,
  records: Int32Array,
  positions: Int32Array,
): Promise<PairText[]> {
  const ofQuery = records.map((record) => source.queries[record] as number);
  const ofPositive = records.map((record) => source.positives[record] as number);
  const ofNegative = records.map(
    (record, i) => source.negatives[(source.offsets[record] as number) + (positions[i] as number)] as number,
  );
  const queries = await reader.texts(QUERIES, ofQuery);
  const positives = await reader.texts(PASSAGES, ofPositive);
  const negatives = await reader.texts(PASSAGES, ofNegative);
  const [positive, negative] = [await reader.titles(ofPositive), await reader.titles(ofNegative)];
  return queries.map((query, i) => ({
    query,
    positive: positives[i] as string,
    negative: negatives[i] as string,
    titles: { positive: positive[i] as number, negative: negative[i] as number },
  }));
}
