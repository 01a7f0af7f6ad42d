/** Ids of distinct texts. */

import { HashIds } from './hash-ids';
import { Utf8Buffer, type HashedTexts, type Utf8Texts } from './hashed-texts';

/** Texts that got ids one after the other. */
export interface NewTexts {
  /** Id of the first. */
  readonly first: number;
  readonly count: number;
  readonly texts: Utf8Texts;
}

/** Gives each distinct text an id, from 0 on. Kept here are hashes, and the UTF-8 of texts since the last `takeNew`. */
export class TextIds {
  private readonly ids = new HashIds();
  private readonly hashed = new Uint32Array(4);
  private readonly fresh = new Utf8Buffer();
  private freshCount = 0;

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
    return this.fresh.length;
  }

  /** @param texts that the text is one of, or becomes one of */
  idOf(texts: HashedTexts, text: string): number {
    texts.hashOf(text, this.hashed);
    const { next } = this.ids;
    const id = this.ids.idOf(this.hashed);
    if (id === next) {
      this.fresh.append(texts.bytesOf(text));
      this.freshCount += 1;
    }
    return id;
  }

  /** Writes the hash of the text that has an id into `hash`. */
  hashOf(id: number, hash: Uint32Array): void {
    this.ids.read(id, hash);
  }

  /** The new texts since the last call. */
  takeNew(): NewTexts {
    const { bytes, offsets } = this.fresh.texts();
    const texts = { bytes: bytes.slice(), offsets };
    const count = this.freshCount;
    this.forgetFresh();
    return { first: this.ids.next - count, count, texts };
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

  private forgetFresh(): void {
    this.fresh.clear();
    this.freshCount = 0;
  }
}
