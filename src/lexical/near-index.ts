/** Which of many texts has nearly the words of another one (`near-text.ts`), without holding it against each. */

import { jaccard, NEAR_TEXT, withoutAccents } from './near-text';
import { alphanumericWords } from './tokens';

/**
 * Two sets with a Jaccard index of 0.8 share a word among the rarest of each: all but 0.8 of its size, and one more. So an
 * index of these words finds every text that can be near. Words that no text has are the rarest of all.
 */
export class NearIndex {
  private readonly ids = new Map<string, number>();
  /** Of each word as it stands in a text, its id; −1 for one of no text here, −2 for nothing but accents. */
  private readonly known = new Map<string, number>();
  private readonly sets: Int32Array[];
  /** By word: the texts that have it among their rarest. */
  private readonly postings: (number[] | undefined)[] = [];

  constructor(texts: readonly string[]) {
    const sets = texts.map((text) => [
      ...new Set(alphanumericWords(text).map(withoutAccents).filter((word) => word !== '')),
    ]);
    const counts = new Map<string, number>();
    for (const words of sets) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    // Ids ascend with frequency: the first of a set are its rarest.
    for (const [word] of [...counts].sort(([, a], [, b]) => a - b)) this.ids.set(word, this.ids.size);
    this.sets = sets.map((words) => Int32Array.from(words, (word) => this.ids.get(word) as number).sort());
    this.sets.forEach((set, text) => {
      for (const word of set.subarray(0, rarest(set.length))) (this.postings[word] ??= []).push(text);
    });
  }

  /** The text whose words are the nearest, from {@link NEAR_TEXT} on; null where there is none. */
  find(text: string): number | null {
    const found = new Set<number>();
    const strange = new Set<string>();
    for (const word of alphanumericWords(text)) {
      const id = this.idOf(word);
      if (id >= 0) found.add(id);
      else if (id === UNKNOWN) strange.add(word);
    }
    const size = found.size + strange.size;
    const left = rarest(size) - strange.size;
    if (found.size === 0 || left <= 0) return null;
    const words = Int32Array.from(found).sort();
    const all = Int32Array.from([...words, ...Array.from(strange, (_, i) => this.ids.size + i)]);
    let best: number | null = null;
    let most: number = NEAR_TEXT;
    for (const other of new Set([...words.subarray(0, left)].flatMap((word) => this.postings[word] ?? []))) {
      const set = this.sets[other] as Int32Array;
      if (Math.min(set.length, size) < most * Math.max(set.length, size)) continue;
      const index = jaccard(all, set);
      if (index < most || (index === most && best !== null)) continue;
      [best, most] = [other, index];
    }
    return best;
  }

  private idOf(word: string): number {
    const known = this.known.get(word);
    if (known !== undefined) return known;
    const plain = withoutAccents(word);
    const id = plain === '' ? NOTHING : (this.ids.get(plain) ?? UNKNOWN);
    if (this.known.size < MOST_KNOWN) this.known.set(word, id);
    return id;
  }
}

const UNKNOWN = -1;
const NOTHING = -2;

/** Words whose ids are kept: those of a large corpus are more than memory should hold. */
const MOST_KNOWN = 1_000_000;

/** How many of a set's rarest words one that is near it must share one of. */
function rarest(size: number): number {
  return size - Math.ceil(NEAR_TEXT * size - 1e-9) + 1;
}
