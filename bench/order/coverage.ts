/**
 * Do the intervals hold, and the calls? Queries of real files are drawn with replacement, some records of each, and what
 * the page would say of them is held against the file that they were drawn from.
 */

import { QueryBootstrap } from '../../src/scoring/certainty/bootstrap';
import { pairsWithin } from '../../src/scoring/certainty/order';
import { differenceSoFar, OrderSequence, type SourceSoFar } from '../../src/scoring/certainty/order-sequence';
import { ratio, type UnitSums } from '../../src/scoring/certainty/units';
import { seededRandom } from '../../src/scoring/random';
import {
  ALL_FOREIGN,
  judgeShare,
  shareOfPairs,
  type ForeignShare,
  type PairShare,
} from '../../src/scoring/share-audit';

/** The pairs of one record: a weight each, and whether the audit by pairs counts it as near the positive or unrelated. */
export interface PopulationRecord {
  readonly weights: readonly number[];
  readonly near: readonly boolean[];
  readonly unrelated: readonly boolean[];
}

/** Of each source, of each query: its records, those of one place about the same positive in all sources. */
export type Population = readonly (readonly (readonly PopulationRecord[])[])[];

export interface Draws {
  /** Distinct draws of a query in a run. */
  readonly queries: number;
  /** Records of each query. */
  readonly records: number;
  readonly runs: number;
  readonly resamples: number;
}

/** Shares of the runs, in [0, 1]. */
export interface Coverage {
  /** In which the bootstrap's intervals hold all true differences. */
  readonly bootstrap: number;
  /** In which it separates two sources in the wrong order. */
  readonly bootstrapWrong: number;
  /** In which the sequence's intervals hold all true differences at every look, one after each tenth more. */
  readonly sequence: number;
  /** In which it settles two sources in the wrong order. */
  readonly sequenceWrong: number;
  /** In which it settles all. */
  readonly settled: number;
}

const LEVEL = 0.95;
const FIRST_LOOK = 40;
const GROWTH = 1.1;

/** Each source in two: its pairs of even places and of odd ones. */
export function halved(population: Population): Population {
  const half = ({ weights, near, unrelated }: PopulationRecord, odd: number): PopulationRecord => ({
    weights: weights.filter((_, i) => i % 2 === odd),
    near: near.filter((_, i) => i % 2 === odd),
    unrelated: unrelated.filter((_, i) => i % 2 === odd),
  });
  return population.flatMap((queries) =>
    [0, 1].map((odd) => queries.map((records) => records.map((record) => half(record, odd)))),
  );
}

export function coverage(population: Population, draws: Draws, seed: number): Coverage {
  const random = seededRandom(seed);
  const pool = queriesWith(population, draws.records);
  const pairs = pairsWithin(population.map(() => ''));
  const scores = population.map((source) => expectedRatio(pool.map((query) => source[query] ?? [])));
  const truth = (a: number, b: number) => (scores[a] ?? NaN) - (scores[b] ?? NaN);
  const found = { bootstrap: 0, bootstrapWrong: 0, sequence: 0, sequenceWrong: 0, settled: 0 };
  for (let run = 0; run < draws.runs; run++) {
    const sources = drawUnitSums(population, pool, draws, random);
    const bootstrap = bootstrapDifferences(sources, pairs, draws.resamples, random);
    found.bootstrap += Number(
      bootstrap.every(({ a, b, low, high }) => truth(a, b) >= low && truth(a, b) <= high),
    );
    found.bootstrapWrong += Number(bootstrap.some(({ a, b, low }) => low > 0 && truth(a, b) < 0));
    const watched = watch(sources, pairs, truth);
    found.sequence += Number(!watched.missed);
    found.sequenceWrong += Number(watched.wrong);
    found.settled += Number(watched.settled);
  }
  const share = (count: number) => count / draws.runs;
  return {
    bootstrap: share(found.bootstrap),
    bootstrapWrong: share(found.bootstrapWrong),
    sequence: share(found.sequence),
    sequenceWrong: share(found.sequenceWrong),
    settled: share(found.settled),
  };
}

/**
 * Share of the runs in which a clean source is called by the audit by pairs, for either kind of pairs. Each source is drawn
 * anew, from the same queries.
 * @param source place of the source that is held against the references
 * @param references places of the references; its own place among them is another draw of it
 * @param randomShare of pairs of random passages, those that are unrelated
 */
export function falseAlarms(
  population: Population,
  source: number,
  references: readonly number[],
  randomShare: ForeignShare,
  draws: Draws,
  seed: number,
): number {
  const random = seededRandom(seed);
  const pool = queriesWith(population, draws.records);
  let called = 0;
  for (let run = 0; run < draws.runs; run++) {
    const [own, ...others] = [source, ...references].map((place) =>
      drawShares(population[place] ?? [], pool, draws, random),
    );
    if (!own) continue;
    const isCalled = (kind: Kind, foreign: ForeignShare) =>
      judgeShare(
        own[kind],
        others.map((other) => other[kind]),
        foreign,
      ).flagged;
    called += Number(isCalled('near', ALL_FOREIGN) || isCalled('unrelated', randomShare));
  }
  return called / draws.runs;
}

