/** Which of many texts has nearly the words of another one (`near-text.ts`), without holding it against each. */

import { jaccard, NEAR_TEXT, withoutAccents } from './near-text';
import { TextScan } from './scan';
import { alphanumericWords } from './tokens';

/**
 * Two sets with a Jaccard index of 0.8 share `SHARED` words among the rarest of each: all but 0.8 of its size, and so many
 * more. An index of these words finds every text that can be near. Words that no text has are the rarest of all.
 */
const SHARED = 3;

export class NearIndex {
  private readonly ids = new Map<string, number>();
  /** Ids by the hash that a scan gives words. */
  private readonly hashes: HashTable;
  private readonly sets: Int32Array[];
  /** By word: the texts that have it among their rarest. */
  private readonly postings: number[][];
  private readonly scan = new TextScan();
  /** By text: how many of the words asked for it has. */
  private readonly shared: Int32Array;
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
    this.hashes = new HashTable(this.ids.size);
    for (const [word, id] of this.ids) if (this.scan.read(word)) this.hashes.set(this.scan.words[0], id);
    this.sets = sets.map((words) => Int32Array.from(words, (word) => this.ids.get(word) ?? 0).sort());
    this.postings = Array.from(this.ids, () => []);
    this.sets.forEach((set, text) => {
      for (const word of set.subarray(0, rarest(set.length))) this.postings[word].push(text);
    });
    this.shared = new Int32Array(texts.length);
    this.asked = new Int32Array(this.ids.size);
  }

  /** The text whose words are the nearest, from {@link NEAR_TEXT} on; null where there is none. */
  find(text: string): number | null {
    const { known, strange } = this.wordsOf(text);
    const size = known.length + strange;
    const left = rarest(size) - strange;
    if (known.length === 0 || left <= 0) return null;
    const words = Int32Array.from(known).sort();
    const touched: number[] = [];
    for (const word of words.subarray(0, left)) {
      for (const other of this.postings[word]) if (this.shared[other]++ === 0) touched.push(other);
    }
    let best: number | null = null;
    let most: number = NEAR_TEXT;
    const all = Int32Array.from([...words, ...Array.from({ length: strange }, (_, i) => this.ids.size + i)]);
    for (const other of touched) {
      const set = this.sets[other];
      const enough = this.shared[other] >= Math.min(least(size), least(set.length));
      this.shared[other] = 0;
      if (!enough || Math.min(set.length, size) < most * Math.max(set.length, size)) continue;
      const index = jaccard(all, set);
      if (index < most || (index === most && best !== null)) continue;
      [best, most] = [other, index];
    }
    return best;
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
      for (let i = 0; i < count; i++) take(this.hashes.get(words[i]), words[i]);
    } else {
      for (const word of alphanumericWords(text).map(withoutAccents)) {
        if (word !== '') take(this.ids.get(word) ?? -1, word);
      }
    }
    return { known, strange: strange.size };
  }
}

/** Words that two near sets share at least, as far as they are looked for. */
function least(size: number): number {
  return Math.min(SHARED, Math.ceil(NEAR_TEXT * size - 1e-9));
}

/** How many of a set's rarest words one that is near it shares {@link least} of. */
function rarest(size: number): number {
  return size - Math.ceil(NEAR_TEXT * size - 1e-9) + least(size);
}

/** Ids by hashes: open addressing, at most half full. */
class HashTable {
  private readonly keys: Int32Array;
  private readonly values: Int32Array;

  constructor(size: number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * size + 2));
    this.keys = new Int32Array(slots);
    this.values = new Int32Array(slots).fill(-1);
  }

  set(key: number, value: number): void {
    const slot = this.slotOf(key);
    if (this.values[slot] >= 0) return;
    this.keys[slot] = key;
    this.values[slot] = value;
  }

  /** −1 where there is none. */
  get(key: number): number {
    return this.values[this.slotOf(key)];
  }

  private slotOf(key: number): number {
    const mask = this.keys.length - 1;
    let slot = (key ^ (key >>> 15)) & mask;
    while (this.values[slot] >= 0 && this.keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }
}
