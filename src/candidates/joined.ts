/** Typed arrays of one kind, one after the other, as a new one. */

type Column = Float64Array | Int32Array | Uint8Array;

export function joined<T extends Column>(Kind: new (length: number) => T, parts: readonly T[]): T {
  const all = new Kind(parts.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const part of parts) {
    all.set(part, start);
    start += part.length;
  }
  return all;
}
