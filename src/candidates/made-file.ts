/** Records made of stored queries and passages, as JSON lines of the plain format (docs/FORMATS.md). */

import { uniqueName } from './names';
import type { CandidateStore } from './store/store';

/** Records made of queries and passages that the store has, by their ids. */
export interface MadeSourceRequest {
  /** Made unique by -2, -3 …. */
  readonly name: string;
  /** Keys of the sources from which query ids are taken. */
  readonly from: readonly number[];
  readonly queries: Int32Array;
  readonly positives: Int32Array;
  /** records + 1 offsets into `negatives`: record i has `negatives[offsets[i] .. offsets[i + 1])`, at least one. */
  readonly offsets: Int32Array;
  /** Passage ids of the negatives; one may come twice in a record, as controls need it. */
  readonly negatives: Int32Array;
}

/** Records that become one part of the file. */
const PART_RECORDS = 2_000;

/**
 * Writes records as a file that can be loaded like any other. Query ids are those of the first record with the query.
 * @throws UnknownSourceError for ids that have no text (any more)
 */
export function madeFile(
  store: CandidateStore,
  { name, from, queries, positives, offsets, negatives }: MadeSourceRequest,
): { name: string; content: Blob } {
  const { texts } = store;
  /** The first query id of each query that has one, in the order of the sources. */
  const queryIds = new Map<number, string>();
  for (const source of from) {
    const columns = store.structure(source);
    for (const [record, query] of columns.queries.entries()) {
      const id = texts.names.text(columns.queryIds[record] as number);
      if (id !== null && !queryIds.has(query)) queryIds.set(query, id);
    }
  }
  const parts: Blob[] = [];
  for (let first = 0; first < queries.length; first += PART_RECORDS) {
    const lines = Array.from(queries.subarray(first, first + PART_RECORDS), (id, i) => {
      const record = first + i;
      const [query] = texts.queries.all(Int32Array.of(id));
      const [positive] = texts.passages.all(positives.subarray(record, record + 1));
      const own = texts.passages.all(negatives.subarray(offsets[record], offsets[record + 1]));
      // Left out where it is undefined.
      const made = { query_id: queryIds.get(id), query, positive, negatives: own };
      return `${JSON.stringify(made)}\n`;
    });
    parts.push(new Blob(lines));
  }
  const free = uniqueName(name.trim() || 'made', store.names());
  return { name: `${fileName(free)}.jsonl`, content: new Blob(parts, { type: 'application/x-ndjson' }) };
}

/** The name without characters that file systems refuse. */
function fileName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-');
}
