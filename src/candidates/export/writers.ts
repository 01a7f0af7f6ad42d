/** Records in the formats in which a file may be written beside its own: one JSON object a line. */

import type { CleanFormat } from './types';

/** A record as texts, with the ids of its passages. */
export interface TextRecord {
  /** The query's own id in the file. */
  readonly queryId: string | null;
  readonly query: string;
  readonly positive: string;
  /** One id for each distinct text. */
  readonly positiveId: number;
  readonly negatives: readonly string[];
  readonly negativeIds: readonly number[];
}

/** The lines of one record, each with its line end. @param number of the record in the file, from 1 */
type RecordWriter = (record: TextRecord, number: number) => string;

/** Formats that need nothing of the file but its records. */
export type RecordFormat = Exclude<CleanFormat, 'same'>;

const WRITERS: Readonly<Record<RecordFormat, RecordWriter>> = {
  triplets: ({ query, positive, negatives }) =>
    negatives.map((negative) => line({ anchor: query, positive, negative })).join(''),

  'flag-embedding': ({ query, positive, negatives }) => line({ query, pos: [positive], neg: negatives }),

  tevatron: ({ queryId, query, positive, positiveId, negatives, negativeIds }, number) =>
    line({
      query_id: queryId ?? String(number),
      query,
      positive_passages: [passage(positiveId, positive)],
      negative_passages: negatives.map((text, index) => passage(negativeIds[index] as number, text)),
    }),
};

/**
 * Records in one of the formats, batch by batch: `triplets` gives a line a pair, the others a line a record. Tevatron
 * needs ids: the query's own or the record's number, and for a passage "p" with the id of its text.
 */
export async function* writeRecords(
  batches: AsyncIterable<readonly TextRecord[]>,
  format: RecordFormat,
): AsyncGenerator<string> {
  let number = 0;
  for await (const batch of batches) {
    yield batch.map((record) => WRITERS[format](record, (number += 1))).join('');
  }
}

/** Title and text were joined when the file was read: the text holds both. */
function passage(id: number, text: string): object {
  return { docid: `p${id}`, title: '', text };
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
