/** The rows of files that hold values and no text, Parquet and Arrow, as entries. */

import { cancelledLoad } from '../errors';
import { Fault, type JsonObject } from '../fault';
import type { Entry, EntrySource, ReadingListener } from './entries';
import { Pace } from './pace';

const SLICE_ROWS = 2000;

/** Rows that are unpacked together: a row group of Parquet, a batch of Arrow. */
export interface RowBatch {
  readonly rows: number;
  /** The row of an index in the batch. */
  readonly valueAt: (row: number) => JsonObject | Fault;
  /** Bytes of the batch, as they stand in the file and unpacked. */
  readonly packed: number;
  readonly unpacked: number;
}

/** Gives the batches of a file; `pause` is called in long work and throws where the reading is cancelled. */
export type RowBatches = (pause: () => Promise<void>) => AsyncGenerator<RowBatch>;

/** All rows, with null for missing values; a row that cannot be read is an entry at fault. */
export class RowEntries implements EntrySource {
  readonly placeKind = 'row';
  readonly blankLines = 0;

  constructor(
    private readonly file: File,
    private readonly batches: RowBatches,
  ) {}

  /**
   * Rows in slices of at most 2,000; progress is reported after each.
   * @throws LoadCancelledError, and what the batches and the listener throw
   */
  async *chunks(signal: AbortSignal, listener: ReadingListener): AsyncGenerator<Iterable<Entry>> {
    const pace = new Pace();
    const check = (): void => {
      if (signal.aborted) throw cancelledLoad(this.file);
    };
    const pause = async (): Promise<void> => {
      check();
      await pace.breathe();
      check();
    };
    const before = { rows: 0, packed: 0, unpacked: 0 };
    for await (const { rows, valueAt, packed, unpacked } of this.batches(pause)) {
      for (let from = 0; from < rows; from += SLICE_ROWS) {
        const until = Math.min(from + SLICE_ROWS, rows);
        await pause();
        yield rowsOf(valueAt, before.rows, from, until);
        const share = until / rows;
        listener.onBytes(
          before.packed + Math.round(packed * share),
          before.unpacked + Math.round(unpacked * share),
        );
      }
      before.rows += rows;
      before.packed += packed;
      before.unpacked += unpacked;
    }
    check();
  }
}

/** Some rows of a batch; each is made when it is asked for. @param before rows of the file before the batch */
function* rowsOf(
  valueAt: RowBatch['valueAt'],
  before: number,
  from: number,
  until: number,
): Generator<Entry> {
  for (let row = from; row < until; row += 1) yield new Row(before + row + 1, valueAt(row));
}

/** Its span is that of its number: rows have no bytes of their own. */
class Row implements Entry {
  /** @param place 1-based row of the file */
  constructor(
    readonly place: number,
    readonly value: JsonObject | Fault,
  ) {}

  get start(): number {
    return this.place - 1;
  }

  get end(): number {
    return this.place;
  }

  /** The row as JSON with long texts and lists cut, or empty where it cannot be read. */
  get text(): string {
    if (this.value instanceof Fault) return '';
    return JSON.stringify(this.value, (_, value: unknown) => cut(value));
  }
}

/** Excerpts show 200 characters of a row. */
const CUT = { characters: 200, items: 20 } as const;

function cut(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string' && value.length > CUT.characters) return `${value.slice(0, CUT.characters)}…`;
  if (Array.isArray(value) && value.length > CUT.items) return [...value.slice(0, CUT.items), '…'];
  return value;
}
