/**
 * Which pairs are judged, and in which order: a seeded stratified sample of the distinct pairs of several sources. The
 * same query and negative is one pair, in whatever sources it stands; its judgement counts for all of them.
 */

import { firstRows } from '../scoring/same-pairs';

/** How many judgements are asked for where nobody says. */
export const JUDGED_PAIRS = 200;

/** Pairs of the order that are given, and may be asked for: more than anybody judges by hand. */
export const MOST_JUDGED = 5000;

/** The seed of the order where nobody says. */
export const JUDGE_SEED = 7;

/**
 * Bands of suspicion, lowest first: the share of all distinct pairs in each, and how often its pairs are drawn for
 * their number. Answers are more frequent among suspicious pairs, and a share near one half needs more judgements.
 */
export const BANDS = [
  { share: 0.4, weight: 0.5 },
  { share: 0.55, weight: 1 },
  { share: 0.05, weight: 3 },
] as const;

/** Rows are pairs of sources; all columns have one length. */
export interface PairRows {
  /** Place of the row's source, from 0. */
  readonly source: Int32Array;
  /** Ids of the texts. */
  readonly query: Int32Array;
  readonly negative: Int32Array;
  /** @see scoring/cosines.ts */
  readonly suspicion: Float64Array;
}

/** The distinct pairs, in the order in which they first come. */
export interface DistinctPairs {
  readonly count: number;
  readonly sources: number;
  /** The first row of each. */
  readonly row: Int32Array;
  /** The distinct pair of each row. */
  readonly ofRow: Int32Array;
  /** 1 at `pair * sources + source` for each source that holds the pair. */
  readonly held: Uint8Array;
  /** The greatest of its rows. */
  readonly suspicion: Float64Array;
}

export function distinctPairs(rows: PairRows, sources: number): DistinctPairs {
  const { query, negative } = rows;
  const first = firstRows(query, negative);
  const ofRow = new Int32Array(first.length);
  let count = 0;
  first.forEach((start, at) => (ofRow[at] = start === at ? count++ : ofRow[start]));
  const row = new Int32Array(count).fill(-1);
  const suspicion = new Float64Array(count).fill(-Infinity);
  ofRow.forEach((pair, at) => {
    if (row[pair] === -1) row[pair] = at;
    suspicion[pair] = Math.max(suspicion[pair], rows.suspicion[at]);
  });
  const pairs = { count, sources, row, ofRow, suspicion };
  return { ...pairs, held: heldBy(pairs, rows.source, () => true) };
}

/** The sources that hold each pair in a row that counts, as {@link DistinctPairs.held}. */
export function heldBy(
  { count, sources, ofRow }: Pick<DistinctPairs, 'count' | 'sources' | 'ofRow'>,
  source: Int32Array,
  counts: (row: number) => boolean,
): Uint8Array {
  const held = new Uint8Array(count * sources);
  ofRow.forEach((pair, row) => {
    if (counts(row)) held[pair * sources + source[row]] = 1;
  });
  return held;
}

/** How many distinct pairs each source holds. */
export function pairsOfSources({ count, sources, held }: DistinctPairs): number[] {
  const sizes = new Array<number>(sources).fill(0);
  for (let pair = 0; pair < count; pair++) {
    for (let source = 0; source < sources; source++) sizes[source] += held[pair * sources + source];
  }
  return sizes;
}

/**
 * The stratum of each pair: the smallest source that holds it (of equal ones the first), and in it the band of its
 * suspicion. Stratum = source · 3 + band.
 */
export function strataOf(pairs: DistinctPairs): Int32Array {
  const { count, sources, held, suspicion } = pairs;
  const sizes = pairsOfSources(pairs);
  const bySize = [...sizes.keys()].sort((a, b) => sizes[a] - sizes[b] || a - b);
  const [middle, top] = bandEdges(suspicion);
  const strata = new Int32Array(count);
  for (let pair = 0; pair < count; pair++) {
    const home = bySize.find((source) => held[pair * sources + source] === 1) as number;
    const band = suspicion[pair] >= top ? 2 : suspicion[pair] >= middle ? 1 : 0;
    strata[pair] = home * BANDS.length + band;
  }
  return strata;
}

