/** 128-bit keys of texts and token sequences for the embedding cache. */

import xxhash, { type XXHashAPI } from 'xxhash-wasm';

const SEEDS = [0x9e3779b97f4a7c15n, 0xc2b2ae3d27d4eb4fn] as const;

/** Keeps the two apart: a text and a token sequence of the same bytes get different keys. */
const TEXT = 1;
const SEQUENCE = 2;

export class KeyHasher {
  private readonly utf8 = new TextEncoder();
  private buffer = new Uint8Array(4096);

  private constructor(private readonly hash: XXHashAPI) {}

  static async create(): Promise<KeyHasher> {
    return new KeyHasher(await xxhash());
  }

  text(text: string): bigint {
    this.grow(text.length * 3 + 1);
    this.buffer[0] = TEXT;
    const { written } = this.utf8.encodeInto(text, this.buffer.subarray(1));
    return this.key(this.buffer.subarray(0, written + 1));
  }

  /** Key of a sequence of token ids. */
  sequence(ids: Int32Array): bigint {
    const bytes = new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength);
    this.grow(bytes.length + 1);
    this.buffer[0] = SEQUENCE;
    this.buffer.set(bytes, 1);
    return this.key(this.buffer.subarray(0, bytes.length + 1));
  }

  private key(bytes: Uint8Array): bigint {
    return (this.hash.h64Raw(bytes, SEEDS[0]) << 64n) | this.hash.h64Raw(bytes, SEEDS[1]);
  }

  private grow(bytes: number): void {
    if (bytes > this.buffer.length) this.buffer = new Uint8Array(bytes * 2);
  }
}
