/** Ids of distinct texts. */

import { HashIds } from './hash-ids';
import type { TextHash } from './text-hash';

/** UTF-8 texts one after the other; text i is `bytes[offsets[i] .. offsets[i + 1])`. */
export interface Utf8Texts {
  readonly bytes: Uint8Array;
  readonly offsets: Int32Array;
}

/** Texts that got ids one after the other. */
export interface NewTexts {
  /** Id of the first. */
  readonly first: number;
  readonly texts: Utf8Texts;
  /** Characters of the title that each begins with. */
  readonly titles: readonly number[];
}

/** Longer texts are encoded first, not given room for three bytes a character. */
const LONG_TEXT = 1024 * 1024;
const FIRST_BYTES = 64 * 1024;
/** A buffer that grew beyond this for one long text is not kept. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Gives each distinct text an id, from 0 on. Kept here are hashes, and the UTF-8 of texts since the last `takeNew`. */
export class TextIds {
  private readonly ids = new HashIds();
  private readonly encoder = new TextEncoder();
  private readonly hashed = new Uint32Array(4);
  private fresh = new Uint8Array(FIRST_BYTES);
  /** Ends of the fresh texts in `fresh`, behind a 0. */
  private ends = [0];
  /** Characters of the title that each fresh text begins with. */
  private titles: number[] = [];

  constructor(private readonly hash: TextHash) {}

  /** Number of texts that have an id. */
  get size(): number {
    return this.ids.size;
  }

  /** The id that the next new text gets. */
  get next(): number {
    return this.ids.next;
  }

  /** Memory held for the hashes. */
  get bytes(): number {
    return this.ids.bytes;
  }

  /** Bytes of the texts since the last `takeNew`. */
  get freshBytes(): number {
    return this.ends.at(-1) as number;
  }

  /** @param title characters of the title that the text begins with: a text that is known keeps its own */
  idOf(text: string, title = 0): number {
    const start = this.ends.at(-1) as number;
    const end = this.encode(text, start);
    this.hash(this.fresh.subarray(start, end), this.hashed);
    const { next } = this.ids;
    const id = this.ids.idOf(this.hashed);
    if (id === next) {
      this.ends.push(end);
      this.titles.push(title);
    }
    return id;
  }

  /** Writes the hash of the text that has an id into `hash`. */
  hashOf(id: number, hash: Uint32Array): void {
    this.ids.read(id, hash);
  }

  /** The new texts since the last call. */
  takeNew(): NewTexts {
    const offsets = Int32Array.from(this.ends);
    const bytes = this.fresh.slice(0, offsets.at(-1));
    const { titles } = this;
    this.forgetFresh();
    return { first: this.ids.next - (offsets.length - 1), texts: { bytes, offsets }, titles };
  }

  /** Forgets all texts from an id on, fresh texts too; their ids are given again. */
  forgetFrom(id: number): void {
    this.forgetFresh();
    this.ids.forgetFrom(id);
  }

  /** Forgets single texts; their ids are not given again. */
  forget(ids: Iterable<number>): void {
    this.ids.forget(ids);
  }

  /** Writes the text's UTF-8 behind the fresh texts; gives its end. */
  private encode(text: string, start: number): number {
    if (text.length > LONG_TEXT) {
      const bytes = this.encoder.encode(text);
      this.reserve(start + bytes.length);
      this.fresh.set(bytes, start);
      return start + bytes.length;
    }
    this.reserve(start + 3 * text.length);
    return start + this.encoder.encodeInto(text, this.fresh.subarray(start)).written;
  }

  private reserve(length: number): void {
    if (length <= this.fresh.length) return;
    const larger = new Uint8Array(Math.max(length, 2 * this.fresh.length));
    larger.set(this.fresh.subarray(0, this.ends.at(-1)));
    this.fresh = larger;
  }

  private forgetFresh(): void {
    this.ends = [0];
    this.titles = [];
    if (this.fresh.length > KEPT_BYTES) this.fresh = new Uint8Array(FIRST_BYTES);
  }
}
