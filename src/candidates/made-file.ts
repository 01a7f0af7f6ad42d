/** Records made of stored queries and passages, as JSON lines of the plain format (docs/FORMATS.md). */

import { uniqueName } from './names';
import type { CandidateStore } from './store/store';

/** Records made of queries and passages that the store has, by their ids. */
export interface MadeSourceRequest {
  /** Made unique by -2, -3 …. */
  readonly name: string;
  /** Keys of the sources from which query ids are taken. */
  readonly from: readonly number[];
  /** Query id of each record. */
  readonly queries: Int32Array;
  /** Passage id of each record's positive. */
  readonly positives: Int32Array;
  /** records + 1 offsets into `negatives`: record i has `negatives[offsets[i] .. offsets[i + 1])`, at least one. */
  readonly offsets: Int32Array;
  /** Passage ids of the negatives; one may come twice in a record, as controls need it. */
  readonly negatives: Int32Array;
}

/** Records whose texts are read at a time. */
const BATCH_RECORDS = 2_000;

/**
 * Writes records as a file that can be loaded like any other. Query ids are those of the first record with the query.
 * @throws UnknownSourceError for ids that have no text (any more)
 */
export function madeFile(
  store: CandidateStore,
  { name, from, queries, positives, offsets, negatives }: MadeSourceRequest,
): { name: string; content: Blob } {
  const queryIds = store.queryIds(from);
  const lines: Blob[] = [];
  for (let first = 0; first < queries.length; first += BATCH_RECORDS) {
    const end = Math.min(first + BATCH_RECORDS, queries.length);
    const firstPair = offsets[first] as number;
    const queryTexts = store.queryTexts(queries.subarray(first, end));
    const positiveTexts = store.passageTexts(positives.subarray(first, end));
    const negativeTexts = store.passageTexts(negatives.subarray(firstPair, offsets[end]));
    const batch = queryTexts.map((query, i) => {
      const [start, stop] = [offsets[first + i] as number, offsets[first + i + 1] as number];
      const id = queryIds.get(queries[first + i] as number);
      const texts = {
        query,
        positive: positiveTexts[i],
        negatives: negativeTexts.slice(start - firstPair, stop - firstPair),
      };
      return `${JSON.stringify(id === undefined ? texts : { query_id: id, ...texts })}\n`;
    });
    lines.push(new Blob(batch));
  }
  const free = uniqueName(name.trim() || 'made', store.names());
  return { name: `${fileName(free)}.jsonl`, content: new Blob(lines, { type: 'application/x-ndjson' }) };
}

/** The name without characters that file systems refuse. */
function fileName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-');
}
