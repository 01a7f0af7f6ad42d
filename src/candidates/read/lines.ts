/** Cuts bytes into lines. */

import type { ByteReader, Piece } from './entries';
import { ByteParts, decode } from './utf8';

const LF = 0x0a;
const CR = 0x0d;

/**
 * Cuts bytes into lines at LF or CRLF. Each line is decoded by itself, so that bytes that are not UTF-8 harm one line only.
 * The place is the line's number; blank lines count.
 */
export class LineReader implements ByteReader<Piece> {
  private readonly parts = new ByteParts();
  private line = 0;

  /** @param start offset of the first byte in the file's content */
  constructor(private start = 0) {}

  *push(bytes: Uint8Array): Iterable<Piece> {
    let from = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, from)) {
      yield this.cut(bytes.subarray(from, end + 1));
      from = end + 1;
    }
    this.parts.add(bytes.subarray(from));
  }

  *finish(): Iterable<Piece> {
    if (this.parts.length > 0) yield this.cut(new Uint8Array(0));
  }

  private cut(last: Uint8Array): Piece {
    const { bytes: line, length, fault: tooLong } = this.parts.take(last);
    const { start } = this;
    this.start += length;
    this.line += 1;
    const { text, fault } = decode(line.subarray(0, contentLength(line)));
    return { place: this.line, text, fault: tooLong ?? fault, start, end: this.start };
  }
}

/** Length of a line without its line end. */
function contentLength(line: Uint8Array): number {
  const end = line.at(-1) === LF ? line.length - 1 : line.length;
  return line[end - 1] === CR ? end - 1 : end;
}
