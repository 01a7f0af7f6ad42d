/** Files with one entry a line or array element: JSON, and columns separated by blanks. */

import type { PlaceKind } from '../candidate-record';
import { Fault, type JsonObject } from '../fault';
import { positional, type ByteReader, type Entry, type EntryReader, type Piece } from './entries';
import { parseRecord } from './json';
import { JsonArrayReader } from './json-array';
import { LineReader } from './lines';

/** JSON lines. @param start offset of the first byte in the file's content */
export function jsonLines(start = 0): EntryReader {
  return new PieceReader('line', new LineReader(start), parseRecord);
}

/** The elements of a JSON array. @param wrapped whether the array stands in an object */
export function jsonElements(wrapped: boolean, start = 0): EntryReader {
  return new PieceReader('element', new JsonArrayReader(wrapped, start), parseRecord);
}

/**
 * Lines of columns separated by blanks, as TREC's tools write runs and judgements.
 * @param width columns of most lines; other lines are faults
 */
export function columnLines(width: number, start = 0): EntryReader {
  const parse = (line: string): JsonObject | Fault => {
    const cells = line.trim().split(/\s+/);
    if (cells.length === width) return positional(cells);
    const message = `The line has ${cells.length} columns, most lines have ${width}. Expected as many in every line.`;
    return new Fault('broken-row', null, `${message} Correct or remove the line.`);
  };
  return new PieceReader('line', new LineReader(start), parse);
}

class PieceReader implements EntryReader {
  blankLines = 0;

  constructor(
    readonly placeKind: PlaceKind,
    private readonly pieces: ByteReader<Piece>,
    private readonly parse: (text: string) => JsonObject | Fault,
  ) {}

  push(bytes: Uint8Array): Iterable<Entry> {
    return this.parsed(this.pieces.push(bytes));
  }

  finish(): Iterable<Entry> {
    return this.parsed(this.pieces.finish());
  }

  private *parsed(pieces: Iterable<Piece>): Iterable<Entry> {
    for (const { place, text, fault, start, end } of pieces) {
      if (fault === null && text.trim() === '') this.blankLines += 1;
      else yield { place, text, value: fault ?? this.parse(text), start, end };
    }
  }
}
