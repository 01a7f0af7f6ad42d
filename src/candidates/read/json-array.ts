/** The elements of a JSON array, found without parsing, so that a broken one harms no other. */

import type { ByteReader, Piece } from './entries';
import { Fault } from '../fault';
import { LIMITS } from '../limits';
import { tooDeep } from './depth';
import { ByteParts, decode } from './utf8';

const LF = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;

/**
 * Cuts the bytes of a top-level JSON array into its elements by following strings and brackets. An element whose
 * brackets or quotes are broken is one piece with a fault where the next element can be found again: where elements
 * begin their lines, at the next line that begins as the first element's did; elsewhere at an object that opens
 * where a key is due. Where it cannot be found, the rest of the file is part of the broken element, which says so.
 */
export class JsonArrayReader implements ByteReader<Piece> {
  private readonly parts = new ByteParts();
  private place = 0;
  /** Where the current element starts in the file's content. */
  private start = 0;

  /**
   * @param wrapped the array stands in an object: what follows it is the object's, and no fault
   * @param before bytes of the file's content before the current chunk
   */
  constructor(
    private readonly wrapped = false,
    private before = 0,
  ) {}

  /** Before `[`, inside the array, after its `]`, or in text that follows it. */
  private state: 'before' | 'inside' | 'after' | 'trailing' = 'before';

  private inElement = false;
  /** Brackets that are open in the current element, outermost first. */
  private open: number[] = [];
  /** How many more are open beyond those that are noted: an element that deep is refused. */
  private beyond = 0;
  private tooDeep = false;
  /** Whether the current element's outermost bracket was closed. */
  private closed = false;
  private inString = false;
  private escaped = false;
  /** Why the current element is known to be broken. */
  private broken: string | null = null;
  /** The last byte outside strings that is not blank: tells whether an object may open here. */
  private previous = 0;
  private atLineStart = false;
  /** Blanks since the last line end. */
  private indent = 0;
  /** Indent of the elements while each of them begins a line; null where one does not. */
  private elementIndent: number | null = null;

  *push(bytes: Uint8Array): Iterable<Piece> {
    let start = 0;
    for (let i = 0; i < bytes.length; i += 1) {
      const byte = bytes[i] as number;
      if (this.inString && !this.endsString(byte)) continue;
      if (byte === LF) {
        this.atLineStart = true;
        this.indent = 0;
        continue;
      }
      if (isBlank(byte)) {
        this.indent += 1;
        continue;
      }
      const beginsLine = this.atLineStart;
      this.atLineStart = false;
      if (this.state !== 'inside') {
        this.state = this.state === 'before' ? 'inside' : 'trailing';
        continue;
      }
      if (this.inElement) {
        this.noteFault(byte);
        if (this.endsBefore(byte, beginsLine)) yield this.cut(bytes.subarray(start, i), this.before + i);
      }
      if (!this.inElement) {
        if (byte === CLOSE_LIST) this.state = 'after';
        if (byte === CLOSE_LIST || byte === COMMA) continue;
        start = i;
        this.start = this.before + i;
        this.begin(beginsLine);
      }
      this.follow(byte);
    }
    if (this.inElement) this.parts.add(bytes.subarray(start));
    this.before += bytes.length;
  }

  *finish(): Iterable<Piece> {
    if (this.inElement) {
      const complete = this.open.length === 0 && !this.inString;
      if (!complete) {
        this.broken =
          'The file ends inside this element: the array is cut off, or a quote or bracket is missing and all that ' +
          'follows belongs to this reject. Write the file again';
      }
      yield this.cut(new Uint8Array(0), this.before);
      if (!complete) return;
    }
    if (this.state === 'inside') {
      yield this.note(
        'The array is cut off: the file ends without "]". Elements after this place are missing',
      );
    } else if (this.state === 'trailing' && !this.wrapped) {
      yield this.note(
        'The file goes on after the array\'s "]"; what follows was not read. Put all records in one array',
      );
    }
  }

