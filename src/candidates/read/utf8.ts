/** Strict UTF-8, and pieces that lie across chunks. */

import { Fault } from '../fault';
import { LIMITS } from '../limits';
import { joined } from '../joined';
import { formatBytes } from '../../ui/words';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Decodes one line or element. Bytes that are not UTF-8 give a fault, and U+FFFD in the text, which then serves as excerpt
 * only.
 */
export function decode(bytes: Uint8Array): { text: string; fault: Fault | null } {
  try {
    return { text: strict.decode(bytes), fault: null };
  } catch {
    const text = lenient.decode(bytes);
    const position = text.indexOf('\ufffd') + 1;
    const message = `Not UTF-8 at about character ${position}. Save the file as UTF-8 or correct this text.`;
    return { text, fault: new Fault('not-utf8', null, message) };
  }
}

/** Whether a byte is white space in ASCII. */
export const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

/** Bytes kept of a line or element that is too long, for the excerpt. */
const KEPT_BYTES = 1024;

export interface Collected {
  /** All bytes, or the first ones where there are too many. */
  readonly bytes: Uint8Array;
  /** Number of bytes before any were dropped. */
  readonly length: number;
  readonly fault: Fault | null;
}

/** Collects the parts of a line or element across chunks; of one that is too long, only the beginning. */
export class ByteParts {
  private parts: Uint8Array[] = [];
  private size = 0;

  /** @param most bytes that are collected */
  constructor(private readonly most: number = LIMITS.recordBytes) {}

  get length(): number {
    return this.size;
  }

  /** @param bytes kept, not copied */
  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.size += bytes.length;
    if (this.size <= this.most) {
      this.parts.push(bytes);
    } else if (this.parts.length > 0) {
      // A copy, so that the chunks themselves can be freed.
      this.parts = [(this.parts[0] as Uint8Array).slice(0, KEPT_BYTES)];
    }
  }

  /** All parts followed by `last`, as one; the collection is empty afterwards. */
  take(last: Uint8Array): Collected {
    this.add(last);
    const length = this.size;
    const fault = length > this.most ? tooLong(length, this.most) : null;
    const [first = last, ...more] = this.parts;
    // A single part is not copied.
    const whole = () => (more.length === 0 ? first : joined(Uint8Array, this.parts));
    const bytes = fault === null ? whole() : first.slice(0, KEPT_BYTES);
    this.parts = [];
    this.size = 0;
    return { bytes, length, fault };
  }
}

function tooLong(length: number, most: number): Fault {
  const message =
    `It has ${formatBytes(length)}, expected at most ${formatBytes(most)} in one record. ` +
    'Write one record a line, or a JSON array of records, and split larger ones.';
  return new Fault('too-large', null, message);
}
