/** Finds the list of records inside a JSON file that is one object, as NeMo's training files are. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const COLON = 0x3a;

const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

/**
 * Offset of the `[` of the list of objects under `key` in the object with which the bytes begin; null where there is
 * none among them.
 */
export function nestedListStart(bytes: Uint8Array, key: string): number | null {
  const decoder = new TextDecoder();
  let depth = 0;
  let keyFound = false;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] as number;
    if (isBlank(byte)) continue;
    if (byte === QUOTE) {
      const end = endOfString(bytes, i);
      const isKey = depth === 1 && bytes[nextNonBlank(bytes, end + 1)] === COLON;
      if (isKey) keyFound = decoder.decode(bytes.subarray(i + 1, end)) === key;
      i = end;
    } else if (OPEN.has(byte)) {
      if (keyFound && depth === 1) {
        return byte === OPEN_LIST && bytes[nextNonBlank(bytes, i + 1)] === OPEN_OBJECT ? i : null;
      }
      depth += 1;
    } else if (CLOSE.has(byte)) {
      depth -= 1;
      if (depth === 0) return null;
    }
  }
  return null;
}

/** Index of the first byte from `from` on that is not blank; the length where there is none. */
export function nextNonBlank(bytes: Uint8Array, from: number): number {
  let i = from;
  while (i < bytes.length && isBlank(bytes[i] as number)) i += 1;
  return i;
}

/** Index of the quote that closes the string opened at `start`, or the length. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let i = start + 1; i < bytes.length; i += 1) {
    if (bytes[i] === BACKSLASH) i += 1;
    else if (bytes[i] === QUOTE) return i;
  }
  return bytes.length;
}
