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

/** Texts that are remembered, and their bytes. */
const REMEMBERED_TEXTS = 500;
const REMEMBERED_BYTES = 1024 * 1024;
/** Units of UTF-16 below which encoding a text takes no longer than remembering it: ids are shorter. */
const SHORT = 64;
/** Of a unit of UTF-16, at most. */
const UNIT_BYTES = 3;

interface Encoded {
  readonly bytes: Uint8Array;
  readonly hash: Uint32Array;
}

/** Texts as UTF-8 with their hashes. The last ones are remembered: whoever reads a record asks for each text more than once. */
export class EncodedTexts {
  private readonly encoder = new TextEncoder();
  private readonly bytes = new Uint8Array(REMEMBERED_BYTES);
  private end = 0;
  private readonly known = new Map<string, Encoded>();
  /** Of each remembered text. */
  private readonly hashes = Array.from({ length: REMEMBERED_TEXTS }, () => new Uint32Array(HASH_WORDS));

  constructor(private readonly hash: TextHash = textHash) {}

  /** Holds until the next text is asked for. */
  of(text: string): Encoded {
    const isShort = text.length < SHORT;
    const known = isShort ? undefined : this.known.get(text);
    if (known !== undefined) return known;
    const most = UNIT_BYTES * text.length;
    if (most > REMEMBERED_BYTES) return this.hashed(this.encoder.encode(text), new Uint32Array(HASH_WORDS));
    if (this.end + most > REMEMBERED_BYTES || this.known.size === REMEMBERED_TEXTS) {
      this.known.clear();
      this.end = 0;
    }
    const free = this.bytes.subarray(this.end);
    const { written } = this.encoder.encodeInto(text, free);
    const encoded = this.hashed(free.subarray(0, written), this.hashes[this.known.size] as Uint32Array);
    if (isShort) return encoded;
    this.end += written;
    this.known.set(text, encoded);
    return encoded;
  }

  private hashed(bytes: Uint8Array, hash: Uint32Array): Encoded {
    this.hash(bytes, hash);
    return { bytes, hash };
  }
}

export const encodedTexts = new EncodedTexts();

let words = new Uint32Array(0);
const hashOfWords = new Uint32Array(HASH_WORDS);

/** The hash of texts in their order. It holds until the next one. */
export function hashOfAll(texts: readonly string[]): Uint32Array {
  const length = HASH_WORDS * texts.length;
  if (words.length < length) words = new Uint32Array(2 * length);
  for (let i = 0; i < texts.length; i++) words.set(encodedTexts.of(texts[i] as string).hash, HASH_WORDS * i);
  textHash(new Uint8Array(words.buffer, 0, words.BYTES_PER_ELEMENT * length), hashOfWords);
  return hashOfWords;
}
