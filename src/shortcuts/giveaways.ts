/** What gives negatives away: their length, and the words that are frequent on one side alone. */

import { seededRandom, shuffled } from '../scoring/random';
import type { Sliced } from '../scoring/sliced';
import type { Example } from './classifier';

/** Words shown at most, and the least number of distinct passages that hold one. */
const MOST_WORDS = 8;
const LEAST_PASSAGES = 5;

/** Drawings of the roles, and the error over all words that each side may have. */
const DRAWINGS = 400;
const ERROR = 0.025;

/** Drawings between two looks at the clock. */
const AT_ONCE = 20;

/** A passage in its role. Entries of one unit stand together. */
interface RoleEntry extends Example {
  readonly unit: number;
  readonly passage: number;
}

export interface Giveaways {
  /** Median number of words. */
  readonly negative_words: number;
  readonly positive_words: number;
  /** Share of the distinct passages of each side that hold a word; the most telling first. */
  readonly words: readonly {
    readonly word: string;
    readonly negatives: number;
    readonly positives: number;
  }[];
}

/**
 * Words that tell the roles. Each distinct passage counts once in a role, in the first unit that has it. If the roles
 * were nothing but chance, those of a unit could be drawn anew among its passages: a of its n passages hold a word, and of
 * its P positives then P a/n on average (Cochran, Mantel and Haenszel). Over all units z = (O − E)/√V of the positives
 * that hold it; a word is named where z lies beyond what the largest of all words reaches in all but one in forty
 * drawings, on its side ("max-T", Westfall and Young 1993).
 */
export function* giveawaysInSlices(entries: readonly RoleEntry[], seed: number): Sliced<Giveaways> {
  const distinct = firstInRole(entries);
  const tested = new WordTest(distinct);
  const most = [-1, 1].map(() => new Float64Array(DRAWINGS));
  const random = seededRandom(seed);
  for (let i = 0; i < DRAWINGS; i++) {
    const { low, high } = tested.extremes(tested.drawn(random));
    most[0][i] = -low;
    most[1][i] = high;
    if (i % AT_ONCE === 0) yield i / DRAWINGS;
  }
  const [ofNegatives, ofPositives] = most.map((side) => {
    const beyond = Math.ceil(ERROR * (DRAWINGS + 1)) - 1;
    return side.sort()[DRAWINGS - beyond];
  });
  const [positives, negatives] = [0, 1].map((role) => countOf(distinct, role === 1));
  const words = tested
    .scores()
    .filter(({ z }) => z < -ofNegatives || z > ofPositives)
    .sort((a, b) => Math.abs(b.z) - Math.abs(a.z) || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(({ word, inAll, inPositives }) => ({
      word,
      negatives: (inAll - inPositives) / negatives,
      positives: inPositives / positives,
    }));
  return {
    negative_words: medianWords(entries.filter(({ isNegative }) => isNegative)),
    positive_words: medianWords(entries.filter(({ isNegative }) => !isNegative)),
    words,
  };
}

function firstInRole(entries: readonly RoleEntry[]): RoleEntry[] {
  const seen = [new Set<number>(), new Set<number>()];
  return entries.filter(({ passage, isNegative }) => {
    const role = seen[Number(isNegative)];
    return !role.has(passage) && role.add(passage);
  });
}

/** The words of passages, and how many positives hold each under some drawing of the roles. */
class WordTest {
  private readonly words: readonly string[];
  /** By passage: ids of its words. */
  private readonly held: readonly Int32Array[];
  /** By unit: its passages and its number of positives. */
  private readonly units: readonly { readonly passages: Int32Array; readonly positives: number }[];
  private readonly expected: Float64Array;
  private readonly deviation: Float64Array;
  private readonly inAll: Int32Array;
  private readonly found: Int32Array;

  constructor(entries: readonly RoleEntry[]) {
    const counts = new Map<string, number>();
    const distinct = entries.map(({ surface }) => [...new Set(surface.words)]);
    for (const list of distinct) for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
    this.words = [...counts].filter(([, count]) => count >= LEAST_PASSAGES).map(([word]) => word);
    const ids = new Map(this.words.map((word, id) => [word, id]));
    this.held = distinct.map((list) => Int32Array.from(list.flatMap((word) => ids.get(word) ?? [])));
    this.inAll = Int32Array.from(this.words, (word) => counts.get(word) as number);
    const byUnit = new Map<number, number[]>();
    entries.forEach(({ unit }, i) => byUnit.set(unit, [...(byUnit.get(unit) ?? []), i]));
    this.units = [...byUnit.values()].map((places) => ({
      passages: Int32Array.from(places),
      positives: places.filter((i) => !entries[i].isNegative).length,
    }));
    this.expected = new Float64Array(this.words.length);
    this.deviation = new Float64Array(this.words.length);
    for (const { passages, positives } of this.units) this.expect(passages, positives);
    this.deviation.forEach((variance, id) => (this.deviation[id] = Math.sqrt(variance)));
    this.found = this.countIn(entries.flatMap(({ isNegative }, i) => (isNegative ? [] : i)));
  }

  /** Adds a unit to the hypergeometric means and variances. */
  private expect(passages: Int32Array, positives: number): void {
    const n = passages.length;
    const share = positives / n;
    for (const [id, a] of this.countsOf(passages)) {
      this.expected[id] += share * a;
      if (n > 1) this.deviation[id] += (share * (1 - share) * a * (n - a)) / (n - 1);
    }
  }

  private countsOf(passages: Int32Array): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (const i of passages) for (const id of this.held[i]) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }

  /** Positives of each word, with the roles of each unit drawn anew. */
  drawn(random: () => number): Int32Array {
    const chosen = this.units.flatMap(({ passages, positives }) => {
      if (positives === 0) return [];
      if (positives === 1) return passages[Math.floor(random() * passages.length)];
      return Array.from(shuffled(passages.slice(), random).subarray(0, positives));
    });
    return this.countIn(chosen);
  }

  private countIn(passages: readonly number[]): Int32Array {
    const counts = new Int32Array(this.words.length);
    for (const i of passages) for (const id of this.held[i]) counts[id] += 1;
    return counts;
  }

  private z(counts: Int32Array, id: number): number {
    return this.deviation[id] === 0 ? 0 : (counts[id] - this.expected[id]) / this.deviation[id];
  }

  extremes(counts: Int32Array): { readonly low: number; readonly high: number } {
    let [low, high] = [0, 0];
    for (let id = 0; id < counts.length; id++) {
      const z = this.z(counts, id);
      low = Math.min(low, z);
      high = Math.max(high, z);
    }
    return { low, high };
  }

  /** Each word under the roles as they are. */
  scores() {
    return this.words.map((word, id) => ({
      word,
      z: this.z(this.found, id),
      inAll: this.inAll[id],
      inPositives: this.found[id],
    }));
  }
}

function countOf(entries: readonly RoleEntry[], isNegative: boolean): number {
  return entries.filter((entry) => entry.isNegative === isNegative).length;
}

function medianWords(examples: readonly Example[]): number {
  const counts = examples.map(({ surface }) => surface.words.length).sort((a, b) => a - b);
  const middle = counts.length / 2;
  return (counts[Math.floor(middle)] + counts[Math.ceil(middle) - 1]) / 2;
}