/** The least suspicion of the middle band and of the top one. */
function bandEdges(suspicion: Float64Array): readonly [number, number] {
  const sorted = suspicion.slice().sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.round(share * sorted.length))] ?? 0;
  return [at(BANDS[0].share), at(BANDS[0].share + BANDS[1].share)];
}

/**
 * How many judgements each stratum is due for its pairs: its weight over the size of its source. So each source gets
 * about as many as any other, and a pair that stands in several is drawn as for the smallest of them.
 */
export function sharesOf(pairs: DistinctPairs, strata: Int32Array): Float64Array {
  const sizes = pairsOfSources(pairs);
  const shares = new Float64Array(pairs.sources * BANDS.length);
  for (const stratum of strata) {
    shares[stratum] += BANDS[stratum % BANDS.length].weight / sizes[Math.floor(stratum / BANDS.length)];
  }
  return shares;
}

/**
 * The order of judgement. Which stratum comes next is fixed by the sizes alone (Sainte-Laguë: the greatest
 * share / (2·drawn + 1)), never by a verdict or a draw; within a stratum pairs come by their seeded priority. So the
 * first n are, for every n, a stratified sample: in each stratum a simple random one.
 * @param priority of each pair, uniform on [0, 1)
 * @returns pairs, `most` of them or all there are
 */
export function judgingOrder(
  pairs: DistinctPairs,
  strata: Int32Array,
  priority: Float64Array,
  most: number,
): Int32Array {
  const shares = sharesOf(pairs, strata);
  const waiting = Array.from(shares, (): number[] => []);
  strata.forEach((stratum, pair) => waiting[stratum].push(pair));
  for (const list of waiting) list.sort((a, b) => priority[a] - priority[b] || a - b);
  const drawn = new Int32Array(shares.length);
  return Int32Array.from({ length: Math.min(most, pairs.count) }, () => {
    let next = -1;
    let best = -1;
    for (let stratum = 0; stratum < shares.length; stratum++) {
      if (drawn[stratum] === waiting[stratum].length) continue;
      const due = shares[stratum] / (2 * drawn[stratum] + 1);
      if (due > best) [next, best] = [stratum, due];
    }
    return waiting[next][drawn[next]++];
  });
}

/**
 * A priority from a pair's key, uniform on [0, 1): equal pairs have the same in every file and every order of loading.
 * Each word passes a finaliser of multiplications and shifts.
 * @param words the key's 128 bits, as four words from `at` on
 */
export function keyPriority(words: Uint32Array, at: number, seed: number): number {
  let high = seed >>> 0;
  let low = Math.imul(seed, 0x85ebca6b) ^ 0xc2b2ae35;
  for (let i = at; i < at + 4; i++) {
    high = mixed(high ^ words[i]);
    low = mixed(Math.imul(low, 5) + words[i]);
  }
  return ((high >>> 5) * 0x400_0000 + (low >>> 6)) / 0x20_0000_0000_0000;
}

function mixed(h: number): number {
  let t = h >>> 0;
  t = Math.imul(t ^ (t >>> 16), 0x85ebca6b);
  t = Math.imul(t ^ (t >>> 13), 0xc2b2ae35);
  return (t ^ (t >>> 16)) >>> 0;
}

/** How many pairs of a domain each stratum has. @param isIn whether a pair is asked about */
export function domainSizes(strata: Int32Array, count: number, isIn: (pair: number) => boolean): number[] {
  const sizes = new Array<number>(count).fill(0);
  strata.forEach((stratum, pair) => {
    if (isIn(pair)) sizes[stratum]++;
  });
  return sizes;
}
