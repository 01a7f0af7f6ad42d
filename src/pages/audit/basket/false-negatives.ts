/** The list of false negatives: passages that answer a query and stand among its negatives, as further positives. */

import Papa from 'papaparse';

import type { PairText } from '../../../candidates/faces';
import { FORMULA } from '../../../candidates/names';
import type { PairsOfSource } from '../../../session/audit/marked-sources';

/** Pairs whose texts are asked for at a time. */
const BATCH = 2000;

const COLUMNS = ['query_id', 'query', 'passage', 'source'];

/** Fields with tabs, line ends or quotes stand in quotes; texts that a spreadsheet would run get an apostrophe. */
const OPTIONS: Papa.UnparseConfig = { delimiter: '\t', newline: '\n', escapeFormulae: FORMULA };

/**
 * Tab-separated, with a header; a query and passage that several sources have stand once, with the first source.
 * @param textsOf the texts of pairs of a source
 */
export async function falseNegativesTsv(
  sources: readonly { readonly name: string; readonly pairs: PairsOfSource }[],
  textsOf: (source: number, records: Int32Array, positions: Int32Array) => Promise<readonly PairText[]>,
): Promise<Blob> {
  const parts = [`${COLUMNS.join('\t')}\n`];
  const seen = new Set<string>();
  for (const { name, pairs } of sources) {
    for (let from = 0; from < pairs.records.length; from += BATCH) {
      const to = from + BATCH;
      const texts = await textsOf(
        pairs.source,
        pairs.records.slice(from, to),
        pairs.positions.slice(from, to),
      );
      const rows = texts.flatMap(({ queryId, query, negative }) => {
        const key = JSON.stringify([query, negative]);
        if (seen.has(key)) return [];
        seen.add(key);
        return [[queryId ?? '', query, negative, name]];
      });
      if (rows.length > 0) parts.push(`${Papa.unparse(rows, OPTIONS)}\n`);
    }
  }
  return new Blob(parts, { type: 'text/tab-separated-values;charset=utf-8' });
}
