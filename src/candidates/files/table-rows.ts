import Papa from 'papaparse';

import type { Entry, EntryReader, Piece } from './entries';
import { Fault, type JsonObject } from '../records/fault';
import { LineReader } from './lines';
import { staysOpen } from './open-quote';

/** Longest row, in characters, that an open quote may gather over line ends before it counts as broken. */
const MAX_ROW_CHARACTERS = 1_000_000;

type Cells = readonly string[] | 'unclosed' | 'malformed';

/** Parses one row of text with PapaParse; a row may hold line ends inside quotes. */
export class RowParser {
  readonly #parser: Papa.Parser;

  constructor(readonly delimiter: string) {
    this.#parser = new Papa.Parser({ delimiter, newline: '\n' });
  }

  /** The row's cells, or what is wrong with its quotes. */
  parse(text: string): Cells {
    const result: { data: string[][]; errors: { code: string }[] } = this.#parser.parse(text, 0, false);
    if (result.errors.some(({ code }) => code === 'InvalidQuotes')) return 'malformed';
    if (result.errors.length > 0) return 'unclosed';
    return result.data[0] ?? [''];
  }
}

/** Column names of a header row, trimmed and in lower case. */
export function headerNames(cells: readonly string[]): string[] {
  return cells.map((cell) => cell.trim().toLowerCase());
}

/** `first`: the first row names the columns. `none`: it is a row as the others, and columns are "1", "2" … */
export type Header = 'first' | 'none';

/**
 * Reads a CSV or TSV file. Rows are counted from 1, the header not. A row whose quotes are broken
 * is one fault at its first line, and reading goes on with the next line. Tab-separated files are often written
 * without quoting: there a row whose quotes are broken but whose plain split fits the header is taken as it stands.
 */
export class TableReader implements EntryReader {
  readonly placeKind = 'row';
  readonly #lines = new LineReader();
  readonly #parser: RowParser;
  /** Null until the first row was read. */
  #names: readonly string[] | null = null;
  #row = 0;
  #blankLines = 0;
  /** Lines of a row whose quote is still open. */
  #held: Piece[] = [];
  #heldCharacters = 0;

  constructor(
    delimiter: string,
    private readonly header: Header,
  ) {
    this.#parser = new RowParser(delimiter);
  }

  get blankLines(): number {
    return this.#blankLines;
  }

  /** The cells of the text of a row; null where its quotes are broken. */
  cellsOf(text: string): readonly string[] | null {
    const cells = this.#parser.parse(text);
    if (typeof cells !== 'string') return cells;
    return this.#parser.delimiter === '\t' ? text.split('\t') : null;
  }

  *push(bytes: Uint8Array): Iterable<Entry> {
    for (const line of this.#lines.push(bytes)) yield* this.#take(line);
  }

  *finish(): Iterable<Entry> {
    for (const line of this.#lines.finish()) yield* this.#take(line);
    while (this.#held.length > 0) yield* this.#giveUpFirst('A quote is opened and not closed');
  }

  *#take(line: Piece): Iterable<Entry> {
    this.#held.push(line);
    this.#heldCharacters += line.text.length;
    if (this.#held.length === 1 || !staysOpen(line.text, this.#parser.delimiter)) {
      yield* this.#tryRow();
    } else if (this.#heldCharacters > MAX_ROW_CHARACTERS) {
      yield* this.#giveUpFirst('A quote is opened and not closed');
    }
  }

  *#tryRow(): Iterable<Entry> {
    const first = this.#held[0];
    if (first === undefined) return;
    if (this.#held.length === 1 && first.text.trim() === '') {
      this.#blankLines += 1;
      this.#release();
      return;
    }
    const text = this.#held.map((line) => line.text).join('\n');
    const cells = this.#parser.parse(text);
    if (cells === 'malformed') {
      yield* this.#giveUpFirst('Text follows a closing quote');
    } else if (cells === 'unclosed') {
      if (this.#heldCharacters > MAX_ROW_CHARACTERS)
        yield* this.#giveUpFirst('A quote is opened and not closed');
    } else if (this.#isStrayQuote()) {
      yield* this.#giveUpFirst('A quote is opened and not closed');
    } else {
      const undecodable = this.#held.find((line) => line.fault !== null)?.fault ?? null;
      this.#release();
      yield* this.#emit(text, undecodable ?? cells);
    }
  }

  /** Whether lines of a tab-separated file were joined by a quote that is no quoting: split plainly, each is a row. */
  #isStrayQuote(): boolean {
    const [first, ...others] = this.#held;
    if (this.#parser.delimiter !== '\t' || first === undefined || others.length === 0) return false;
    const width = this.#names?.length ?? first.text.split('\t').length;
    return width > 1 && this.#held.every(({ text }) => text.split('\t').length === width);
  }

  /** Gives up on the first held line (or takes it without quoting, if tabs allow) and reads the others anew. */
  *#giveUpFirst(reason: string): Iterable<Entry> {
    const [first, ...others] = this.#held;
    this.#release();
    if (first === undefined) return;
    const plain = this.#parser.delimiter === '\t' ? first.text.split('\t') : [];
    if (first.fault === null && plain.length === this.#names?.length) {
      yield* this.#emit(first.text, plain);
    } else {
      const message = `${reason}. Put the whole cell in quotes and double each quote inside it.`;
      yield* this.#emit(first.text, first.fault ?? new Fault('broken-row', null, message));
    }
    for (const line of others) yield* this.#take(line);
  }

  *#emit(text: string, row: readonly string[] | Fault): Iterable<Entry> {
    if (this.#names === null) {
      if (this.header === 'first') {
        this.#names = row instanceof Fault ? [] : headerNames(row);
        return;
      }
      if (!(row instanceof Fault)) this.#names = row.map((_, index) => String(index + 1));
    }
    this.#row += 1;
    yield { place: this.#row, text, value: row instanceof Fault ? row : this.#named(row, this.#names ?? []) };
  }

  #named(cells: readonly string[], names: readonly string[]): JsonObject | Fault {
    if (cells.length !== names.length) {
      const first = this.header === 'first' ? 'the header' : 'the first row';
      const message =
        `The row has ${cells.length} fields, ${first} has ${names.length}. ` +
        'Put a cell that holds the separator in quotes, or add the missing cells.';
      return new Fault('broken-row', null, message);
    }
    return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
  }

  #release(): void {
    this.#held = [];
    this.#heldCharacters = 0;
  }
}
