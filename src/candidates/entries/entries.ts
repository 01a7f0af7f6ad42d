import type { Fault, JsonObject } from '../fault';
import { parseRecord } from './json';
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
  /** For the excerpt of a reject. */
  readonly text: string;
  readonly value: JsonObject | Fault;
}

/** Takes a file's bytes in chunks of any size, cut anywhere, and gives what is complete. */
export interface ByteReader<Item> {
  push(bytes: Uint8Array): Iterable<Item>;
  /** What is left when the file has ended. */
  finish(): Iterable<Item>;
}

/** Reads a file into entries. */
export interface EntryReader extends ByteReader<Entry> {
  readonly placeKind: PlaceKind;
  /** Blank lines skipped so far. */
  readonly blankLines: number;
}

/** Parses the pieces of a JSONL file or of a JSON array. */
export class JsonEntryReader implements EntryReader {
  #blankLines = 0;

  constructor(
    readonly placeKind: PlaceKind,
    private readonly pieces: ByteReader<Piece>,
  ) {}

  get blankLines(): number {
    return this.#blankLines;
  }

  push(bytes: Uint8Array): Iterable<Entry> {
    return this.#parse(this.pieces.push(bytes));
  }

  finish(): Iterable<Entry> {
    return this.#parse(this.pieces.finish());
  }

  *#parse(pieces: Iterable<Piece>): Iterable<Entry> {
    for (const { place, text, fault } of pieces) {
      if (fault === null && text.trim() === '') {
        this.#blankLines += 1;
      } else {
        yield { place, text, value: fault ?? parseRecord(text) };
      }
    }
  }
}
