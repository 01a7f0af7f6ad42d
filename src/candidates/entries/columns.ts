import type { Entry, EntryReader, Piece } from './entries';
import { Fault } from '../fault';
import { positional } from './json';
import { LineReader } from './lines';

/** Reads lines of columns with blanks between them, as TREC's tools write runs and judgements. */
export class ColumnsReader implements EntryReader {
  readonly placeKind = 'line';
  readonly #lines = new LineReader();
  #width: number | null = null;
  #blankLines = 0;

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
      this.#width ??= cells.length;
      yield { place, text, value: fault ?? this.#named(cells, this.#width) };
    }
  }

  #named(cells: readonly string[], width: number): Entry['value'] {
    if (cells.length === width) return positional(cells);
    const message = `The line has ${cells.length} columns, the first one has ${width}. Expected as many in every line.`;
    return new Fault('broken-row', null, `${message} Correct or remove the line.`);
  }
}
