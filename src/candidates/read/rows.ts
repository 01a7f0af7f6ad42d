/** The rows of files that hold values and no text, Parquet and Arrow, as entries. */

import { Fault, shortened, type JsonObject } from '../fault';
import type { Entry, EntrySource, ReadingListener } from './entries';
import { pausesOf } from './pace';

const SLICE_ROWS = 2000;

/** Rows that are unpacked together: a row group of Parquet, a batch of Arrow. */
export interface RowBatch {
  readonly rows: number;
  readonly valueAt: (row: number) => JsonObject | Fault;
  /** Bytes of the batch in the file. */
  readonly bytes: number;
}

/** Gives the batches of a file; `pause` is called in long work and throws where the reading is cancelled. */
export type RowBatches = (pause: () => Promise<void>) => AsyncGenerator<RowBatch>;

/**
 * All rows of a file, with null for missing values; a row that cannot be read is an entry at fault. They come in slices of at
 * most 2,000, and progress is reported after each. What the batches throw ends the reading.
 */
export function rowEntries(file: File, batches: RowBatches): EntrySource {
  async function* chunks(signal: AbortSignal, listener: ReadingListener): AsyncGenerator<Iterable<Entry>> {
    const pause = pausesOf(file, signal);
    const before = { rows: 0, bytes: 0 };
    for await (const { rows, valueAt, bytes } of batches(pause)) {
      for (let from = 0; from < rows; from += SLICE_ROWS) {
        const until = Math.min(from + SLICE_ROWS, rows);
        await pause();
        yield rowsOf(valueAt, before.rows, from, until);
        listener.onBytes(before.bytes + Math.round((bytes * until) / rows));
      }
      before.rows += rows;
      before.bytes += bytes;
    }
    await pause();
  }
  return { placeKind: 'row', blankLines: 0, chunks };
}

/** Some rows of a batch; each is made when it is asked for. @param before rows of the file before the batch */
function* rowsOf(
  valueAt: RowBatch['valueAt'],
  before: number,
  from: number,
  until: number,
): Generator<Entry> {
  for (let row = from; row < until; row += 1) {
    const value = valueAt(row);
    const start = before + row;
    yield {
      place: start + 1,
      value,
      start,
      end: start + 1,
      // Made only where it is asked for.
      get text() {
        return value instanceof Fault ? '' : JSON.stringify(value, (_, each: unknown) => cut(each));
      },
    };
  }
}

/** Excerpts show 200 characters of a row: long texts and lists are cut. */
const CUT = { characters: 200, items: 20 } as const;

function cut(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return shortened(value, CUT.characters);
  if (Array.isArray(value) && value.length > CUT.items) return [...value.slice(0, CUT.items), '…'];
  return value;
}
