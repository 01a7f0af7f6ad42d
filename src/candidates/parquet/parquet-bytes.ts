import { UnreadableFileError } from '../errors';

/** Largest stretch of a file that is read at once for all columns of a row group. */
const SHARED_BYTES = 32 * 2 ** 20;
/** Bytes read ahead for all columns together, where a row group is longer than that; and for one column. */
const AHEAD_BYTES = 64 * 2 ** 20;
const WINDOW_BYTES = { least: 2 ** 18, most: 2 ** 22 } as const;

/** Bytes `start` to `end` of a file. Errors: `UnreadableFileError` where the file cannot be read (any more). */
export async function readBytes(file: File, start: number, end: number): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
  } catch (error) {
    throw gone(file, error instanceof Error ? error.message : String(error), error);
  }
  if (bytes.length !== end - start) {
    throw gone(file, `${bytes.length} of ${end - start} bytes came`, undefined);
  }
  return bytes;
}

function gone(file: File, reason: string, cause: unknown): UnreadableFileError {
  const advice = 'It may have been moved or changed since it was picked: pick it again.';
  return new UnreadableFileError(file.name, `The file could not be read (${reason})`, advice, { cause });
}

/** Where a column of a row group lies in the file: bytes `start` to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Bytes of one column of a row group, read from the file as they are needed. */
export class ColumnBytes {
  #bytes: Uint8Array = new Uint8Array(0);
  /** Where `#bytes` begin in the file. */
  #from = 0;

  constructor(
    private readonly file: File,
    private readonly span: Span,
    private readonly window: number,
    shared: { readonly from: number; readonly bytes: Uint8Array } | null,
  ) {
    if (shared === null) return;
    this.#from = shared.from;
    this.#bytes = shared.bytes;
  }

  /** Up to `length` bytes from `at` on, fewer where the column ends before; valid as long as the caller likes. */
  async get(at: number, length: number): Promise<Uint8Array> {
    const end = Math.min(at + length, this.span.end);
    if (at < this.#from || end > this.#from + this.#bytes.length) {
      const until = Math.min(at + Math.max(length, this.window), this.span.end);
      this.#bytes = await readBytes(this.file, at, until);
      this.#from = at;
    }
    return this.#bytes.subarray(at - this.#from, end - this.#from);
  }
}

/** The bytes of all columns of a row group; a small group is read at one go. Errors: `UnreadableFileError`. */
export async function groupBytes(file: File, spans: readonly Span[]): Promise<ColumnBytes[]> {
  const from = spans.reduce((least, { start }) => Math.min(least, start), Infinity);
  const until = spans.reduce((most, { end }) => Math.max(most, end), 0);
  const together = until - from <= SHARED_BYTES;
  const shared = together && from < until ? { from, bytes: await readBytes(file, from, until) } : null;
  const window = Math.min(Math.max(AHEAD_BYTES / spans.length, WINDOW_BYTES.least), WINDOW_BYTES.most);
  return spans.map((span) => new ColumnBytes(file, span, Math.ceil(window), shared));
}
