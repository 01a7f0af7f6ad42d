/** Rows of CSV and TSV files. */

import type { Entry, EntryReader, Span } from './entries';
import { Fault, withOwnFields, type JsonObject } from '../fault';
import { LIMITS } from '../limits';
import { countOf, formatCount } from '../../ui/words';
import { isBlankLine, LineReader } from './lines';
import { RowCells, type RowState } from './row-cells';

/** @param line where the quote is opened @param tooFar whether the row is as long as a row may be */
function quoteFault(reason: Exclude<RowState, 'whole'>, line: number, tooFar: boolean): string {
  if (reason === 'malformed') return `Text follows a closing quote in the row that begins in line ${line}`;
  const within = tooFar ? ` within ${formatCount(LIMITS.quotedCharacters)} characters` : '';
  return `A quote is opened in line ${line} and not closed${within}`;
}

/** Column names of a header row, trimmed; in lower case but for camel case, in which the words of a name are told apart. */
export function headerNames(cells: readonly string[]): string[] {
  return cells.map((cell) => {
    const name = cell.trim();
    return CAMEL_CASE.test(name) ? name : name.toLowerCase();
  });
}

const CAMEL_CASE = /[\p{Ll}\d]\p{Lu}/u;

/** `first`: the first row names the columns. `none`: columns are named "1", "2" … */
export type Header = 'first' | 'none';

/**
 * Reads a CSV or TSV file. Rows are counted from 1, without the header; a header that comes again is no entry. A row with broken quotes is one fault at its first
 * line, and reading goes on with the next line. TSV files are often written without quoting: there a line with broken
 * quotes is split at its tabs, where that gives as many cells as the header has.
 */
export class TableReader implements EntryReader {
  readonly placeKind = 'row';
  private readonly lines: LineReader;
  /** Null until the first row was read. */
  private names: readonly string[] | null = null;
  private row = 0;
  /** The row that repeats the header in another order, while what follows has that order; null elsewhere. */
  private exchanged: number | null = null;
  /** Lines of a row whose quote is still open, and what was read of them. */
  private held: Entry[] = [];
  private read: RowCells;
  private heldCharacters = 0;

  /** @param start offset of the first byte in the file's content */
  constructor(
    private readonly delimiter: string,
    private readonly header: Header,
    start = 0,
  ) {
    this.read = new RowCells(delimiter);
    this.lines = new LineReader(start, null, delimiter);
  }

  get blankLines(): number {
    return this.lines.blankLines;
  }

  *push(bytes: Uint8Array): Iterable<Entry> {
    for (const line of this.lines.push(bytes)) yield* this.take(line);
  }

  *finish(): Iterable<Entry> {
    for (const line of this.lines.finish()) yield* this.take(line);
    while (this.held.length > 0) yield* this.giveUpFirst('unclosed');
  }

  private *take(line: Entry): Iterable<Entry> {
    // A line of a row that was given up.
    if (this.held.length === 0 && isBlankLine(line.text, this.delimiter)) {
      this.lines.blankLines += 1;
      return;
    }
    this.held.push(line);
    this.heldCharacters += line.text.length;
    const state = this.read.add(line.text);
    if (state === 'malformed') {
      yield* this.giveUpFirst(state);
    } else if (state === 'unclosed') {
      if (this.heldCharacters > LIMITS.quotedCharacters) yield* this.giveUpFirst(state);
    } else if (this.isStrayQuote()) {
      yield* this.giveUpFirst('unclosed');
    } else {
      const { held, read } = this;
      const undecodable = held.map(faultOf).find((fault) => fault !== null) ?? null;
      const span = { start: held[0]?.start ?? line.start, end: line.end };
      this.release();
      yield* this.emit(held.map(({ text }) => text).join('\n'), span, undecodable ?? read.cells);
    }
    this.lines.keepsBlank = this.held.length > 0;
  }

  /** Whether a stray quote joined lines of a TSV file each of which is a row when split at its tabs. */
  private isStrayQuote(): boolean {
    const [first, ...others] = this.held;
    if (this.delimiter !== '\t' || first === undefined || others.length === 0) return false;
    const width = this.names?.length ?? first.text.split('\t').length;
    return width > 1 && this.held.every(({ text }) => text.split('\t').length === width);
  }

  /** Rejects the first held line (or splits it at its tabs) and reads the others again. */
  private *giveUpFirst(reason: Exclude<RowState, 'whole'>): Iterable<Entry> {
    const [first, ...others] = this.held;
    const tooFar = this.heldCharacters > LIMITS.quotedCharacters;
    this.release();
    if (first === undefined) return;
    const plain = this.delimiter === '\t' ? first.text.split('\t') : [];
    const fault = faultOf(first);
    if (fault === null && plain.length === this.names?.length) {
      yield* this.emit(first.text, first, plain);
    } else {
      const message = `${quoteFault(reason, first.place, tooFar)}. Put the whole cell in quotes and double each quote inside it.`;
      yield* this.emit(first.text, first, fault ?? new Fault('broken-row', null, message));
    }
    for (const line of others) yield* this.take(line);
  }

  private *emit(text: string, { start, end }: Span, row: readonly string[] | Fault): Iterable<Entry> {
    if (this.names === null) {
      if (this.header === 'first') {
        this.names = row instanceof Fault ? [] : headerNames(row);
        return;
      }
      if (!(row instanceof Fault)) this.names = row.map((_, index) => String(index + 1));
    }
    this.row += 1;
    const names = this.names ?? [];
    if (!(row instanceof Fault) && this.header === 'first') {
      const again = headerAgain(row, names);
      if (again !== null) this.exchanged = again === 'other order' ? this.row : null;
      if (again === 'same') return;
    }
    const value = row instanceof Fault ? row : this.named(row, names);
    yield { place: this.row, text, value, start, end };
  }

  private named(cells: readonly string[], names: readonly string[]): JsonObject | Fault {
    if (this.exchanged !== null) {
      const message =
        `Row ${formatCount(this.exchanged)} repeats the header in another order: it joins files whose columns differ. ` +
        'The rows after it, up to a header in the first order, were not read. Bring the columns into one order.';
      return new Fault('broken-row', null, message);
    }
    if (cells.length !== names.length) {
      const first = this.header === 'first' ? 'the header' : 'the first row';
      const message =
        `The row has ${countOf(cells.length, 'field')}, ${first} has ${names.length}. ` +
        'Put a cell that holds the separator in quotes, or add the missing cells.';
      return new Fault('broken-row', null, message);
    }
    return withOwnFields(Object.fromEntries(names.map((name, index) => [name, cells[index]])));
  }

  private release(): void {
    this.held = [];
    this.read = new RowCells(this.delimiter);
    this.heldCharacters = 0;
  }
}

/** What is wrong with a line before its cells are looked at. */
function faultOf({ value }: Entry): Fault | null {
  return value instanceof Fault ? value : null;
}

/** Whether a row repeats the header, as it does where files were joined; null for other rows. */
function headerAgain(row: readonly string[], names: readonly string[]): 'same' | 'other order' | null {
  const [first = ''] = row;
  if (row.length !== names.length || first.length > 200 || !names.includes(headerNames([first])[0] ?? ''))
    return null;
  const cells = headerNames(row);
  if (cells.every((cell, index) => cell === names[index])) return 'same';
  const sorted = [...names].sort();
  return [...cells].sort().every((cell, index) => cell === sorted[index]) ? 'other order' : null;
}
