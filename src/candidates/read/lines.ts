/** Cuts bytes into lines: JSON, and columns separated by blanks. */

import { Fault, type JsonObject } from '../fault';
import { positional, type Entry, type EntryReader } from './entries';
import { parseRecord } from './json';
import { ByteParts, decode } from './utf8';

const LF = 0x0a;
const CR = 0x0d;

/**
 * Cuts bytes into lines at LF or CRLF. Each line is decoded by itself, so that bytes that are not UTF-8 harm one line only.
 * The place is the line's number; blank lines count.
 */
export class LineReader implements EntryReader {
  readonly placeKind = 'line';
  blankLines = 0;
  private readonly parts = new ByteParts();
  private line = 0;

  /**
   * @param start offset of the first byte in the file's content
   * @param parse null: all lines are given as they are, blank ones too, without a value
   */
  constructor(
    private start = 0,
    private readonly parse: ((text: string) => JsonObject | Fault) | null = null,
  ) {}

  *push(bytes: Uint8Array): Iterable<Entry> {
    let from = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, from)) {
      const entry = this.cut(bytes.subarray(from, end + 1));
      if (entry !== null) yield entry;
      from = end + 1;
    }
    this.parts.add(bytes.subarray(from));
  }

  *finish(): Iterable<Entry> {
    const entry = this.parts.length > 0 ? this.cut(new Uint8Array(0)) : null;
    if (entry !== null) yield entry;
  }

  private cut(last: Uint8Array): Entry | null {
    const { bytes: line, length, fault: tooLong } = this.parts.take(last);
    const { start } = this;
    this.start += length;
    this.line += 1;
    const { text, fault: undecodable } = decode(line.subarray(0, contentLength(line)));
    const fault = tooLong ?? undecodable;
    if (this.parse !== null && fault === null && text.trim() === '') {
      this.blankLines += 1;
      return null;
    }
    return { place: this.line, text, value: fault ?? this.parse?.(text) ?? {}, start, end: this.start };
  }
}

/** JSON lines. @param start offset of the first byte in the file's content */
export function jsonLines(start = 0): EntryReader {
  return new LineReader(start, parseRecord);
}

/**
 * Lines of columns separated by blanks, as TREC's tools write runs and judgements.
 * @param width columns of most lines; other lines are faults
 */
export function columnLines(width: number, start = 0): EntryReader {
  return new LineReader(start, (line) => {
    const cells = line.trim().split(/\s+/);
    if (cells.length === width) return positional(cells);
    const message = `The line has ${cells.length} columns, most lines have ${width}. Expected as many in every line.`;
    return new Fault('broken-row', null, `${message} Correct or remove the line.`);
  });
}

/** Length of a line without its line end. */
function contentLength(line: Uint8Array): number {
  const end = line.at(-1) === LF ? line.length - 1 : line.length;
  return line[end - 1] === CR ? end - 1 : end;
}
