/** Texts in memory, by their ids: a run reads them while DuckDB starts and fills. */

import type { NewTexts } from './text-ids';

interface Block extends NewTexts {
  /** 1 for each text that was forgotten. */
  readonly gone: Uint8Array;
  /** Texts not forgotten. */
  left: number;
}

/** The texts of one kind as UTF-8, outside the JavaScript heap. */
export class HeldTexts {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** Ascending by their ids. */
  private blocks: Block[] = [];

  get bytes(): number {
    return this.blocks.reduce((sum, { texts }) => sum + texts.bytes.length, 0);
  }

  add(texts: NewTexts): void {
    const { count } = texts;
    if (count > 0) this.blocks.push({ ...texts, gone: new Uint8Array(count), left: count });
  }

  /** @param characters at most; null for all @returns null where the text was forgotten */
  text(id: number, characters: number | null): string | null {
    const found = this.find(id);
    if (found === null) return null;
    const { bytes, offsets } = found.block.texts;
    const text = this.decoder.decode(bytes.subarray(offsets[found.at], offsets[found.at + 1]));
    return characters === null ? text : leftOf(text, characters);
  }

  forget(ids: Iterable<number>): void {
    for (const id of ids) {
      const found = this.find(id);
      if (found === null) continue;
      found.block.gone[found.at] = 1;
      found.block.left -= 1;
    }
    this.blocks = this.blocks.filter(({ left }) => left > 0);
  }

  /** A file's texts are blocks of their own. */
  forgetFrom(id: number): void {
    this.blocks = this.blocks.filter(({ first }) => first < id);
  }

  private find(id: number): { readonly block: Block; readonly at: number } | null {
    let [low, high] = [0, this.blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.blocks[middle] as Block).first <= id) low = middle + 1;
      else high = middle;
    }
    const block = this.blocks[low - 1];
    const at = id - (block?.first ?? 0);
    return block?.gone[at] === 0 ? { block, at } : null;
  }
}

/** The first characters as DuckDB counts them: a pair of surrogates is one. */
function leftOf(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return [...text.slice(0, 2 * characters)].slice(0, characters).join('');
}