type Kind = 'near' | 'unrelated';

function bootstrapDifferences(
  sources: readonly UnitSums[],
  pairs: readonly (readonly [number, number])[],
  resamples: number,
  random: () => number,
) {
  const bootstrap = new QueryBootstrap(sources, pairs);
  const drawn = Array.from({ length: resamples }, () => bootstrap.resample(random));
  const scores = sources.map((source) => ratio(source, source.sums.length));
  return bootstrap.differenceIntervals(scores, drawn, LEVEL);
}

/** A run's looks at the order, one after each tenth more queries. */
function watch(
  sources: readonly UnitSums[],
  pairs: readonly (readonly [number, number])[],
  truth: (a: number, b: number) => number,
): { missed: boolean; wrong: boolean; settled: boolean } {
  const units = sources[0]?.sums.length ?? 0;
  const alpha = (1 - LEVEL) / pairs.length;
  const sequence = new OrderSequence(pairs, units, LEVEL, 1);
  let missed = false;
  let wrong = false;
  for (let drawn = FIRST_LOOK; drawn < units; drawn = Math.ceil(drawn * GROWTH)) {
    const soFar = sources.map((source): SourceSoFar => ({ ...source, eci: ratio(source, drawn), drawn }));
    const before = [...sequence.settled];
    sequence.update(soFar);
    for (const [i, pair] of pairs.entries()) {
      const { a, b, low, high } = differenceSoFar(pair, soFar, Infinity, alpha);
      missed ||= truth(a, b) < low || truth(a, b) > high;
      wrong ||= before[i] === null && sequence.settled[i] !== null && truth(a, b) < 0;
    }
  }
  return { missed, wrong, settled: sequence.allSettled };
}

/** Places of the queries of which every source has so many records. */
function queriesWith(population: Population, records: number): number[] {
  const places = [...(population[0] ?? []).keys()];
  return places.filter((query) => population.every((source) => (source[query]?.length ?? 0) >= records));
}

/** Mean weight of a pair where each query gives the same number of records. */
function expectedRatio(queries: readonly (readonly PopulationRecord[])[]): number {
  let sum = 0;
  let pairs = 0;
  for (const records of queries) {
    for (const { weights } of records) {
      sum += weights.reduce((total, weight) => total + weight, 0) / records.length;
      pairs += weights.length / records.length;
    }
  }
  return sum / pairs;
}

/** The same queries and records for every source. */
function drawUnitSums(
  population: Population,
  pool: readonly number[],
  { queries, records }: Draws,
  random: () => number,
): UnitSums[] {
  const drawn = Array.from({ length: queries }, () =>
    drawRecords(population[0] ?? [], pool, records, random),
  );
  return population.map((source) => {
    const units = drawn.map(({ query, places }) =>
      places.flatMap((place) => source[query]?.[place]?.weights ?? []),
    );
    return {
      sums: Float64Array.from(units, (weights) => weights.reduce((total, weight) => total + weight, 0)),
      pairs: Float64Array.from(units, ({ length }) => length),
    };
  });
}

function drawShares(
  source: Population[number],
  pool: readonly number[],
  { queries, records }: Draws,
  random: () => number,
): Record<Kind, PairShare> {
  const near: number[] = [];
  const unrelated: number[] = [];
  const offsets = [0];
  const queryOf: number[] = [];
  for (let unit = 0; unit < queries; unit++) {
    const { query, places } = drawRecords(source, pool, records, random);
    for (const place of places) {
      const record = source[query]?.[place];
      near.push(...(record?.near ?? []).map(Number));
      unrelated.push(...(record?.unrelated ?? []).map(Number));
      offsets.push(near.length);
      queryOf.push(unit);
    }
  }
  const shareOf = (found: readonly number[]) =>
    shareOfPairs(Uint8Array.from(found), Int32Array.from(offsets), queryOf);
  return { near: shareOf(near), unrelated: shareOf(unrelated) };
}

/** One query of the pool, and so many of its records without repetition. */
function drawRecords(
  source: Population[number],
  pool: readonly number[],
  records: number,
  random: () => number,
): { query: number; places: number[] } {
  const query = pool[Math.floor(random() * pool.length)] ?? 0;
  const left = [...(source[query] ?? []).keys()];
  const places = Array.from(
    { length: records },
    () => left.splice(Math.floor(random() * left.length), 1)[0] ?? 0,
  );
  return { query, places };
}
