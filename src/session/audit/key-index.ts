/** Finds the pairs of a source by their keys: chains of pairs whose keys begin with the same bits. */

import { KEY_WORDS, keyWords } from '../../candidates/marks/marks';

export class KeyIndex {
  private readonly first: Int32Array;
  private readonly next: Int32Array;

  /** @param words keys of all pairs, {@link KEY_WORDS} words each */
  constructor(private readonly words: Uint32Array) {
    const pairs = words.length / KEY_WORDS;
    this.first = new Int32Array(2 ** Math.ceil(Math.log2(pairs + 1))).fill(-1);
    this.next = new Int32Array(pairs);
    for (let pair = pairs - 1; pair >= 0; pair -= 1) {
      const chain = this.chainOf(words, pair);
      this.next[pair] = this.first[chain] as number;
      this.first[chain] = pair;
    }
  }

  pairsOf(key: string): number[] {
    const asked = keyWords(key);
    const pairs: number[] = [];
    let pair = this.first[this.chainOf(asked, 0)] as number;
    for (; pair >= 0; pair = this.next[pair] as number) {
      const from = pair * KEY_WORDS;
      if (asked.every((word, at) => word === this.words[from + at])) pairs.push(pair);
    }
    return pairs;
  }

  private chainOf(words: Uint32Array, pair: number): number {
    return (words[pair * KEY_WORDS] as number) & (this.first.length - 1);
  }
}
