import { ParquetFault } from './parquet-fault';

/** Bits that hold the numbers 0 to `most`. */
export function bitWidth(most: number): number {
  return 32 - Math.clz32(most);
}

/**
 * Fills `out` from Parquet's mix of runs and packed bits (RLE), of `width` bits a number, in which levels and places
 * in a dictionary are written. Errors: `ParquetFault` where the bytes end before, or the width is over 32.
 */
export function readRuns(bytes: Uint8Array, width: number, out: Uint8Array | Uint32Array): void {
  if (width > 32) throw new ParquetFault(`numbers of ${width} bits`);
  let at = 0;
  let filled = 0;
  while (filled < out.length) {
    const { value: header, next } = varint(bytes, at);
    const count = Math.floor(header / 2) * (header & 1 ? 8 : 1);
    const taken = Math.min(count, out.length - filled);
    const length = header & 1 ? Math.ceil((taken * width) / 8) : Math.ceil(width / 8);
    if (next + length > bytes.length) throw new ParquetFault('a run of numbers ends too early');
    if (header & 1) {
      unpackBits(bytes, next, width, out.subarray(filled, filled + taken));
      at = next + Math.floor(header / 2) * width;
    } else {
      out.fill(littleEndian(bytes, next, length), filled, filled + taken);
      at = next + length;
    }
    filled += taken;
  }
}

function varint(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0; i < 5; i += 1) {
    const byte = bytes[start + i];
    if (byte === undefined) throw new ParquetFault('a run of numbers is missing');
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return { value, next: start + i + 1 };
  }
  throw new ParquetFault('the length of a run has too many digits');
}

/** Numbers of `width` bits, lowest bit first; the caller has seen that the bytes suffice. */
function unpackBits(bytes: Uint8Array, start: number, width: number, out: Uint8Array | Uint32Array): void {
  if (width > 24) return unpackWide(bytes, start, width, out);
  const mask = 2 ** width - 1;
  let buffer = 0;
  let held = 0;
  let at = start;
  for (let i = 0; i < out.length; i += 1) {
    while (held < width) {
      buffer |= (bytes[at] ?? 0) << held;
      at += 1;
      held += 8;
    }
    out[i] = buffer & mask;
    buffer >>>= width;
    held -= width;
  }
}

/** The same for widths at which 32 bits cannot hold a number and what is left of a byte. */
function unpackWide(bytes: Uint8Array, start: number, width: number, out: Uint8Array | Uint32Array): void {
  for (let i = 0; i < out.length; i += 1) {
    const bit = i * width;
    const first = start + Math.floor(bit / 8);
    out[i] = Math.floor(littleEndian(bytes, first, 5) / 2 ** (bit % 8)) % 2 ** width;
  }
}

function littleEndian(bytes: Uint8Array, start: number, length: number): number {
  let value = 0;
  for (let i = 0; i < length; i += 1) value += (bytes[start + i] ?? 0) * 2 ** (8 * i);
  return value;
}
