/**
 * The eight controls (paper, Section "Negative-Source Controls"): sources built from a base source to probe the score, as ids of
 * queries and passages. Randomness is seeded again for each. Nothing is deduplicated again.
 */

import { cosine, embedded, type Embedded } from './neighbours';
import type { Vector } from './gates';
import { pairCount, pairRange, recordsOfPairs } from './pairs';
import { seededRandom, shuffled } from './random';
import type { Sliced } from './sliced';

/** Records as ids: those of queries, those of passages; the negatives of record i are [offsets[i], offsets[i + 1]). */
export interface IdRecords {
  readonly queries: Int32Array;
  readonly positives: Int32Array;
  readonly offsets: Int32Array;
  readonly negatives: Int32Array;
}

export const CONTROL_IDS = [
  'random',
  'easy-shuffled',
  'own-positive',
  'false-negative',
  'mix-25',
  'mix-50',
  'mix-75',
  'mix-100',
] as const;

export type ControlId = (typeof CONTROL_IDS)[number];

export interface ControlMaterial {
  readonly base: IdRecords;
  /** Distinct passages of all loaded sources. */
  readonly pool: Int32Array;
  readonly seed: number;
  /** Embedding of a passage. Only `false-negative` asks for it, and only of positives. */
  readonly vector: (passage: number) => Vector;
}

export function negativesOf({ offsets, negatives }: IdRecords, record: number): Int32Array {
  const { start, end } = pairRange(offsets, record);
  return negatives.subarray(start, end);
}

export class ControlError extends Error {
  override readonly name = 'ControlError';
}

/** The share of each record's negatives that a control replaces by passages of the pool. */
const RANDOM_SHARES = { random: 1, 'mix-25': 0.25, 'mix-50': 0.5, 'mix-75': 0.75, 'mix-100': 1 };

/**
 * Builds one control: the base source with other negatives, as many in each record. It pauses between records where the work is long.
 * @throws ControlError where the base source or the pool has too few passages for it
 */
export function* buildControl(id: ControlId, material: ControlMaterial): Sliced<IdRecords> {
  const { base, seed } = material;
  const random = seededRandom(seed);
  if (id === 'false-negative') return { ...base, negatives: yield* falseNegatives(material) };
  if (id === 'easy-shuffled') return { ...base, negatives: shuffledAcrossQueries(base, random) };
  if (id !== 'own-positive') return withRandomShare(RANDOM_SHARES[id], material, random);
  return replaceInRecords(base, random, (record, count) =>
    new Array<number>(Math.floor(count / 2)).fill(base.positives[record]),
  );
}

/** round(share·K) drawn negatives of each record replaced by passages of the pool, none of them the record's own. */
function withRandomShare(share: number, material: ControlMaterial, random: () => number): IdRecords {
  const draw = drawing(material, random);
  return replaceInRecords(material.base, random, (record, count) => draw(record, Math.round(share * count)));
}

/**
 * A step of the random-mixing ladder: the base source with round(share·P) of its P pairs given random passages. Where a control
 * replaces as many it is that control; else they are drawn among all pairs, and a larger share keeps what a smaller one
 * replaced.
 * @param share of [0, 1]
 * @throws ControlError where the pool has too few passages for it
 */
export function buildMixture(share: number, material: ControlMaterial): IdRecords {
  const { base, seed } = material;
  const random = seededRandom(seed);
  const count = Math.round(share * base.negatives.length);
  const replacedBy = (rung: number) =>
    base.positives.reduce((sum, _, record) => sum + Math.round(rung * pairCount(base.offsets, record)), 0);
  const rung = Object.values(RANDOM_SHARES).find(
    (each) => Math.round(each * base.negatives.length) === count && replacedBy(each) === count,
  );
  if (rung !== undefined) return withRandomShare(rung, material, random);
  const places = shuffled(Int32Array.from(base.negatives.keys()), random);
  const draw = drawing(material, random);
  const recordOf = recordsOfPairs(base.offsets);
  const negatives = base.negatives.slice();
  const takenBy = new Map<number, Set<number>>();
  for (const pair of places.subarray(0, count)) {
    const record = recordOf[pair];
    const taken = takenBy.get(record) ?? passagesOf(base, record);
    takenBy.set(record, taken);
    [negatives[pair]] = draw(record, 1, taken);
  }
  return { ...base, negatives };
}

