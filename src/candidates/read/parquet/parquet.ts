/** The rows of a Parquet file as entries: row group by row group, each unpacked by parquet-wasm in its own worker. */

import { tableFromIPC, type RecordBatch } from 'apache-arrow';

import { CandidatesError } from '../../errors';
import type { Entry, EntrySource, ReadingListener } from '../entries';
import { Pace } from '../paced';
import { Fault, type JsonObject } from '../../fault';
import { objects } from './arrow-values';
import { parquetCodec } from './engine';
import { CodecStartError, NotUtf8Fault, ParquetFault } from './fault';
import { groupFile, readLayout, type Layout, type RowGroup } from './footer';

/** Rows given at once. */
const SLICE_ROWS = 2000;

/** A row group is unpacked while the one before it is gone through, if it has no more bytes than this. */
const AHEAD_BYTES = 64 * 2 ** 20;

/** Whether a file begins as Parquet does. A file with an encrypted footer does, too, and is refused when it is read. */
export function isParquet(head: Uint8Array): boolean {
  const magic = String.fromCharCode(...head.subarray(0, 4));
  // "PARE" may begin a text, but in a text no control characters follow.
  return (
    magic === 'PAR1' || (magic === 'PARE' && head.subarray(4, 8).some((byte) => byte < 9 || byte === 0x15))
  );
}

/**
 * The footer of a file.
 * @throws UnreadableFileError naming the file
 */
export async function parquetLayout(file: File): Promise<Layout> {
  try {
    return await readLayout(file);
  } catch (error) {
    if (!(error instanceof ParquetFault)) throw error;
    const { message, advice } = error;
    throw new CandidatesError(
      'UnreadableFileError',
      { file: file.name, reason: `This Parquet file cannot be read: ${message}`, advice },
      {
        cause: error,
      },
    );
  }
}

/**
 * The rows of one row group.
 * @throws ParquetFault, UnreadableFileError
 */
export async function unpackedGroup(
  file: File,
  layout: Layout,
  group: RowGroup,
): Promise<readonly RecordBatch[]> {
  const ipc = await parquetCodec().ask('unpack', await groupFile(file, layout, group), group.unpacked);
  const table = tableFromIPC(ipc);
  if (table.numRows !== group.rows) throw new ParquetFault(`${table.numRows} rows were found`);
  return table.batches;
}

/**
 * All rows, a row group held at a time. What is missing is null; see {@link objects} for the values. The rows of a row
 * group that cannot be read are entries at fault, each of them.
 */
export class ParquetEntries implements EntrySource {
  readonly placeKind = 'row';
  readonly blankLines = 0;

  constructor(private readonly file: File) {}

  /**
   * Rows in slices of at most 2,000. The listener hears after each slice how much of the row groups, packed and
   * unpacked, has been read.
   * @throws LoadCancelledError, UnreadableFileError, and what the listener throws
   */
  async *chunks(signal: AbortSignal, listener: ReadingListener): AsyncGenerator<readonly Entry[]> {
    const pace = new Pace();
    const layout = await parquetLayout(this.file);
    const before = { packed: 0, unpacked: 0 };
    let ahead: ReturnType<ParquetEntries['read']> | null = null;
    for (const [index, group] of layout.groups.entries()) {
      this.checkSignal(signal);
      const read = await (ahead ?? this.read(layout, group));
      const next = layout.groups[index + 1];
      ahead = next !== undefined && next.unpacked <= AHEAD_BYTES ? this.read(layout, next) : null;
      if (read instanceof CandidatesError) throw read;
      let taken = 0;
      for (const entries of slices(group, read)) {
        this.checkSignal(signal);
        await pace.breathe();
        this.checkSignal(signal);
        yield entries;
        taken += entries.length;
        const share = taken / group.rows;
        listener.onBytes(
          before.packed + Math.round(group.packed * share),
          before.unpacked + Math.round(group.unpacked * share),
        );
      }
      before.packed += group.packed;
      before.unpacked += group.unpacked;
    }
    this.checkSignal(signal);
  }

  /** The rows, or what is wrong with all of them; an error of the file is given, not thrown: it may be read ahead. */
  private async read(
    layout: Layout,
    group: RowGroup,
  ): Promise<readonly RecordBatch[] | Fault | CandidatesError> {
    try {
      return await unpackedGroup(this.file, layout, group);
    } catch (error) {
      if (error instanceof CandidatesError) return error;
      if (error instanceof CodecStartError) return notStarted(this.file.name, error);
      return refusedGroup(this.file.name, group, error);
    }
  }

  private checkSignal(signal: AbortSignal): void {
    if (signal.aborted) throw new CandidatesError('LoadCancelledError', { file: this.file.name });
  }
}

function notStarted(file: string, error: CodecStartError): CandidatesError {
  const advice = 'Reload the page; if that does not help, check that the server serves its .wasm files.';
  return new CandidatesError(
    'UnreadableFileError',
    { file, reason: `The Parquet reader did not start (${error.message})`, advice },
    {
      cause: error,
    },
  );
}

/** What is wrong with every row of a row group that cannot be read. */
function refusedGroup(file: string, { number, firstRow, rows }: RowGroup, error: unknown): Fault {
  const range = `rows ${firstRow.toLocaleString('en')} to ${(firstRow + rows - 1).toLocaleString('en')}`;
  const fault =
    error instanceof ParquetFault
      ? error
      : new ParquetFault('its values cannot be read', undefined, { cause: error });
  const message = `${file}: Row group ${number} (${range}) cannot be read: ${fault.message}. ${fault.advice}`;
  return new Fault(fault instanceof NotUtf8Fault ? 'not-utf8' : 'unreadable-rows', null, message);
}

/** The entries of a row group, 2,000 at most at a time. */
function* slices(group: RowGroup, read: readonly RecordBatch[] | Fault): Generator<readonly Entry[]> {
  const parts =
    read instanceof Fault
      ? [{ rows: group.rows, valueAt: () => read }]
      : read.map(({ data, numRows }) => ({ rows: numRows, valueAt: objects(data) }));
  let place = group.firstRow;
  for (const { rows, valueAt } of parts) {
    for (let from = 0; from < rows; from += SLICE_ROWS) {
      const count = Math.min(SLICE_ROWS, rows - from);
      const first = place;
      yield Array.from({ length: count }, (_, index) => new Row(first + index, valueAt(from + index)));
      place += count;
    }
  }
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

  /** The row as JSON, long texts and lists cut; nothing of a row that cannot be read. */
  get text(): string {
    if (this.value instanceof Fault) return '';
    return JSON.stringify(this.value, (_, value: unknown) => cut(value));
  }
}

/** Excerpts show 200 characters of a row. */
const CUT = { characters: 200, items: 20 } as const;

function cut(value: unknown): unknown {
  if (typeof value === 'string' && value.length > CUT.characters) return `${value.slice(0, CUT.characters)}…`;
  if (Array.isArray(value) && value.length > CUT.items) return [...value.slice(0, CUT.items), '…'];
  return value;
}
