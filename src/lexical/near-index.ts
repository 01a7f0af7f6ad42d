/** Which of many texts has nearly the words of another one (`near-text.ts`), without holding it against each. */

import { jaccard, NEAR_TEXT, withoutAccents } from './near-text';
import { wordHashes } from './scan';

/**
 * Two sets with a Jaccard index of 0.8 share two words among the rarest of each: all but 0.8 of its size, and two more (of
 * one word, that). Words that no text has are the rarest of all.
 */
const SHARED = 2;

export class NearIndex {
  /** Ids of words by their hashes: they ascend with frequency. */
  private readonly ids = new Map<number, number>();
  private readonly sets: readonly Int32Array[];
  /** By word the texts that have it among their rarest. */
  private readonly holders: number[][] = [];
  private readonly hashesOf = wordHashes(withoutAccents);

  constructor(texts: readonly string[]) {
    const counts = new Map<number, number>();
    const sets = texts.map((text) => {
      const words = new Set(Array.from(this.hashesOf(text)));
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      return words;
    });
    for (const [word] of [...counts].sort(([, a], [, b]) => a - b)) this.ids.set(word, this.ids.size);
    this.sets = sets.map((words) => Int32Array.from(words, (word) => this.ids.get(word) as number).sort());
    for (const [text, set] of this.sets.entries())
      for (const word of set.subarray(0, rarest(set.length))) (this.holders[word] ??= []).push(text);
  }

  /** The text whose words are the nearest, from {@link NEAR_TEXT} on; null where there is none. */
  find(text: string): number | null {
    const hashes = new Set(Array.from(this.hashesOf(text)));
    let strange = 0;
    const words = Int32Array.from(hashes, (word) => this.ids.get(word) ?? this.ids.size + strange++).sort();
    const size = words.length;
    const shared = new Map<number, number>();
    for (const word of words.subarray(0, Math.max(0, rarest(size) - strange)))
      for (const other of this.holders[word] ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
    let best: number | null = null;
    let most: number = NEAR_TEXT;
    for (const [other, count] of shared) {
      const set = this.sets[other];
      if (count < least(size) || Math.min(set.length, size) < most * Math.max(set.length, size)) continue;
      const index = jaccard(words, set);
      if (index > most || (index === most && best === null)) [best, most] = [other, index];
    }
    return best;
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
