/** Cuts bytes into lines: JSON, and columns separated by blanks. */

import { Fault, type JsonObject } from '../fault';
import { positional, type Entry, type EntryReader } from './entries';
import { parseRecord } from './json';
import { ByteParts, decode } from './utf8';

const LF = 0x0a;
const CR = 0x0d;

/**
 * Cuts bytes into lines at LF or CRLF. Each line is decoded by itself, so that bytes that are not UTF-8 harm one line only.
 * The place is the line's number. Blank lines are counted and left out.
 */
export class LineReader implements EntryReader {
  readonly placeKind = 'line';
  blankLines = 0;
  skipsFirst = false;
  keepsBlank = false;
  private readonly parts = new ByteParts();
  private line = 0;

  /**
   * @param start offset of the first byte in the file's content
   * @param parse null: lines are given as they are, without a value
   * @param separator a line of nothing but these and blanks is blank, too
   */
  constructor(
    private start = 0,
    private readonly parse: ((text: string) => JsonObject | Fault) | null = null,
    private readonly separator = ' ',
  ) {}

  *push(bytes: Uint8Array): Iterable<Entry> {
    for (let from = 0; ;) {
      const end = bytes.indexOf(LF, from);
      if (end === -1) {
        this.parts.add(bytes.subarray(from));
        return;
      }
      const entry = this.cut(bytes.subarray(from, end + 1));
      if (entry !== null) yield entry;
      from = end + 1;
    }
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
    if (!this.keepsBlank && fault === null && isBlankLine(text, this.separator)) {
      this.blankLines += 1;
      return null;
    }
    if (this.skipsFirst) {
      this.skipsFirst = false;
      return null;
    }
    return { place: this.line, text, value: fault ?? this.parse?.(text) ?? {}, start, end: this.start };
  }
}

/** Whether a line holds nothing but blanks and separators. */
export function isBlankLine(text: string, separator: string): boolean {
  const rest = text.trimStart();
  return rest === '' || (rest.startsWith(separator) && rest.replaceAll(separator, '').trim() === '');
}

/** JSON lines. @param start offset of the first byte in the file's content */
export function jsonLines(start = 0): EntryReader {
  return new LineReader(start, parseRecord);
}

/** Lines of text, each under `text`. */
export function textLines(): EntryReader {
  return new LineReader(0, (line) => ({ text: line.replace(/^\ufeff/, '') }));
}

/**
 * Lines of columns separated by blanks, as TREC's tools write runs and judgements.
 * @param width columns of most lines; other lines are faults
 * @param hasHeader the first line names the columns and is no entry
 */
export function columnLines(width: number, start = 0, hasHeader = false): EntryReader {
  const reader = new LineReader(start, (line) => {
    const cells = line.trim().split(/\s+/);
    if (cells.length === width) return positional(cells);
    const message = `The line has ${cells.length} columns, most lines have ${width}. Expected the same number in every line.`;
    return new Fault('broken-row', null, `${message} Correct or remove the line.`);
  });
  reader.skipsFirst = hasHeader;
  return reader;
}

/** Length of a line without its line end. */
function contentLength(line: Uint8Array): number {
  const end = line.at(-1) === LF ? line.length - 1 : line.length;
  return line[end - 1] === CR ? end - 1 : end;
}
