import type { Entry, EntryReader, Piece } from './entries';
import { Fault } from '../records/fault';
import { positional } from './positional';
import { LineReader } from './lines';

/** Reads lines of columns with blanks between them, as TREC's tools write runs and judgements. */
export class ColumnsReader implements EntryReader {
  readonly placeKind = 'line';
  readonly #lines = new LineReader();
  #blankLines = 0;

  /** @param width columns of most lines: others are faults */
  constructor(private readonly width: number) {}

  get blankLines(): number {
    return this.#blankLines;
  }

  *push(bytes: Uint8Array): Iterable<Entry> {
    yield* this.#parse(this.#lines.push(bytes));
  }

  *finish(): Iterable<Entry> {
    yield* this.#parse(this.#lines.finish());
  }

  *#parse(lines: Iterable<Piece>): Iterable<Entry> {
    for (const { place, text, fault } of lines) {
      const line = text.trim();
      if (fault === null && line === '') {
        this.#blankLines += 1;
        continue;
      }
      const cells = line.split(/\s+/);
      yield { place, text, value: fault ?? this.#named(cells) };
    }
  }

  #named(cells: readonly string[]): Entry['value'] {
    if (cells.length === this.width) return positional(cells);
    const message = `The line has ${cells.length} columns, most lines have ${this.width}. Expected as many in every line.`;
    return new Fault('broken-row', null, `${message} Correct or remove the line.`);
  }
}
