/** What reading a file gives: entries (lines, elements, rows), each with its place and its bytes. */

import type { Fault, JsonObject } from '../fault';
import type { PlaceKind } from '../candidate-record';

/** Bytes [start, end) of a file's content, unpacked. Of a Parquet file: rows, from 0 on. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The text of one line or array element, cut out of the file but not parsed. The span of a line holds its line end, that
 * of an element no white space around it; a fault of the array itself is no element, and its span is empty.
 */
export interface Piece extends Span {
  /** 1-based. */
  readonly place: number;
  readonly text: string;
  /** Set where the bytes or the brackets are already known to be at fault. */
  readonly fault: Fault | null;
}

/** One line, element or row, parsed. Blank lines make no entry, and neither does a table's header. */
export interface Entry extends Span {
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
  /** The content itself, all of it, before the entries that end in it are given. Not of a Parquet file. */
  onContent?(bytes: Uint8Array): void;
}

/** All entries of one file, in chunks and in file order; can be gone through once. */
export interface EntrySource {
  readonly placeKind: PlaceKind;
  /** Blank lines skipped so far. */
  readonly blankLines: number;
  /** @throws LoadCancelledError when the signal is aborted, UnreadableFileError, UnpackedTooLargeError */
  chunks(signal: AbortSignal, listener: ReadingListener): AsyncGenerator<Iterable<Entry>>;
}

/** The items of a list, or the cells of a row without header, under "1", "2" … */
export function positional(items: readonly unknown[]): JsonObject {
  return Object.fromEntries(items.map((item, index) => [String(index + 1), item]));
}

/** Whether fields are named "1", "2" … in this order, as {@link positional} names them. */
export function isPositional(names: readonly string[]): boolean {
  return names.length > 0 && names.every((name, index) => name === String(index + 1));
}
