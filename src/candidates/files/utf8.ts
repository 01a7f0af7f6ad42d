/** UTF-8, strictly, and pieces of a file that lie across chunks. */

import { Fault } from '../fault';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Longest line or element that is read, in bytes: beyond it the file is not one of records. */
const MAX_PIECE_BYTES = 256 * 1024 * 1024;

/**
 * Decodes one line or element. Bytes that are not UTF-8 give a fault, and a text in which U+FFFD stands for them
 * (for the excerpt only).
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

/** A line or element longer than {@link MAX_PIECE_BYTES}. */
export class PieceTooLongError extends Error {
  override readonly name = 'PieceTooLongError';
  constructor() {
    super(`A single line or element is longer than ${MAX_PIECE_BYTES / 2 ** 20} MiB`);
  }
}

/** Collects the parts of a line or element that lies across chunks. */
export class ByteParts {
  private parts: Uint8Array[] = [];
  private size = 0;

  /** Bytes collected. */
  get length(): number {
    return this.size;
  }

  /** @param bytes not to be changed afterwards. @throws PieceTooLongError */
  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.size += bytes.length;
    if (this.size > MAX_PIECE_BYTES) throw new PieceTooLongError();
    this.parts.push(bytes);
  }

  /** All parts followed by `last`, as one; the collection is empty afterwards. */
  take(last: Uint8Array): Uint8Array {
    if (this.parts.length === 0) return last;
    const whole = new Uint8Array(this.size + last.length);
    let offset = 0;
    for (const part of this.parts) {
      whole.set(part, offset);
      offset += part.length;
    }
    whole.set(last, offset);
    this.parts = [];
    this.size = 0;
    return whole;
  }
}
