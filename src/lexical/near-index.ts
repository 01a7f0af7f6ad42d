/** Which of many texts has nearly the words of another one (`near-text.ts`), without holding it against each. */

import { jaccard, NEAR_TEXT, withoutAccents } from './near-text';
import { TextScan } from './scan';
import { alphanumericWords } from './tokens';

/**
 * Two sets with a Jaccard index of 0.8 share two words among the rarest of each: all but 0.8 of its size, and two more (of
 * one word, that). An index of the pairs of these words finds every text that can be near. Words that no text has are the
 * rarest of all.
 */
const SHARED = 2;

export class NearIndex {
  private readonly ids = new Map<string, number>();
  /** Ids by the hash that a scan gives words. */
  private readonly hashes = new Map<number, number>();
  private readonly sets: Int32Array[];
  /** By slot of a pair of words: 1 + the last of its entries; by entry, the one before and the text. */
  private readonly heads: Int32Array;
  private readonly before: Int32Array;
  private readonly owners: Int32Array;
  private readonly scan = new TextScan();
  /** By text: the last question for which it was looked at. */
  private readonly seen: Int32Array;
  /** By word: the last question that it was in. */
  private readonly asked: Int32Array;
  private question = 0;

  constructor(texts: readonly string[]) {
    const counts = new Map<string, number>();
    const sets = texts.map((text) => {
      const words = new Set(alphanumericWords(text).map(withoutAccents));
      words.delete('');
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      return words;
    });
    // Ids ascend with frequency: the first of a set are its rarest.
    for (const [word] of [...counts].sort(([, a], [, b]) => a - b)) this.ids.set(word, this.ids.size);
    for (const [word, id] of this.ids) {
      if (!this.scan.read(word)) continue;
      const [hash] = this.scan.words;
      this.hashes.set(hash, this.hashes.get(hash) ?? id);
    }
    this.sets = sets.map((words) => Int32Array.from(words, (word) => this.ids.get(word) ?? 0).sort());
    const entries = this.sets.reduce((sum, set) => sum + pairsOf(rarest(set.length)), 0);
    this.heads = new Int32Array(2 ** Math.ceil(Math.log2(2 * entries + 2)));
    this.before = new Int32Array(entries);
    this.owners = new Int32Array(entries);
    let entry = 0;
    this.sets.forEach((set, text) => {
      this.eachSlot(set.subarray(0, rarest(set.length)), (slot) => {
        this.before[entry] = this.heads[slot];
        this.owners[entry] = text;
        this.heads[slot] = ++entry;
      });
    });
    this.seen = new Int32Array(texts.length);
    this.asked = new Int32Array(this.ids.size);
  }

  /** The text whose words are the nearest, from {@link NEAR_TEXT} on; null where there is none. */
  find(text: string): number | null {
    const { known, strange } = this.wordsOf(text);
    const size = known.length + strange;
    const left = rarest(size) - strange;
    if (known.length === 0 || left <= 0) return null;
    const words = Int32Array.from(known).sort();
    let best: number | null = null;
    let most: number = NEAR_TEXT;
    let all: Int32Array | null = null;
    this.eachSlot(words.subarray(0, left), (slot) => {
      for (let entry = this.heads[slot]; entry > 0; entry = this.before[entry - 1]) {
        const other = this.owners[entry - 1];
        if (this.seen[other] === this.question) continue;
        this.seen[other] = this.question;
        const set = this.sets[other];
        if (Math.min(set.length, size) < most * Math.max(set.length, size)) continue;
        all ??= Int32Array.from([...words, ...Array.from({ length: strange }, (_, i) => this.ids.size + i)]);
        const index = jaccard(all, set);
        if (index < most || (index === most && best !== null)) continue;
        [best, most] = [other, index];
      }
    });
    return best;
  }

  /** Slots of the pairs of some words; of one word that of itself. */
  private eachSlot(words: Int32Array, take: (slot: number) => void): void {
    const mask = this.heads.length - 1;
    const slotOf = (a: number, b: number) => {
      const mixed = Math.imul(Math.imul(a + 1, 0x9e3779b1) ^ b, 0x85ebca6b);
      return (mixed ^ (mixed >>> 15)) & mask;
    };
    if (words.length === 1) take(slotOf(words[0], words[0]));
    for (let i = 0; i < words.length; i++) {
      for (let j = i + 1; j < words.length; j++) take(slotOf(words[i], words[j]));
    }
  }

  /** Ids of the words that some text has, and how many words none has. */
  private wordsOf(text: string): { known: number[]; strange: number } {
    this.question++;
    const known: number[] = [];
    const strange = new Set<number | string>();
    const take = (id: number, word: number | string) => {
      if (id < 0) strange.add(word);
      else if (this.asked[id] !== this.question) {
        this.asked[id] = this.question;
        known.push(id);
      }
    };
    if (this.scan.read(text)) {
      const { words, count } = this.scan;
      for (let i = 0; i < count; i++) take(this.hashes.get(words[i]) ?? -1, words[i]);
    } else {
      for (const word of alphanumericWords(text).map(withoutAccents)) {
        if (word !== '') take(this.ids.get(word) ?? -1, word);
      }
    }
    return { known, strange: strange.size };
  }
}

/** Pairs of so many words, one word being a pair with itself. */
function pairsOf(words: number): number {
  return words === 1 ? 1 : (words * (words - 1)) / 2;
}

/** Words that two near sets share at least, as far as they are looked for. */
function least(size: number): number {
  return Math.min(SHARED, Math.ceil(NEAR_TEXT * size - 1e-9));
}

/** How many of a set's rarest words one that is near it shares {@link least} of. */
function rarest(size: number): number {
  return size - Math.ceil(NEAR_TEXT * size - 1e-9) + least(size);
}
