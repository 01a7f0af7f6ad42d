/** 128-bit keys of texts, for the embedding cache, and of token sequences. The two kinds are never looked up together. */

import xxhash, { type XXHashAPI } from 'xxhash-wasm';

const SEEDS = [0x9e3779b97f4a7c15n, 0xc2b2ae3d27d4eb4fn] as const;

export class KeyHasher {
  private readonly utf8 = new TextEncoder();

  private constructor(private readonly hash: XXHashAPI) {}

  static async create(): Promise<KeyHasher> {
    return new KeyHasher(await xxhash());
  }

  text(text: string): bigint {
    return this.key(this.utf8.encode(text));
  }

  /** Key of a sequence of token ids. */
  sequence(ids: Int32Array): bigint {
    return this.key(new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength));
  }

  private key(bytes: Uint8Array): bigint {
    return (this.hash.h64Raw(bytes, SEEDS[0]) << 64n) | this.hash.h64Raw(bytes, SEEDS[1]);
  }
}
