/** The rows of a Parquet file as entries. */

import type { RecordBatch } from 'apache-arrow';

import { CandidatesError } from '../../errors';
import { Fault, type JsonObject } from '../../fault';
import type { Entry, EntrySource, ReadingListener } from '../entries';
import { Pace } from '../pace';
import { objects } from './arrow-values';
import { parquetLayout, type RowGroup } from './layout';
import { unpacked, type Begun } from './unpack';
import { ParquetFault } from './worker';

/** Rows given at once. */
const SLICE_ROWS = 2000;

/** Whether a file begins as Parquet does, also one with an encrypted footer, which is refused later. */
export function isParquet(head: Uint8Array): boolean {
  const magic = String.fromCharCode(...head.subarray(0, 4));
  // "PARE" may begin a text, but in a text no control characters follow.
  return (
    magic === 'PAR1' || (magic === 'PARE' && head.subarray(4, 8).some((byte) => byte < 9 || byte === 0x15))
  );
}

/**
 * All rows, with null for missing values. Each row of a row group that cannot be read is an entry at fault.
 */
export class ParquetEntries implements EntrySource {
  readonly placeKind = 'row';
  readonly blankLines = 0;

  /** @param begun shared by the readings of a file: one that ends in its first rows leaves them to the next */
  constructor(
    private readonly file: File,
    private readonly begun: Begun = { parts: null },
  ) {}

  /**
   * Rows in slices of at most 2,000; progress is reported after each slice.
   * @throws LoadCancelledError, UnreadableFileError, and what the listener throws
   */
  async *chunks(signal: AbortSignal, listener: ReadingListener): AsyncGenerator<Iterable<Entry>> {
    const pace = new Pace();
    const before = { packed: 0, unpacked: 0 };
    const layout = await parquetLayout(this.file);
    for await (const { groups, rows } of unpacked(this.file, layout, this.begun)) {
      const read = rows instanceof ParquetFault ? refusedGroup(this.file.name, groups, rows) : rows;
      const [packed, unpackedBytes] = [sum(groups, 'packed'), sum(groups, 'unpacked')];
      let taken = 0;
      for (const { count, entries } of slices(groups, read)) {
        this.checkSignal(signal);
        await pace.breathe();
        this.checkSignal(signal);
        yield entries;
        taken += count;
        const share = taken / sum(groups, 'rows');
        listener.onBytes(
          before.packed + Math.round(packed * share),
          before.unpacked + Math.round(unpackedBytes * share),
        );
      }
      before.packed += packed;
      before.unpacked += unpackedBytes;
    }
    this.checkSignal(signal);
  }

  private checkSignal(signal: AbortSignal): void {
    if (signal.aborted) throw new CandidatesError('LoadCancelledError', { file: this.file.name });
  }
}

const sum = (groups: readonly RowGroup[], of: 'rows' | 'packed' | 'unpacked'): number =>
  groups.reduce((all, group) => all + group[of], 0);

/** The fault of each row of a row group that cannot be read. */
function refusedGroup(
  file: string,
  [group]: readonly RowGroup[],
  { message: reason, advice, code }: ParquetFault,
): Fault {
  const { index = 0, firstRow = 1, rows = 0 } = group ?? {};
  const range = `rows ${firstRow.toLocaleString('en')} to ${(firstRow + rows - 1).toLocaleString('en')}`;
  const message = `${file}: Row group ${index + 1} (${range}) cannot be read: ${reason}. ${advice}`;
  return new Fault(code === 'not-utf8' ? code : 'unreadable-rows', null, message);
}

/** Some rows; each is made when it is asked for, so that none outlives its batch. */
interface Slice {
  readonly count: number;
  readonly entries: Iterable<Entry>;
}

function* slices(groups: readonly RowGroup[], read: readonly RecordBatch[] | Fault): Generator<Slice> {
  const parts =
    read instanceof Fault
      ? [{ rows: sum(groups, 'rows'), valueAt: () => read }]
      : read.map(({ data, numRows }) => ({ rows: numRows, valueAt: objects(data) }));
  let place = groups[0]?.firstRow ?? 1;
  for (const { rows, valueAt } of parts) {
    for (let from = 0; from < rows; from += SLICE_ROWS) {
      const count = Math.min(SLICE_ROWS, rows - from);
      yield { count, entries: rowsFrom(from, count, place, valueAt) };
      place += count;
    }
  }
}

function* rowsFrom(
  from: number,
  count: number,
  place: number,
  valueAt: (row: number) => JsonObject | Fault,
): Generator<Entry> {
  for (let index = 0; index < count; index += 1) yield new Row(place + index, valueAt(from + index));
}

class Row implements Entry {
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
