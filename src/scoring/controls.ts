/**
 * The eight controls (paper, Section "Negative-Source Controls"): sources built from a base source to probe the score, as ids of
 * queries and passages. Randomness is seeded again for each. Nothing is deduplicated again.
 */

import { cosine, embedded } from './neighbours';
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

/** What a control is built from. */
export interface ControlMaterial {
  readonly base: IdRecords;
  /** Distinct passages of all loaded sources. */
  readonly pool: Int32Array;
  readonly seed: number;
  /** Embedding of a passage. Only `false-negative` asks for it, and only of positives. */
  readonly vector: (passage: number) => Vector;
}

/** The negatives of a record. */
export function negativesOf({ offsets, negatives }: IdRecords, record: number): Int32Array {
  const { start, end } = pairRange(offsets, record);
  return negatives.subarray(start, end);
}

/** This control cannot be built of this base source. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}

/**
 * Builds one control: the base source with other negatives, as many in each record. It pauses between records where the work is long.
 * @throws ControlError where the base source or the pool has too few passages for it
 */
export function* buildControl(id: ControlId, material: ControlMaterial): Sliced<IdRecords> {
  const { base, seed } = material;
  if (id === 'false-negative') return { ...base, negatives: yield* falseNegatives(material) };
  return { ...base, negatives: NEGATIVES[id](material, seededRandom(seed)) };
}

type Negatives = (material: ControlMaterial, random: () => number) => Int32Array;

/** round(share·K) drawn negatives of each record replaced by passages of the pool, none of them the record's own. */
const randomShare =
  (share: number): Negatives =>
  (material, random) => {
    const draw = drawing(material, random);
    return replaceInRecords(material.base, random, (record, count) =>
      draw(record, Math.round(share * count)),
    );
  };

/** The shares of the controls `mix-25` to `mix-100`. */
const RUNGS = [0.25, 0.5, 0.75, 1];

const NEGATIVES: Readonly<Record<Exclude<ControlId, 'false-negative'>, Negatives>> = {
  random: randomShare(1),
  'easy-shuffled': ({ base }, random) => shuffledAcrossQueries(base, random),
  'own-positive': ({ base }, random) =>
    replaceInRecords(base, random, (record, count) =>
      new Array<number>(Math.floor(count / 2)).fill(base.positives[record]),
    ),
  'mix-25': randomShare(0.25),
  'mix-50': randomShare(0.5),
  'mix-75': randomShare(0.75),
  'mix-100': randomShare(1),
};

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
  const rung = RUNGS.find((each) => Math.round(each * base.negatives.length) === count);
  if (rung !== undefined && replacedBy(rung) === count) {
    return { ...base, negatives: randomShare(rung)(material, random) };
  }
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

/** The passages of a record: its negatives and its positive. */
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
      do passage = pool[below(pool.length, random)];
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
): Int32Array {
  const negatives = base.negatives.slice();
  base.positives.forEach((_, record) => {
    const own = negativesOf({ ...base, negatives }, record);
    const places = shuffled(Int32Array.from(own.keys()), random);
    others(record, own.length).forEach((passage, k) => (own[places[k]] = passage));
  });
  return negatives;
}

/**
 * The negatives permuted so that none stays with its query. One that did is exchanged with another that may take its
 * place. While no query has more than half of all pairs there is always one.
 */
function shuffledAcrossQueries({ queries, offsets, negatives }: IdRecords, random: () => number): Int32Array {
  const queryOf = new Int32Array(negatives.length);
  queries.forEach((query, record) => queryOf.fill(query, offsets[record], offsets[record + 1]));
  const from = shuffled(Int32Array.from(negatives.keys()), random);
  const query = (pair: number) => queryOf[from[pair]];
  for (let pair = 0; pair < from.length; pair++) {
    const own = queryOf[pair];
    if (query(pair) !== own) continue;
    const start = below(from.length, random);
    let tries = 0;
    let other = start;
    while (queryOf[other] === own || query(other) === own) {
      if (++tries > from.length) {
        throw new ControlError(
          'One query has more than half of all pairs: its negatives have nowhere to go.',
        );
      }
      other = (start + tries) % from.length;
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
  const firstRecords = new Map<number, number[]>();
  positives.forEach((positive, record) => {
    const records = firstRecords.get(positive) ?? [];
    const known = records.some((other) => queries[other] === queries[record]);
    firstRecords.set(positive, known ? records : [...records, record]);
  });
  const candidates = Array.from(firstRecords, ([positive, records]) => ({
    positive,
    records,
    at: embedded(vector(positive)),
  }));
  const vectors = new Map(candidates.map(({ positive, at }) => [positive, at]));
  const out = base.negatives.slice();
  for (const [record, own] of positives.entries()) {
    const { start, end } = pairRange(offsets, record);
    const nearest: { readonly place: number; readonly near: number }[] = [];
    const at = vectors.get(own) ?? embedded(vector(own));
    for (const candidate of candidates) {
      const place = candidate.records.find((other) => queries[other] !== queries[record]);
      if (place === undefined || candidate.positive === own) continue;
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
        `Record ${record + 1} needs ${pairCount(offsets, record)} positives of other queries; there are fewer.`,
      );
    }
    out.set(
      nearest.map(({ place }) => positives[place]),
      start,
    );
    yield record / positives.length;
  }
  return out;
}

/** A whole number of [0, n). */
function below(n: number, random: () => number): number {
  return Math.floor(random() * n);
}
