/** Checksums that find damage in a cache file before any of it is used. */

import xxhash from 'xxhash-wasm';

/** 32 bits for some bytes. @param seed other seeds give other checksums */
export type Checksum = (bytes: Uint8Array, seed: number) => number;

export async function createChecksum(): Promise<Checksum> {
  const { h32Raw } = await xxhash();
  return (bytes, seed) => h32Raw(bytes, seed);
}