function passagesOf(base: IdRecords, record: number): Set<number> {
  return new Set(negativesOf(base, record)).add(base.positives[record]);
}

/** Draws passages of the pool for a record that are not taken; they are taken then. */
function drawing({ base, pool }: ControlMaterial, random: () => number) {
  const inPool = new Set(pool);
  return (record: number, count: number, taken = passagesOf(base, record)): number[] => {
    const foreign = inPool.size - [...taken].filter((id) => inPool.has(id)).length;
    if (foreign < count) {
      throw new ControlError(
        `Record ${record + 1} needs ${count} passages that are not its own; the loaded sources have ${foreign}.`,
      );
    }
    return Array.from({ length: count }, () => {
      let passage: number;
      do passage = pool[Math.floor(random() * pool.length)];
      while (taken.has(passage));
      taken.add(passage);
      return passage;
    });
  };
}

/** Replaces some negatives of each record, drawn at random, by what `others` gives for so many. */
function replaceInRecords(
  base: IdRecords,
  random: () => number,
  others: (record: number, count: number) => readonly number[],
): IdRecords {
  const negatives = base.negatives.slice();
  base.positives.forEach((_, record) => {
    const own = negativesOf({ ...base, negatives }, record);
    const places = shuffled(Int32Array.from(own.keys()), random);
    others(record, own.length).forEach((passage, k) => (own[places[k]] = passage));
  });
  return { ...base, negatives };
}

/**
 * The negatives permuted so that none stays with its query. One that did is exchanged with another that may take its
 * place. While no query has more than half of all pairs there is always one.
 */
function shuffledAcrossQueries({ queries, offsets, negatives }: IdRecords, random: () => number): Int32Array {
  const queryOf = recordsOfPairs(offsets).map((record) => queries[record]);
  const from = shuffled(Int32Array.from(negatives.keys()), random);
  const query = (pair: number) => queryOf[from[pair]];
  for (let pair = 0; pair < from.length; pair++) {
    const own = queryOf[pair];
    if (query(pair) !== own) continue;
    let other = Math.floor(random() * from.length);
    for (let tries = 0; queryOf[other] === own || query(other) === own; tries++) {
      if (tries === from.length) {
        throw new ControlError(
          'One query has more than half of all pairs: its negatives have nowhere to go.',
        );
      }
      other = (other + 1) % from.length;
    }
    [from[pair], from[other]] = [from[other], from[pair]];
  }
  return from.map((pair) => negatives[pair]);
}

/**
 * The K distinct positives nearest to the record's own by cosine, of records with another query and other text; ties
 * by record order. No randomness. It compares every record with every other and pauses after each.
 */
function* falseNegatives({ base, vector }: ControlMaterial): Sliced<Int32Array> {
  const { queries, positives, offsets } = base;
  /** Of each positive its vector, and its first records of two queries: one of them has another query than any record. */
  const candidates = new Map<number, { readonly at: Embedded; readonly records: number[] }>();
  positives.forEach((positive, record) => {
    const known = candidates.get(positive)?.records;
    if (!known) candidates.set(positive, { at: embedded(vector(positive)), records: [record] });
    else if (known.length < 2 && queries[known[0]] !== queries[record]) known.push(record);
  });
  const out = base.negatives.slice();
  for (const [record, own] of positives.entries()) {
    const { start, end } = pairRange(offsets, record);
    const nearest: { readonly place: number; readonly near: number }[] = [];
    const { at } = candidates.get(own) as { readonly at: Embedded };
    for (const [positive, candidate] of candidates) {
      const place = candidate.records.find((other) => queries[other] !== queries[record]);
      if (place === undefined || positive === own) continue;
      const near = cosine(at, candidate.at);
      const before = (one: (typeof nearest)[number]) =>
        one.near > near || (one.near === near && one.place < place);
      const rank = nearest.findLastIndex(before) + 1;
      if (rank === end - start) continue;
      nearest.splice(rank, 0, { place, near });
      nearest.splice(end - start);
    }
    if (nearest.length < end - start) {
      throw new ControlError(
        `Record ${record + 1} needs ${end - start} positives of other queries; there are fewer.`,
      );
    }
    nearest.forEach(({ place }, k) => (out[start + k] = positives[place]));
    yield record / positives.length;
  }
  return out;
}