  /** Follows a byte inside a string. True for a line end, which no string may hold: it is looked at as one outside. */
  private endsString(byte: number): boolean {
    if (byte === LF) {
      this.inString = false;
      this.escaped = false;
      this.broken ??=
        'A string runs over the end of its line: a quote is missing or a line break is not escaped';
      return true;
    }
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) this.inString = false;
    return false;
  }

  /** Notes what a byte outside strings shows to be broken in the current element. */
  private noteFault(byte: number): void {
    if (this.keyIsDue() && byte === OPEN_OBJECT) {
      this.broken ??= 'An object begins where a key was expected: a bracket or quote before it is missing';
    } else if (
      this.beyond === 0 &&
      this.open.length > 0 &&
      isCloser(byte) &&
      this.open.at(-1) !== openerOf(byte)
    ) {
      this.broken ??= 'A bracket is closed by another kind of bracket, or a quote is missing';
    } else if (this.closed && byte !== COMMA && byte !== CLOSE_LIST && byte !== OPEN_OBJECT) {
      this.broken ??= 'Text follows the closing bracket of this element: a comma or quote is missing';
    }
  }

  /** Whether the current element ends before this byte. */
  private endsBefore(byte: number, beginsLine: boolean): boolean {
    if (this.broken !== null && this.elementIndent !== null) {
      if (byte === OPEN_OBJECT) return beginsLine && this.indent === this.elementIndent;
      return byte === CLOSE_LIST && beginsLine && this.indent <= this.elementIndent;
    }
    if (this.open.length > 0) return byte === OPEN_OBJECT && this.keyIsDue() && this.open.length === 1;
    return byte === COMMA || byte === CLOSE_LIST || byte === OPEN_OBJECT;
  }

  private keyIsDue(): boolean {
    return this.beyond === 0 && this.open.at(-1) === OPEN_OBJECT && this.previous !== COLON;
  }

  private begin(beginsLine: boolean): void {
    const indent = beginsLine ? this.indent : null;
    if (this.place === 0) this.elementIndent = indent;
    else if (indent !== this.elementIndent) this.elementIndent = null;
    this.inElement = true;
  }

  /** Follows a byte of an element, outside strings. */
  private follow(byte: number): void {
    this.previous = byte;
    if (byte === QUOTE) {
      this.inString = true;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (this.open.length < LIMITS.depth && this.beyond === 0) this.open.push(byte);
      else this.beyond += 1;
      this.tooDeep ||= this.beyond > 0;
    } else if (isCloser(byte) && this.beyond > 0) {
      this.beyond -= 1;
    } else if (isCloser(byte)) {
      const depth = this.open.lastIndexOf(openerOf(byte));
      if (depth === -1) return;
      this.open.length = depth;
      this.closed = depth === 0;
    }
  }

  /** @param end of the element and of the blanks behind it, in the file's content */
  private cut(last: Uint8Array, end: number): Piece {
    const { bytes, fault: tooLong } = this.parts.take(last);
    const { text, fault } = decode(bytes);
    const broken = this.broken === null ? null : new Fault('broken-json', null, `${this.broken}.`);
    const tooLarge = tooLong ?? (this.tooDeep ? tooDeep() : null);
    this.place += 1;
    this.inElement = false;
    this.open = [];
    this.beyond = 0;
    this.tooDeep = false;
    this.closed = false;
    this.inString = false;
    this.escaped = false;
    this.broken = null;
    return {
      place: this.place,
      text: text.trim(),
      fault: tooLarge ?? fault ?? broken,
      start: this.start,
      end: end - blanksAtEnd(bytes),
    };
  }

  /** A fault of the array itself, at the place after its last element. */
  private note(message: string): Piece {
    this.place += 1;
    const fault = new Fault('broken-json', null, `${message}.`);
    return { place: this.place, text: '', fault, start: this.before, end: this.before };
  }
}

function blanksAtEnd(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === LF || isBlank(bytes[end - 1] as number))) end -= 1;
  return bytes.length - end;
}

function isCloser(byte: number): boolean {
  return byte === CLOSE_OBJECT || byte === CLOSE_LIST;
}

function openerOf(closer: number): number {
  return closer === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_LIST;
}
