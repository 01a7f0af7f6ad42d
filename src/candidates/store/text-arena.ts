/** Texts outside the JavaScript heap. */

const BLOCK_BYTES = 1024 * 1024;
/** A place is the number of a block times this plus an offset in it: exact as a double for two million blocks. */
const PLACES = 2 ** 32;
const LENGTH_BYTES = 4;
/** The place of null. */
const NULL = -1;

interface Block {
  readonly number: number;
  readonly bytes: Uint8Array;
  end: number;
  /** Texts not yet taken. */
  texts: number;
}

/**
 * Keeps texts as UTF-8 outside the JavaScript heap, which is smaller than the tab's memory. Each text is put in once and
 * taken at most once; a block is freed when all its texts are taken.
 */
export class TextArena {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly blocks = new Map<number, Block>();
  private last: Block | null = null;
  private nextBlock = 0;
  private held = 0;

  /** Memory held. */
  get bytes(): number {
    return this.held;
  }

  /** Returns the text's place. Half surrogate pairs come back as U+FFFD. */
  put(text: string | null): number {
    if (text === null) return NULL;
    const block = this.blockWith(LENGTH_BYTES + 3 * text.length);
    const start = block.end + LENGTH_BYTES;
    const { written } = this.encoder.encodeInto(text, block.bytes.subarray(start));
    viewOf(block).setUint32(block.end, written);
    const place = block.number * PLACES + block.end;
    block.end = start + written;
    block.texts += 1;
    return place;
  }

  /** A text that stays. */
  read(place: number): string | null {
    return place === NULL ? null : this.decode(this.blockAt(place), place);
  }

  take(place: number): string | null {
    if (place === NULL) return null;
    const block = this.blockAt(place);
    const text = this.decode(block, place);
    block.texts -= 1;
    if (block.texts === 0) this.giveUp(block);
    return text;
  }

  private blockAt(place: number): Block {
    const block = this.blocks.get(Math.floor(place / PLACES));
    if (block === undefined) throw new Error(`no text is at ${place}: it was taken before`);
    return block;
  }

  private decode(block: Block, place: number): string {
    const start = place % PLACES;
    const length = viewOf(block).getUint32(start);
    return this.decoder.decode(block.bytes.subarray(start + LENGTH_BYTES, start + LENGTH_BYTES + length));
  }

  /** The last block, or a new one where it has less room than `length` bytes. */
  private blockWith(length: number): Block {
    if (this.last !== null && this.last.bytes.length - this.last.end >= length) return this.last;
    const bytes = new Uint8Array(Math.max(BLOCK_BYTES, length));
    this.last = { number: this.nextBlock, bytes, end: 0, texts: 0 };
    this.blocks.set(this.nextBlock, this.last);
    this.nextBlock += 1;
    this.held += bytes.length;
    return this.last;
  }

  private giveUp(block: Block): void {
    this.blocks.delete(block.number);
    this.held -= block.bytes.length;
    if (block === this.last) this.last = null;
  }
}

function viewOf({ bytes }: Block): DataView {
  return new DataView(bytes.buffer);
}
