/** Checksums by which damage to a file of the cache is found before anything of it is used. */

import xxhash from 'xxhash-wasm';

/** 32 bits of some bytes. @param seed bytes under another seed have another checksum */
export type Checksum = (bytes: Uint8Array, seed: number) => number;

export async function createChecksum(): Promise<Checksum> {
  const { h32Raw } = await xxhash();
  return (bytes, seed) => h32Raw(bytes, seed);
}
