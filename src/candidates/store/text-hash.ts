/** The hash that tells texts apart. */

import xxhash from 'xxhash-wasm';

const HASH_WORDS = 4;

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

/** What is encoded without memory of its own; and of a unit of UTF-16, at most. */
const BUFFER_BYTES = 1024 * 1024;
const UNIT_BYTES = 3;

interface Encoded {
  readonly bytes: Uint8Array;
  readonly hash: Uint32Array;
}

/** Texts as UTF-8 with their hashes. */
export class EncodedTexts {
  private readonly encoder = new TextEncoder();
  private readonly buffers = [new Uint8Array(BUFFER_BYTES), new Uint8Array(BUFFER_BYTES)] as const;
  private texts: readonly string[] = [];
  private known: readonly Encoded[] = [];
  /** The place of the text that is expected next. */
  private next = 0;

  constructor(private readonly hash: TextHash = textHash) {}

  /**
   * Encodes texts together, as each call of the encoder costs more than a text, and remembers them: whoever makes a record of
   * an entry asks for them again, in their order.
   * @returns the hash of all
   */
  remember(texts: readonly string[]): Uint32Array {
    const all = this.encode(texts.join('\0'), this.buffers[0]);
    const hashes = new Uint32Array(HASH_WORDS * texts.length);
    let end = -1;
    this.known = texts.map((_, at) => {
      const start = end + 1;
      end = all.indexOf(0, start);
      const hash = hashes.subarray(HASH_WORDS * at, HASH_WORDS * (at + 1));
      return this.hashed(all.subarray(start, end < 0 ? all.length : end), hash);
    });
    this.next = 0;
    // With a 0 in a text, the parts between them are not the texts.
    this.texts = end < 0 ? texts : [];
    return end < 0 ? this.hashed(new Uint8Array(hashes.buffer)).hash : this.of(JSON.stringify(texts)).hash;
  }

  /** Holds until the next text is asked for. */
  of(text: string): Encoded {
    const ahead = this.texts.indexOf(text, this.next);
    const at = ahead < 0 ? this.texts.indexOf(text) : ahead;
    if (at < 0) return this.hashed(this.encode(text, this.buffers[1]));
    this.next = at + 1;
    return this.known[at] as Encoded;
  }

  private encode(text: string, buffer: Uint8Array): Uint8Array {
    if (UNIT_BYTES * text.length > BUFFER_BYTES) return this.encoder.encode(text);
    return buffer.subarray(0, this.encoder.encodeInto(text, buffer).written);
  }

  private hashed(bytes: Uint8Array, hash = new Uint32Array(HASH_WORDS)): Encoded {
    this.hash(bytes, hash);
    return { bytes, hash };
  }
}

export const encodedTexts = new EncodedTexts();
/** Of keys, so that the texts of the entry stay remembered. */
export const encodedKeys = new EncodedTexts();
