/** The hash that tells texts apart. */

import xxhash from 'xxhash-wasm';

export const HASH_WORDS = 4;

/** Writes the 128-bit hash of bytes into `words`, {@link HASH_WORDS} of them. */
export type TextHash = (bytes: Uint8Array, words: Uint32Array) => void;

const SEEDS = [0x243f6a8885a308d3n, 0x13198a2e03707344n] as const;

const halves = new BigUint64Array(2);
const halfWords = new Uint32Array(halves.buffer);
let h64Raw: Awaited<ReturnType<typeof xxhash>>['h64Raw'];

/**
 * XXH64 under two seeds, once {@link loadTextHash} has ended. Texts with equal hashes count as equal: among ten million
 * texts, two different ones collide with a probability of 10⁻²⁵. (A file could be made to collide; it would only spoil its
 * own figures.)
 */
export const textHash: TextHash = (bytes, words) => {
  halves[0] = h64Raw(bytes, SEEDS[0]);
  halves[1] = h64Raw(bytes, SEEDS[1]);
  words.set(halfWords);
};

/** Every reading begins with it. */
export async function loadTextHash(): Promise<void> {
  h64Raw ??= (await xxhash()).h64Raw;
}
