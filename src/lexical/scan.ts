/** What is read of most texts, which are ASCII, in one pass over their characters: a hash of their form, and their words. */

import { alphanumericTokens } from './tokens';

/** Of each UTF-16 unit what it is, once a text has had it; nothing is read of punctuation. */
const KINDS = new Uint8Array(0x10000);
const LOWER = new Uint16Array(0x10000);
const [WORD, SPACE, SYMBOL, PUNCTUATION] = [1, 2, 3, 4];

function kindOf(code: number): number {
  const sign = String.fromCharCode(code);
  LOWER[code] = sign.toLowerCase().charCodeAt(0);
  if (/[\p{L}\p{N}\p{M}]/u.test(sign)) return WORD;
  if (/\s/.test(sign)) return SPACE;
  return /\p{P}/u.test(sign) ? PUNCTUATION : SYMBOL;
}

/** Signs of which NFKC may make others: of Latin-1 hardly any. */
const MAY_CHANGE = /[\u00a0\u00a8\u00aa\u00af\u00b2-\u00b5\u00b8-\u00ba\u00bc-\u00be\u0100-\uffff]/;

const FNV_PRIME = 0x01000193;
const FNV_START = 0x811c9dc5;

/**
 * Gives the words of a text by the hashes that a scan has of them, until the next text; of a text that is not ASCII its distinct
 * words.
 * @param formOf form of a word in the latter, '' for none; null: as a scan reads them
 */
export function wordHashes(
  formOf: ((word: string) => string) | null = null,
): (text: string) => Int32Array | readonly number[] {
  const scan = new TextScan();
  const hashOf = (word: string) => {
    let hash = FNV_START;
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME);
    return hash;
  };
  return (text) => {
    const isAscii = scan.read(text);
    if (isAscii || formOf === null) {
      if (!isAscii && MAY_CHANGE.test(text)) scan.read(text.normalize('NFKC'));
      const words = scan.words.subarray(0, scan.count);
      return isAscii ? words : [...new Set(words)];
    }
    const words = Array.from(alphanumericTokens(text), formOf);
    return words.filter((word) => word !== '').map(hashOf);
  };
}

/** Reads one text after the other. */
export class TextScan {
  /** Hash of {@link normalForm}: equal forms have equal hashes. */
  form = 0;
  /** Hashes of the words in their order, `count` of them; of ASCII those of `tokens.ts`, else runs of the same signs in lower case. */
  words = new Int32Array(256);
  count = 0;

  /** @returns false for a text that is not ASCII: it has no form here */
  read(text: string): boolean {
    let [form, word, gap, ascii] = [FNV_START, FNV_START, false, true];
    this.count = 0;
    for (let at = 0; at <= text.length; at++) {
      let code = at < text.length ? text.charCodeAt(at) : 0x20;
      if (code > 127) ascii = false;
      const kind = (KINDS[code] ||= kindOf(code));
      if (kind === WORD) {
        code = LOWER[code];
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
    return ascii;
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
