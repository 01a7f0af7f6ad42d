import { LoadCancelledError, CandidatesError, UnreadableFileError } from '../errors';
import { Fault, quoted, type JsonObject } from '../records/fault';
import type { Entry, EntrySource, ReadingListener } from '../files/entries';
import { groupBytes } from './parquet-bytes';
import { ColumnReader } from './parquet-column';
import { asFault } from './parquet-fault';
import { readLayout, type Group, type Layout } from './parquet-footer';
import { RowAssembler, type BadTextInRow } from './parquet-rows';

/** Rows given at once, and their bytes, as far as they are known beforehand. */
const SLICE_ROWS = { least: 16, most: 2000 } as const;
const SLICE_BYTES = 2 ** 20;

/** Longest stretch of work before messages, such as a cancellation, are let in. */
const STRETCH_MS = 50;

/** Whether a file begins as Parquet does. A file with an encrypted footer does, too, and is refused when it is read. */
export function isParquet(head: Uint8Array): boolean {
  const magic = String.fromCharCode(...head.subarray(0, 4));
  // "PARE" may begin a text, but in a text no control characters follow.
  return (
    magic === 'PAR1' || (magic === 'PARE' && head.subarray(4, 8).some((byte) => byte < 9 || byte === 0x15))
  );
}

/**
 * The rows of a Parquet file. Only the pages that a slice of rows needs are unpacked at a time: a row group may be
 * larger than memory. What is missing is null; texts are strings, integers beyond 2^53 their digits, dates ISO texts.
 */
export class ParquetEntries implements EntrySource {
  readonly placeKind = 'row';
  readonly blankLines = 0;
  #pausedAt = 0;

  constructor(private readonly file: File) {}

  /**
   * Rows in slices of at most 2,000. The listener hears after each slice how much of the row groups, packed and
   * unpacked, has been read. Errors: `LoadCancelledError`, `UnreadableFileError`, and what the listener throws.
   */
  async *chunks(signal: AbortSignal, listener: ReadingListener): AsyncGenerator<readonly Entry[]> {
    this.#pausedAt = performance.now();
    const layout = await this.#layout();
    const before = { packed: 0, unpacked: 0 };
    for (const group of layout.groups) {
      const sizes = sizesOf(group);
      const reading = new GroupReading(this.file, layout, group);
      for (let taken = 0; taken < group.rows;) {
        await this.#pause(signal);
        const entries = await this.#slice(
          reading,
          Math.min(sliceRows(group, sizes.unpacked), group.rows - taken),
        );
        taken += entries.length;
        yield entries;
        const share = taken / group.rows;
        listener.onBytes(
          before.packed + Math.round(sizes.packed * share),
          before.unpacked + Math.round(sizes.unpacked * share),
        );
      }
      before.packed += sizes.packed;
      before.unpacked += sizes.unpacked;
    }
    this.#checkSignal(signal);
  }

  async #layout(): Promise<Layout> {
    try {
      return await readLayout(this.file);
    } catch (error) {
      throw this.#unreadable('This Parquet file cannot be read', error);
    }
  }

  async #slice(reading: GroupReading, rows: number): Promise<readonly Entry[]> {
    try {
      return await reading.next(rows);
    } catch (error) {
      const { number, firstRow, rows: count } = reading.group;
      const range = `rows ${firstRow.toLocaleString('en')} to ${(firstRow + count - 1).toLocaleString('en')}`;
      throw this.#unreadable(`Row group ${number} (${range}) cannot be read`, error);
    }
  }

  #unreadable(what: string, error: unknown): CandidatesError {
    if (error instanceof CandidatesError) return error;
    const fault = asFault('it makes no sense', error);
    return new UnreadableFileError(this.file.name, `${what}: ${fault.message}`, fault.advice, {
      cause: error,
    });
  }

  async #pause(signal: AbortSignal): Promise<void> {
    this.#checkSignal(signal);
    if (performance.now() - this.#pausedAt < STRETCH_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    this.#pausedAt = performance.now();
    this.#checkSignal(signal);
  }

  #checkSignal(signal: AbortSignal): void {
    if (signal.aborted) throw new LoadCancelledError(this.file.name);
  }
}

/** The rows of one group, in slices. */
class GroupReading {
  #open: { readonly readers: readonly ColumnReader[]; readonly assembler: RowAssembler } | null = null;
  #taken = 0;

  constructor(
    private readonly file: File,
    private readonly layout: Layout,
    readonly group: Group,
  ) {}

  /** The next `count` rows. */
  async next(count: number): Promise<readonly Entry[]> {
    this.#open ??= await this.#start();
    const { readers, assembler } = this.#open;
    for (const reader of readers) await reader.prepare(this.#taken + count);
    const entries: Entry[] = [];
    for (let i = 0; i < count; i += 1) {
      const { value, bad } = assembler.next();
      entries.push(new Row(this.group.firstRow + this.#taken, value, bad));
      this.#taken += 1;
    }
    if (this.#taken === this.group.rows) assembler.checkEnd();
    return entries;
  }

  async #start(): Promise<{ readers: ColumnReader[]; assembler: RowAssembler }> {
    const { leaves, columns } = this.layout;
    const bytes = await groupBytes(this.file, this.group.chunks);
    const readers = leaves.flatMap((leaf, index) => {
      const chunk = this.group.chunks[index];
      const own = bytes[index];
      return chunk === undefined || own === undefined ? [] : [new ColumnReader(leaf, chunk, own)];
    });
    return { readers, assembler: new RowAssembler(columns, readers) };
  }
}

class Row implements Entry {
  readonly value: JsonObject | Fault;

  constructor(
    readonly place: number,
    private readonly row: JsonObject,
    bad: BadTextInRow | null,
  ) {
    this.value = bad === null ? row : notUtf8(bad);
  }

  get start(): number {
    return this.place - 1;
  }

  get end(): number {
    return this.place;
  }

  /** The row as JSON, long texts and lists cut. */
  get text(): string {
    return JSON.stringify(this.row, (_, value: unknown) => cut(value));
  }
}

function notUtf8({ column, position }: BadTextInRow): Fault {
  const message =
    `A text of the column ${quoted(column)} is not UTF-8 at about character ${position}. ` +
    'Correct this text and write the file again.';
  return new Fault('not-utf8', column, message);
}

/** Excerpts show 200 characters of a row. */
const CUT = { characters: 200, items: 20 } as const;

function cut(value: unknown): unknown {
  if (typeof value === 'string' && value.length > CUT.characters) return `${value.slice(0, CUT.characters)}…`;
  if (Array.isArray(value) && value.length > CUT.items) return [...value.slice(0, CUT.items), '…'];
  return value;
}

function sizesOf({ chunks }: Group): { packed: number; unpacked: number } {
  return chunks.reduce(
    (sum, { packed, unpacked }) => ({ packed: sum.packed + packed, unpacked: sum.unpacked + unpacked }),
    { packed: 0, unpacked: 0 },
  );
}

function sliceRows({ rows }: Group, unpacked: number): number {
  const fitting = Math.floor((SLICE_BYTES * rows) / Math.max(unpacked, 1));
  return Math.min(Math.max(fitting, SLICE_ROWS.least), SLICE_ROWS.most);
}
