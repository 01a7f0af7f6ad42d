/** Texts as UTF-8 with their hashes. */

import { HASH_WORDS, type TextHash } from './text-hash';

/** UTF-8 texts one after the other; text i is `bytes[offsets[i] .. offsets[i + 1])`. */
export interface Utf8Texts {
  readonly bytes: Uint8Array;
  readonly offsets: Int32Array;
}

/** Longer texts are encoded first, not given room for three bytes a character. */
const LONG_TEXT = 1024 * 1024;
const FIRST_BYTES = 64 * 1024;
/** A buffer that grew beyond this for one long text is not kept. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** Most bytes of texts that are remembered: rows that are joined at the file's end come in no batch before. */
const MOST_BYTES = 1024 * 1024;

/** A buffer of texts that grows. */
export class Utf8Buffer {
  private readonly encoder = new TextEncoder();
  private bytes = new Uint8Array(FIRST_BYTES);
  /** Ends of the texts, behind a 0. */
  private ends = [0];

  /** Bytes of all texts. */
  get length(): number {
    return this.ends.at(-1) as number;
  }

  get count(): number {
    return this.ends.length - 1;
  }

  encode(text: string): void {
    if (text.length > LONG_TEXT) return this.append(this.encoder.encode(text));
    this.reserve(3 * text.length);
    const { written } = this.encoder.encodeInto(text, this.bytes.subarray(this.length));
    this.ends.push(this.length + written);
  }

  append(text: Uint8Array): void {
    this.reserve(text.length);
    this.bytes.set(text, this.length);
    this.ends.push(this.length + text.length);
  }

  /** The text at an index: valid until the next one comes. */
  at(index: number): Uint8Array {
    return this.bytes.subarray(this.ends[index], this.ends[index + 1]);
  }

  /** All texts: valid until the next one comes. */
  texts(): Utf8Texts {
    return { bytes: this.bytes.subarray(0, this.length), offsets: Int32Array.from(this.ends) };
  }

  clear(): void {
    this.ends = [0];
    if (this.bytes.length > KEPT_BYTES) this.bytes = new Uint8Array(FIRST_BYTES);
  }

  private reserve(length: number): void {
    const needed = this.length + length;
    if (needed <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.bytes.length));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

/** The last texts, as many as one batch has: each is encoded and hashed once, the first time that it is asked for. */
export class HashedTexts {
  private readonly buffer = new Utf8Buffer();
  private readonly places = new Map<string, number>();
  private readonly hashed = new Uint32Array(HASH_WORDS);
  /** Those of all hashes, one after the other. */
  private words: number[] = [];

  constructor(private readonly hash: TextHash) {}

  /** Writes the hash of a text into `words`, from `place` on. */
  hashOf(text: string, words: Uint32Array, place = 0): void {
    const at = HASH_WORDS * this.placeOf(text);
    for (let word = 0; word < HASH_WORDS; word += 1) words[place + word] = this.words[at + word] as number;
  }

  /** The UTF-8 of a text: valid until another text is asked for. */
  bytesOf(text: string): Uint8Array {
    return this.buffer.at(this.placeOf(text));
  }

  /** Forgets all texts. */
  clear(): void {
    this.buffer.clear();
    this.places.clear();
    this.words = [];
  }

  private placeOf(text: string): number {
    const known = this.places.get(text);
    if (known !== undefined) return known;
    if (this.buffer.length > MOST_BYTES) this.clear();
    const place = this.buffer.count;
    this.buffer.encode(text);
    this.hash(this.buffer.at(place), this.hashed);
    for (const word of this.hashed) this.words.push(word);
    this.places.set(text, place);
    return place;
  }
}
