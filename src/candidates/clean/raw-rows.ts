import type { Entry } from '../files/entries';
import type { TableReader } from '../files/table-rows';
import { decode } from '../files/utf8';
import { FileChangedError } from './errors';
import { RawLines, withoutLineEnd } from './raw-lines';

/** A row with its line ends, or a line that is no row (the header, a blank one): its entry is null. */
export interface RawRow {
  readonly bytes: Uint8Array;
  readonly entry: Entry | null;
}

interface HeldLine {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** Lines that have gone are cut off once there are so many. */
const GONE_LINES = 1024;

/**
 * The rows of a CSV or TSV file byte for byte. The reader of tables tells which lines are one row; it is given one line
 * at a time, and the text of each entry is looked up among the lines that it was given.
 */
export class RawRows {
  readonly #lines = new RawLines();
  #held: HeldLine[] = [];
  /** Index of the first held line that has not gone. */
  #first = 0;
  #headerAhead: boolean;

  /** @param reader fresh */
  constructor(
    private readonly file: string,
    private readonly reader: TableReader,
    hasHeader: boolean,
  ) {
    this.#headerAhead = hasHeader;
  }

  *push(bytes: Uint8Array): Iterable<RawRow> {
    for (const line of this.#lines.push(bytes)) yield* this.#take(line);
  }

  *finish(): Iterable<RawRow> {
    for (const line of this.#lines.finish()) yield* this.#take(line);
    for (const entry of this.reader.finish()) yield* this.#release(entry);
    yield* this.#passOver(this.#held.length);
  }

  *#take(line: Uint8Array): Iterable<RawRow> {
    this.#held.push({ bytes: line.slice(), text: decode(withoutLineEnd(line).content).text });
    for (const entry of this.reader.push(line)) yield* this.#release(entry);
  }

  /** The lines before the entry, then its own. */
  *#release(entry: Entry): Iterable<RawRow> {
    if (this.#headerAhead) {
      this.#headerAhead = false;
      while (this.#held[this.#first]?.text.trim() === '') yield* this.#passOver(this.#first + 1);
      yield* this.#passOver(this.#first + 1);
    }
    const lines = entry.text.split('\n');
    let begin = this.#first;
    while (!this.#standsAt(begin, lines)) {
      if (begin >= this.#held.length)
        throw new FileChangedError(this.file, `row ${entry.place} is not there`);
      begin += 1;
    }
    yield* this.#passOver(begin);
    const own = this.#held.slice(begin, begin + lines.length);
    this.#first = begin + lines.length;
    yield { bytes: joined(own.map(({ bytes }) => bytes)), entry };
    if (this.#first > GONE_LINES && 2 * this.#first > this.#held.length) {
      this.#held = this.#held.slice(this.#first);
      this.#first = 0;
    }
  }

  #standsAt(begin: number, lines: readonly string[]): boolean {
    return lines.every((line, index) => this.#held[begin + index]?.text === line);
  }

  *#passOver(end: number): Iterable<RawRow> {
    while (this.#first < end) {
      const { bytes } = this.#held[this.#first] as HeldLine;
      this.#first += 1;
      yield { bytes, entry: null };
    }
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
