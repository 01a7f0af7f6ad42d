import type { ByteReader, Piece } from './entries';
import { ByteParts, decode } from './utf8';

const LF = 0x0a;
const CR = 0x0d;

/**
 * Cuts bytes into lines at LF or CRLF. Each line is decoded by itself, so that one with bytes that are not UTF-8
 * does not harm the others. A last line without a line end counts; the place is the line's number, blank ones counted.
 */
export class LineReader implements ByteReader<Piece> {
  readonly #parts = new ByteParts();
  #line = 0;

  *push(bytes: Uint8Array): Iterable<Piece> {
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      yield this.#cut(bytes.subarray(start, end));
      start = end + 1;
    }
    this.#parts.add(bytes.subarray(start));
  }

  *finish(): Iterable<Piece> {
    if (this.#parts.length > 0) yield this.#cut(new Uint8Array(0));
  }

  #cut(last: Uint8Array): Piece {
    const line = this.#parts.take(last);
    this.#line += 1;
    const end = line.at(-1) === CR ? line.length - 1 : line.length;
    return { place: this.#line, ...decode(line.subarray(0, end)) };
  }
}
