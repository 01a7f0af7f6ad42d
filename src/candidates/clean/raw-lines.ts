import { ByteParts } from '../files/utf8';

const LF = 0x0a;
const CR = 0x0d;

/** Cuts bytes into lines as `LineReader` does, byte for byte: each keeps its line end. */
export class RawLines {
  readonly #parts = new ByteParts();

  *push(bytes: Uint8Array): Iterable<Uint8Array> {
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      yield this.#parts.take(bytes.subarray(start, end + 1));
      start = end + 1;
    }
    this.#parts.add(bytes.subarray(start));
  }

  /** The last line, where it has no line end. */
  *finish(): Iterable<Uint8Array> {
    if (this.#parts.length > 0) yield this.#parts.take(new Uint8Array(0));
  }
}

/** A line, or a row of several lines, and its line end: LF, CR LF or none. */
export function withoutLineEnd(line: Uint8Array): { content: Uint8Array; end: Uint8Array } {
  let length = line.length;
  if (line[length - 1] === LF) length -= 1;
  if (line[length - 1] === CR) length -= 1;
  return { content: line.subarray(0, length), end: line.subarray(length) };
}
