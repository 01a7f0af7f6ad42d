/** What reading a file gives: entries (lines, elements, rows), each with its place and its bytes. */

import { CandidatesError } from '../errors';
import { withOwnFields, type Fault, type JsonObject } from '../fault';
import type { PlaceKind } from '../candidate-record';
import { formatCount } from '../../ui/words';

/** Bytes [start, end) of a file's content, unpacked; rows of a Parquet file, from 0 on; or characters of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * One parsed line, element or row. Blank lines and table headers are no entries. The span of a line includes its line end;
 * that of an element excludes the white space around it; a fault of the array itself has an empty span.
 */
export interface Entry extends Span {
  /** 1-based. */
  readonly place: number;
  /** The entry as it stands in the file (of a Parquet row: as JSON), for the excerpt of a reject. */
  readonly text: string;
  /** A list, or a table row without header, has its items under "1", "2" … */
  readonly value: JsonObject | Fault;
}

/** Reads the bytes of a file, in chunks of any size, cut anywhere, and gives each entry once it is complete. */
export interface EntryReader {
  readonly placeKind: PlaceKind;
  /** Blank lines skipped so far. */
  readonly blankLines: number;
  push(bytes: Uint8Array): Iterable<Entry>;
  /** What is left when the file has ended. */
  finish(): Iterable<Entry>;
}

/** Progress of a reading; a listener may throw to end it. */
export interface ReadingListener {
  /** @param bytesRead of the file itself, packed where it is packed */
  onBytes(bytesRead: number): void;
  /** The unpacked content, before the entries that end in it. Never called for Parquet. */
  onContent?(bytes: Uint8Array): void;
}

/** All entries of one file, in chunks and in file order. Can be read once. */
export interface EntrySource {
  readonly placeKind: PlaceKind;
  readonly blankLines: number;
  /** @throws LoadCancelledError when the signal is aborted, UnreadableFileError */
  chunks(signal: AbortSignal, listener: ReadingListener): AsyncGenerator<Iterable<Entry>>;
}

/** The items of a list, or the cells of a row without header, under "1", "2" … */
export function positional(items: readonly unknown[]): JsonObject {
  return withOwnFields(Object.fromEntries(items.map((item, index) => [String(index + 1), item])));
}

/** Whether fields are named "1", "2" … in this order, as {@link positional} names them. */
export function isPositional(names: readonly string[]): boolean {
  return names.length > 0 && names.every((name, index) => name === String(index + 1));
}

/** The error of a file without entries: no bytes, blank lines only, an empty array, a header without rows. */
export function emptyFile(file: string, { placeKind, blankLines }: EntrySource): CandidatesError {
  const blank = blankLines > 0 ? `only blank lines (${formatCount(blankLines)})` : null;
  const found = {
    line: blank === null ? 'The file is empty' : `The file holds ${blank}`,
    element: 'The array is empty',
    row: `The file has ${blank === null ? 'a header and no rows' : `no rows, ${blank}`}`,
  }[placeKind];
  const advice = 'Expected at least one record. Check that the file was written to the end.';
  return new CandidatesError('EmptyFileError', `${file}: ${found}. ${advice}`);
}
