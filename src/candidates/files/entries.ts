import type { Fault, JsonObject } from '../records/fault';
import type { PlaceKind } from '../types';

/** The text of one line or array element, cut out of the file but not parsed. */
export interface Piece {
  /** 1-based. */
  readonly place: number;
  readonly text: string;
  /** Set where the bytes or the brackets are already known to be at fault. */
  readonly fault: Fault | null;
}

/** One line, element or row, parsed. Blank lines make no entry. */
export interface Entry {
  readonly place: number;
  /** The entry as it stands in the file (of a Parquet row: as JSON), for the excerpt of a reject. */
  readonly text: string;
  /** A list, or a table row without header, has its items under "1", "2" … */
  readonly value: JsonObject | Fault;
}

/** Takes a file's bytes in chunks of any size, cut anywhere, and gives what is complete. */
export interface ByteReader<Item> {
  push(bytes: Uint8Array): Iterable<Item>;
  /** What is left when the file has ended. */
  finish(): Iterable<Item>;
}

/** Reads the bytes of a file into entries. */
export interface EntryReader extends ByteReader<Entry> {
  readonly placeKind: PlaceKind;
  /** Blank lines skipped so far. */
  readonly blankLines: number;
}

/** Hears how far a file has been read; may throw to end the reading. */
export interface ReadingListener {
  /** Bytes of the file as it is, packed where it is packed, and bytes of content so far. */
  onBytes(bytesRead: number, unpacked: number): void;
}

/** All entries of one file, in chunks and in file order; can be gone through once. */
export interface EntrySource {
  readonly placeKind: PlaceKind;
  /** Blank lines skipped so far. */
  readonly blankLines: number;
  /** Errors: `LoadCancelledError` when the signal is aborted, `UnreadableFileError`, `PieceTooLongError`. */
  chunks(signal: AbortSignal, listener: ReadingListener): AsyncGenerator<Iterable<Entry>>;
}
