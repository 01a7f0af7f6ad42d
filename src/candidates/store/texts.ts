/** Distinct texts in memory, each with an id. */

import { Integers } from './growing';
import { HashIds } from './hash-ids';
import { HASH_WORDS, type TextHash } from './text-hash';

/** UTF-8 texts one after the other; text i is `bytes[offsets[i] .. offsets[i + 1])`. */
export interface Utf8Texts {
  readonly bytes: Uint8Array;
  readonly offsets: Int32Array;
}

const BLOCK_BYTES = 1024 * 1024;
/** Longer texts are encoded first, not given room for three bytes a character. */
const LONG_TEXT = 64 * 1024;
/** Bytes of a character at most. */
const CHARACTER_BYTES = 4;

/** Texts whose ids follow each other. */
interface Block {
  /** Id of the first text. */
  readonly first: number;
  readonly bytes: Uint8Array;
  /** Ends of the texts, behind a 0. */
  readonly ends: Integers;
  /** Texts not forgotten. */
  left: number;
}

/** The distinct texts of one kind as UTF-8, outside the JavaScript heap. Their ids count from 0. */
export class Texts {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly ids = new HashIds();
  private readonly hashed = new Uint32Array(HASH_WORDS);
  /** Ascending by their ids. */
  private blocks: Block[] = [];

  constructor(private readonly hash: TextHash) {}

  /** Number of texts. */
  get size(): number {
    return this.ids.size;
  }

  /** The id that the next new text gets. */
  get next(): number {
    return this.ids.next;
  }

  /** Memory held. */
  get bytes(): number {
    return this.blocks.reduce((sum, { bytes, ends }) => sum + bytes.length + ends.byteLength, this.ids.bytes);
  }

  /** The id of a text; a new one is kept and gets the next id. */
  idOf(text: string): number {
    if (text.length > LONG_TEXT) return this.idOfLong(this.encoder.encode(text));
    // Encoded where it stays if it is new.
    const block = this.blockWith(3 * text.length);
    const room = block.bytes.subarray(endOf(block));
    const { written } = this.encoder.encodeInto(text, room);
    return this.known(room.subarray(0, written)) ?? this.keep(block, written);
  }

  /** The id of a text; -1 for one that is not here. */
  find(text: string): number {
    return this.known(this.encoder.encode(text)) ?? -1;
  }

  /** Writes the hash of the text that has an id into `words`. */
  hashOf(id: number, words: Uint32Array): void {
    this.ids.read(id, words);
  }

  /** @param characters at most; null for all @returns null where no text has the id (any more) */
  text(id: number, characters: number | null = null): string | null {
    const block = this.blockOf(id);
    if (block === null || !this.ids.holds(id)) return null;
    const bytes = bytesOf(block, id);
    if (characters === null) return this.decoder.decode(bytes);
    return leftOf(this.decoder.decode(bytes.subarray(0, CHARACTER_BYTES * characters)), characters);
  }

  /** Forgets single texts; their ids are not given again. */
  forget(ids: readonly number[]): void {
    this.ids.forget(ids);
    for (const id of ids) {
      const block = this.blockOf(id);
      if (block !== null) block.left -= 1;
    }
    this.blocks = this.blocks.filter(({ left }) => left > 0);
  }

  /** Forgets all texts from an id on, none of which was forgotten before; their ids are given again. */
  forgetFrom(id: number): void {
    this.ids.forgetFrom(id);
    this.blocks = this.blocks.filter(({ first }) => first < id);
    const last = this.blocks.at(-1);
    if (last === undefined) return;
    const gone = Math.max(0, last.first + last.ends.length - 1 - id);
    last.ends.length -= gone;
    last.left -= gone;
  }

  /** The texts with ids from `first` on and below `end`, in parts. */
  *parts(first: number, end: number): Generator<{ readonly ids: Int32Array; readonly texts: Utf8Texts }> {
    for (const block of this.blocks) {
      const ids = new Integers();
      const last = Math.min(end, block.first + block.ends.length - 1);
      for (let id = Math.max(first, block.first); id < last; id += 1) if (this.ids.holds(id)) ids.push(id);
      if (ids.length > 0) yield { ids: ids.copied(), texts: joined(ids.copied(), block) };
    }
  }

  /** Ids below `end` that no text has any more, ascending. */
  forgottenBelow(end: number): Int32Array {
    const ids = new Integers();
    for (let id = 0; id < end; id += 1) if (!this.ids.holds(id)) ids.push(id);
    return ids.copied();
  }

  private idOfLong(bytes: Uint8Array): number {
    const known = this.known(bytes);
    if (known !== null) return known;
    const block = this.blockWith(bytes.length);
    block.bytes.set(bytes, endOf(block));
    return this.keep(block, bytes.length);
  }

  /** Hashes a text. @returns its id; null where it is new */
  private known(bytes: Uint8Array): number | null {
    this.hash(bytes, this.hashed);
    const id = this.ids.find(this.hashed);
    return id < 0 ? null : id;
  }

  /** Keeps the text that stands behind the last one of a block and was hashed. */
  private keep(block: Block, length: number): number {
    block.ends.push(endOf(block) + length);
    block.left += 1;
    return this.ids.idOf(this.hashed);
  }

  /** The last block, or a new one where it has less room than `length` bytes. */
  private blockWith(length: number): Block {
    const last = this.blocks.at(-1);
    const follows = last !== undefined && last.first + last.ends.length - 1 === this.next;
    if (follows && last.bytes.length - endOf(last) >= length) return last;
    const bytes = new Uint8Array(Math.max(BLOCK_BYTES, length));
    const block = { first: this.next, bytes, ends: new Integers(), left: 0 };
    block.ends.push(0);
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

function endOf({ ends }: Block): number {
  return ends.at(ends.length - 1);
}

function bytesOf({ first, bytes, ends }: Block, id: number): Uint8Array {
  return bytes.subarray(ends.at(id - first), ends.at(id - first + 1));
}

/** Some texts of a block, one after the other. */
function joined(ids: Int32Array, block: Block): Utf8Texts {
  const offsets = new Int32Array(ids.length + 1);
  for (const [i, id] of ids.entries()) offsets[i + 1] = (offsets[i] as number) + bytesOf(block, id).length;
  const bytes = new Uint8Array(offsets.at(-1) as number);
  for (const [i, id] of ids.entries()) bytes.set(bytesOf(block, id), offsets[i]);
  return { bytes, offsets };
}

/** The first characters as DuckDB counts them: a pair of surrogates is one. */
function leftOf(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return [...text.slice(0, 2 * characters)].slice(0, characters).join('');
}
