/** What is read of most texts, which are ASCII, in one pass over their characters: a hash of their form, and their words. */

import { alphanumericTokens } from './tokens';

/** Of each ASCII sign what it is; 0 for punctuation, of which nothing is read. */
const KINDS = new Uint8Array(128);
const [WORD, SPACE, SYMBOL] = [1, 2, 3];
for (let code = 0; code < 128; code++) {
  const sign = String.fromCharCode(code);
  if (/[\p{L}\p{N}]/u.test(sign)) KINDS[code] = WORD;
  else if (/\s/.test(sign)) KINDS[code] = SPACE;
  else if (!/\p{P}/u.test(sign)) KINDS[code] = SYMBOL;
}

const FNV_PRIME = 0x01000193;
const FNV_START = 0x811c9dc5;

/**
 * Gives the words of a text by the hashes that a scan has of them; of a text that is not ASCII its distinct words.
 * @param formOf form of a word in the latter, '' for none
 */
export function wordHashes(formOf = (word: string): string => word): (text: string) => ArrayLike<number> {
  const scan = new TextScan();
  const hashOf = (word: string) => {
    let hash = FNV_START;
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME);
    return hash;
  };
  return (text) => {
    if (scan.read(text)) return scan.words.subarray(0, scan.count);
    const words = Array.from(alphanumericTokens(text), formOf);
    return words.filter((word) => word !== '').map(hashOf);
  };
}

/** Reads one text after the other. */
export class TextScan {
  /** Hash of {@link normalForm}: equal forms have equal hashes. */
  form = 0;
  /** Hashes of the words (`tokens.ts`) in their order, `count` of them. */
  words = new Int32Array(256);
  count = 0;

  /** @returns false for a text that is not ASCII, of which nothing is read */
  read(text: string): boolean {
    let [form, word, gap] = [FNV_START, FNV_START, false];
    this.count = 0;
    for (let at = 0; at <= text.length; at++) {
      let code = at < text.length ? text.charCodeAt(at) : 0x20;
      if (code > 127) return false;
      const kind = KINDS[code];
      if (kind === WORD) {
        if (code > 64 && code < 91) code += 32;
        word = Math.imul(word ^ code, FNV_PRIME);
      } else if (word !== FNV_START) {
        this.push(word);
        word = FNV_START;
      }
      if (kind === SPACE) gap = form !== FNV_START;
      else if (kind === WORD || kind === SYMBOL) {
        if (gap) form = Math.imul(form ^ 0x20, FNV_PRIME);
        form = Math.imul(form ^ code, FNV_PRIME);
        gap = false;
      }
    }
    this.form = form;
    return true;
  }

  private push(word: number): void {
    if (this.count === this.words.length) {
      const longer = new Int32Array(2 * this.words.length);
      longer.set(this.words);
      this.words = longer;
    }
    this.words[this.count++] = word;
  }
}
