/** The elements of a JSON array, found without parsing them. */

import { Fault } from '../fault';
import type { Entry, EntryReader } from './entries';
import { byteCharacters, jsonFault, JsonScanner, parseRecord } from './json';
import { ByteParts, decode, isBlank } from './utf8';

/**
 * Cuts a JSON array into its elements at the commas between them. A broken element harms no other as long as its brackets
 * match. After a missing bracket or quote, the rest of the file is one faulty element.
 */
export class JsonArrayReader implements EntryReader {
  readonly placeKind = 'element';
  readonly blankLines = 0;
  private readonly scanner = new JsonScanner(1);
  private readonly parts: ByteParts;
  private place = 0;
  private state: 'before' | 'inside' | 'after' = 'before';
  /** Whether the object in which the array stands has ended. */
  private closed = false;
  /** Whether text follows the array's `]`, or the object in which it stands. */
  private trailing = false;

  /**
   * @param wrapped the array stands in an object: what follows it there is no fault
   * @param start offset in the file's content: first of the array, then of what follows the last `[` or comma
   * @param parse reads an element
   */
  constructor(
    private readonly wrapped = false,
    private start = 0,
    private readonly parse: (text: string) => Entry['value'] = parseRecord,
  ) {
    this.parts = new ByteParts();
  }

  *push(bytes: Uint8Array): Iterable<Entry> {
    const text = byteCharacters.decode(bytes);
    let from = 0;
    for (let at = this.next(text, 0); at !== -1; at = this.next(text, at + 1)) {
      if (this.state === 'before') {
        this.state = 'inside';
        this.start += at + 1;
      } else if (this.scanner.depth === 0 || (text[at] === ',' && this.scanner.depth === 1)) {
        yield* this.cut(bytes.subarray(from, at));
        if (this.scanner.depth === 0) this.state = 'after';
      } else continue;
      from = at + 1;
    }
    if (this.state === 'after') this.pass(text.slice(from));
    else if (this.state === 'inside') this.parts.add(bytes.subarray(from));
    else this.start += bytes.length;
  }

  /** What follows the array: text behind it, or behind the object in which it stands, is not read. */
  private pass(text: string): void {
    let from = 0;
    while (this.wrapped && !this.closed) {
      const at = this.scanner.next(text, from);
      if (at === -1) return;
      from = at + 1;
      this.closed = this.scanner.depth < 0;
    }
    this.trailing ||= text.slice(from).trim() !== '';
  }

  *finish(): Iterable<Entry> {
    if (this.state === 'after') {
      if (this.trailing) {
        const end = this.wrapped ? `object's "}"` : `array's "]"`;
        yield this.note(
          `The file goes on after the ${end}. The rest was not read. Put all records in one array.`,
        );
      }
    } else if (this.scanner.depth > 1 || this.scanner.inString) {
      yield* this.cut(new Uint8Array(0), true);
    } else {
      yield* this.cut(new Uint8Array(0));
      yield this.note(
        'The array does not end. The file is cut off here, or the element before lacks a bracket or a quote. Write ' +
          'the file again.',
      );
    }
  }

  /** The next mark, or -1, also after the array's end. A `}` in place of the array's `]` belongs to an element. */
  private next(text: string, from: number): number {
    if (this.state === 'after') return -1;
    const at = this.scanner.next(text, from);
    if (text[at] === '}' && this.scanner.depth === 0) this.scanner.depth = 1;
    return at;
  }

  /** The element that ends here, if any. @param unfinished the file ends inside it */
  private *cut(last: Uint8Array, unfinished = false): Iterable<Entry> {
    const { bytes, length, fault: tooLong } = this.parts.take(last);
    const before = bytes.findIndex((byte) => !isBlank(byte));
    const span = { start: this.start + before, end: this.start + length - blanksAtEnd(bytes) };
    this.start += length + 1;
    if (before === -1) return;
    this.place += 1;
    const { text, fault } = decode(bytes);
    const shown = text.trim();
    const whole = tooLong ?? fault;
    const value = unfinished ? unfinishedFault(shown, whole) : (whole ?? this.parse(shown));
    yield { place: this.place, text: shown, value, ...span };
  }

  /** A fault of the array itself, at the place after its last element. */
  private note(message: string): Entry {
    this.place += 1;
    const fault = new Fault('broken-json', null, message);
    return { place: this.place, text: '', value: fault, start: this.start, end: this.start };
  }
}

/** @param other another fault of the element: then its text may be incomplete */
function unfinishedFault(text: string, other: Fault | null): Fault {
  const reason = other === null ? jsonFault(text) : null;
  const where = reason === null ? '' : ` (${reason})`;
  const message =
    `The file ends inside this element${where}. It is cut off, or a quote or bracket is missing, and the rest of ` +
    'the file belongs to this reject. Write the file again.';
  return new Fault('broken-json', null, message);
}

function blanksAtEnd(bytes: Uint8Array): number {
  return bytes.length - 1 - bytes.findLastIndex((byte) => !isBlank(byte));
}
