/** Entries of files whose columns are parted by blanks. */

import type { Entry, EntryReader, Piece } from './entries';
import { Fault } from '../fault';
import { positional } from './positional';
import { LineReader } from './lines';

/** Reads lines of columns with blanks between them, as TREC's tools write runs and judgements. */
export class ColumnsReader implements EntryReader {
  readonly placeKind = 'line';
  blankLines = 0;
  private readonly lines: LineReader;

  /**
   * @param width columns of most lines: others are faults
   * @param start offset of the first byte in the file's content
   */
  constructor(
    private readonly width: number,
    start = 0,
  ) {
    this.lines = new LineReader(start);
  }

  push(bytes: Uint8Array): Iterable<Entry> {
    return this.parse(this.lines.push(bytes));
  }

  finish(): Iterable<Entry> {
    return this.parse(this.lines.finish());
  }

  private *parse(lines: Iterable<Piece>): Iterable<Entry> {
    for (const { place, text, fault, start, end } of lines) {
      const line = text.trim();
      if (fault === null && line === '') this.blankLines += 1;
      else yield { place, text, value: fault ?? this.named(line.split(/\s+/)), start, end };
    }
  }

  private named(cells: readonly string[]): Entry['value'] {
    if (cells.length === this.width) return positional(cells);
    const message = `The line has ${cells.length} columns, most lines have ${this.width}. Expected as many in every line.`;
    return new Fault('broken-row', null, `${message} Correct or remove the line.`);
  }
}
