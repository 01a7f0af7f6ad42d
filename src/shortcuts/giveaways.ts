/** What gives negatives away: their length, and the words that are frequent on one side alone. */

import type { Example } from './classifier';

/** Words shown at most, the least z of their difference, and the least number of passages that hold one. */
const MOST_WORDS = 8;
const LEAST_Z = 4;
const LEAST_PASSAGES = 5;

export interface Giveaways {
  /** Median number of words. */
  readonly negative_words: number;
  readonly positive_words: number;
  /** Share of the passages of each side that hold a word; the most telling first. */
  readonly words: readonly {
    readonly word: string;
    readonly negatives: number;
    readonly positives: number;
  }[];
}

/**
 * Words by the z of the difference of two shares, z = (p₁ − p₂) / √(p (1 − p) (1/n₁ + 1/n₂)) with the pooled share p.
 */
export function giveaways(examples: readonly Example[]): Giveaways {
  const sides = [false, true].map((side) => examples.filter(({ isNegative }) => isNegative === side));
  const [positives, negatives] = sides.map((side) => documentsWith(side));
  const [n1, n2] = [sides[1].length, sides[0].length];
  const passagesWith = (word: string) => (positives.get(word) ?? 0) + (negatives.get(word) ?? 0);
  const words = [...new Set([...positives.keys(), ...negatives.keys()])]
    .map((word) => {
      const [inNegatives, inPositives] = [negatives.get(word) ?? 0, positives.get(word) ?? 0];
      const share = (inNegatives + inPositives) / (n1 + n2);
      const spread = Math.sqrt(share * (1 - share) * (1 / n1 + 1 / n2));
      const difference = inNegatives / n1 - inPositives / n2;
      const z = spread === 0 ? 0 : Math.abs(difference) / spread;
      return { z, word, negatives: inNegatives / n1, positives: inPositives / n2 };
    })
    .filter(({ z, word }) => z >= LEAST_Z && passagesWith(word) >= LEAST_PASSAGES)
    .sort((a, b) => b.z - a.z || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(({ z: _z, ...word }) => word);
  return { negative_words: medianWords(sides[1]), positive_words: medianWords(sides[0]), words };
}

function documentsWith(examples: readonly Example[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { surface } of examples) {
    for (const word of new Set(surface.words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function medianWords(examples: readonly Example[]): number {
  const counts = examples.map(({ surface }) => surface.words.length).sort((a, b) => a - b);
  const middle = counts.length / 2;
  return (counts[Math.floor(middle)] + counts[Math.ceil(middle) - 1]) / 2;
}
