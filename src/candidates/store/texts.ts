/** Distinct texts in memory, each with an id. */

import { offsetsOf } from '../../scoring/pairs';
import { unknownSource } from '../errors';
import { joined } from '../joined';
import type { Utf8Texts } from './arrow';
import { Integers } from './growing';
import { HashIds } from './hash-ids';
import { encodedTexts } from './text-hash';

const BLOCK_BYTES = 1024 * 1024;
/** Of the number beside a text, with its array's spare room. */
const END_BYTES = 6;
/** Bytes of a character at most. */
const CHARACTER_BYTES = 4;

/** Ids up to which texts reach. */
export type TextEnds = Readonly<Record<keyof StoreTexts, number>>;

/** Distinct texts of all sources by kind. Names are query ids, and values of the column of units. */
export interface StoreTexts {
  readonly queries: Texts;
  readonly passages: Texts;
  readonly names: Texts;
}

export function endsOf({ queries, passages, names }: StoreTexts): TextEnds {
  return { queries: queries.next, passages: passages.next, names: names.next };
}

interface Block {
  readonly first: number;
  readonly bytes: Uint8Array;
  /** Ends of the texts, behind a 0. */
  readonly ends: Integers;
}

/** The distinct texts of one kind as UTF-8, outside the JavaScript heap. Their ids count from 0. */
export class Texts {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly ids = new HashIds();
  /** Ascending by their ids. */
  private blocks: Block[] = [];
  /** Memory of the blocks without their ends. */
  private blockBytes = 0;

  constructor(private readonly encoded = encodedTexts) {}

  get size(): number {
    return this.ids.size;
  }

  /** The id that the next new text gets. */
  get next(): number {
    return this.ids.next;
  }

  get bytes(): number {
    return this.ids.bytes + this.blockBytes + END_BYTES * this.ids.size;
  }

  /** The id of a text; a new one is kept and gets the next id. */
  idOf(text: string): number {
    const { bytes, hash } = this.encoded.of(text);
    const { next } = this;
    const id = this.ids.idOf(hash);
    if (id !== next) return id;
    const block = this.blockWith(bytes.length, id);
    const end = endOf(block.ends);
    block.bytes.set(bytes, end);
    block.ends.push(end + bytes.length);
    return id;
  }

  /** The id of a text; -1 for one that is not here. */
  find(text: string): number {
    return this.ids.find(this.encoded.of(text).hash);
  }

  /** Writes the hash of the text that has an id into `words`. */
  hashOf(id: number, words: Uint32Array): void {
    this.ids.read(id, words);
  }

  /** @param characters at most; null for all @returns null where no text has the id (any more) */
  text(id: number, characters: number | null = null): string | null {
    const bytes = this.bytesOf(id);
    if (bytes === null) return null;
    if (characters === null) return this.decoded(bytes);
    return leftOf(this.decoded(bytes.subarray(0, CHARACTER_BYTES * characters)), characters);
  }

  /** A text as it is kept; nobody may change it. @returns null where no text has the id (any more) */
  bytesOf(id: number): Uint8Array | null {
    const block = this.blockOf(id);
    return block === null || !this.ids.holds(id) ? null : bytesOf(block, id);
  }

  /** What bytes of a text say. */
  decoded(bytes: Uint8Array): string {
    return this.decoder.decode(bytes);
  }

  /** @throws UnknownSourceError for an id that has no text (any more) */
  all(ids: Int32Array): string[] {
    return Array.from(ids, (id) => {
      const text = this.text(id);
      if (text === null) throw unknownSource(`The source of text ${id}`);
      return text;
    });
  }

  /** Forgets texts whose ids are in none of some columns; their ids are not given again. */
  keep(columns: readonly Int32Array[]): void {
    const stays = new Uint8Array(this.next);
    // What stands for no text is below 0, where an array of bytes has no place.
    for (const column of columns) for (const id of column) stays[id] = 1;
    this.ids.keep(stays);
    this.blocks = this.blocks.filter(({ first, ends }) =>
      stays.subarray(first, first + ends.length - 1).includes(1),
    );
    this.blockBytes = this.blocks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** The texts with ids from `first` on and below `end`, in parts. */
  *parts(first: number, end: number): Generator<{ readonly ids: Int32Array; readonly texts: Utf8Texts }> {
    for (const block of this.blocks) {
      const ids: number[] = [];
      const last = Math.min(end, block.first + block.ends.length - 1);
      for (let id = Math.max(first, block.first); id < last; id += 1) if (this.ids.holds(id)) ids.push(id);
      const texts = ids.map((id) => bytesOf(block, id));
      const offsets = offsetsOf(Int32Array.from(texts, ({ length }) => length));
      if (ids.length > 0)
        yield { ids: new Int32Array(ids), texts: { bytes: joined(Uint8Array, texts), offsets } };
    }
  }

  /** The last block, or a new one where it has less room than `length` bytes. @param id of the text to come */
  private blockWith(length: number, id: number): Block {
    const last = this.blocks.at(-1);
    const follows = last !== undefined && last.first + last.ends.length - 1 === id;
    if (follows && last.bytes.length - endOf(last.ends) >= length) return last;
    const bytes = new Uint8Array(Math.max(BLOCK_BYTES, length));
    const block = { first: id, bytes, ends: new Integers() };
    block.ends.push(0);
    this.blockBytes += bytes.length;
    this.blocks.push(block);
    return block;
  }

  private blockOf(id: number): Block | null {
    let [low, high] = [0, this.blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.blocks[middle] as Block).first <= id) low = middle + 1;
      else high = middle;
    }
    const block = this.blocks[low - 1];
    return block !== undefined && id < block.first + block.ends.length - 1 ? block : null;
  }
}

function endOf(ends: Integers): number {
  return ends.at(ends.length - 1);
}

function bytesOf({ first, bytes, ends }: Block, id: number): Uint8Array {
  return bytes.subarray(ends.at(id - first), ends.at(id - first + 1));
}

/** The first characters as DuckDB counts them: a pair of surrogates is one. */
function leftOf(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return [...text.slice(0, 2 * characters)].slice(0, characters).join('');
}
