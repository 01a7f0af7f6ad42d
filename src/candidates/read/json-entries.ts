/** Entries of JSONL files and of JSON arrays. */

import type { ByteReader, Entry, EntryReader, Piece } from './entries';
import { parseRecord, type IsNumbers } from './json';
import type { PlaceKind } from '../candidate-record';

/** Parses the pieces of a JSONL file or of a JSON array. */
export class JsonEntryReader implements EntryReader {
  blankLines = 0;

  constructor(
    readonly placeKind: PlaceKind,
    private readonly pieces: ByteReader<Piece>,
    private readonly isNumbers: IsNumbers,
  ) {}

  push(bytes: Uint8Array): Iterable<Entry> {
    return this.parse(this.pieces.push(bytes));
  }

  finish(): Iterable<Entry> {
    return this.parse(this.pieces.finish());
  }

  private *parse(pieces: Iterable<Piece>): Iterable<Entry> {
    for (const { place, text, fault, start, end } of pieces) {
      if (fault === null && text.trim() === '') this.blankLines += 1;
      else yield { place, text, value: fault ?? parseRecord(text, this.isNumbers), start, end };
    }
  }
}
