/** Records in the formats in which a file may be written beside its own: one JSON object a line. */

import type { CleanFormat } from './types';

/** A record as texts, with the ids of its passages. */
export interface TextRecord {
  /** Name of the source; null where the file has one source alone. */
  readonly source: string | null;
  /** The query's own id in the file. */
  readonly queryId: string | null;
  readonly query: string;
  readonly positive: string;
  /** One id for each distinct text. */
  readonly positiveId: number;
  readonly negatives: readonly string[];
  readonly negativeIds: readonly number[];
}

/** The line of one record with its line end. @param number of the record in the file, from 1 */
type RecordWriter = (record: TextRecord, number: number) => string;

/** Formats that need nothing of the file but its records. */
export type RecordFormat = Exclude<CleanFormat, 'same'>;

const WRITERS: Readonly<Record<RecordFormat, RecordWriter>> = {
  tuples: ({ source, query, positive, negatives }) =>
    line({ anchor: query, positive, ...negativeFields(negatives), ...sourceField(source) }),

  'flag-embedding': ({ source, query, positive, negatives }) =>
    line({ query, pos: [positive], neg: negatives, ...sourceField(source) }),

  tevatron: ({ source, queryId, query, positive, positiveId, negatives, negativeIds }, number) =>
    line({
      query_id: queryId ?? String(number),
      query,
      positive_passages: [passage(positiveId, positive)],
      negative_passages: negatives.map((text, index) => passage(negativeIds[index] as number, text)),
      ...sourceField(source),
    }),
};

/**
 * Records in one of the formats, batch by batch, a line each. Tevatron needs ids: the query's own or the record's number, and for a passage "p" with the id of its text.
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

/** `negative`, or `negative_1`, `negative_2` … where there are more. */
function negativeFields(negatives: readonly string[]): Record<string, string> {
  if (negatives.length === 1) return { negative: negatives[0] as string };
  return Object.fromEntries(negatives.map((negative, index) => [`negative_${index + 1}`, negative]));
}

/** Trainers ignore it; here it can be chosen as the source label. */
function sourceField(source: string | null): { source?: string } {
  return source === null ? {} : { source };
}

/** Title and text were joined when the file was read: the text holds both. */
function passage(id: number, text: string): object {
  return { docid: `p${id}`, title: '', text };
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
