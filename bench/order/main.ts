/** What scenario i asks of the simulations: plain figures out of seeds. Loaded into Node through Vite. */

import { basename } from 'node:path';

import { differenceIntervals, resampledRatios } from '../../src/scoring/certainty/bootstrap';
import { pairsWithin } from '../../src/scoring/certainty/order';
import { differenceSoFar } from '../../src/scoring/certainty/order-sequence';
import type { UnitSums } from '../../src/scoring/certainty/units';
import { seededRandom } from '../../src/scoring/random';
import { folderOnDisk } from '../../tests/support/folders';
import { empiricalBernstein, finiteClock, independentClock, type MeanMethod } from './alternatives';
import { drawUnits, mirrored, ORDER_POPULATIONS, TIES, UNIT_KINDS } from './populations';
import {
  readTevatron,
  realFile,
  withKeyedHybrids,
  type KeyedRecord,
  type RealFile,
  type RealRecord,
} from './real-file';
import { orderTrial, shuffled, type TrialResult } from './trials';
import { resampled, SourceTrial, visitTrial, wholeFile, type Texts } from './visit-trial';

/** Probability with which every order called is right. */
export const LEVEL = 0.95;

const COVERED_UNITS = 1000;
const ORDERED_UNITS = 2500;

/** The next look of a run that is watched by blocks comes after so many times the units. */
const BLOCK_GROWTH = 1.1;

export interface CoverageRow {
  readonly population: string;
  readonly runs: number;
  /** Runs in which the interval held the true difference at every moment. */
  readonly covered: number;
}

/** Two made sources, watched after every unit to the last but one. */
export function coverage(runs: number): CoverageRow[] {
  return Object.entries(UNIT_KINDS).map(([population, kind]) => {
    const results = seeds(runs).map((random) => {
      const sources = [drawUnits(kind, COVERED_UNITS, random), drawUnits(kind, COVERED_UNITS, random)];
      return orderTrial(sources, random, { level: LEVEL, growth: 1, watchAll: true });
    });
    return { population, runs, covered: results.filter(({ missed }) => missed === 0).length };
  });
}

/** A watch of made populations. */
export interface WatchFigures {
  /** Runs in which a pair was called in the wrong order, or a tie called at all. */
  readonly wrong: number;
  /** Runs that went on to the last unit. */
  readonly open: number;
  readonly median_units: number;
  /** Mean share of the records that were drawn before their source was placed. */
  readonly records: number;
}

export interface OrderRow {
  readonly population: string;
  readonly tie: boolean;
  readonly runs: number;
  readonly units: number;
  readonly every_unit: WatchFigures;
  readonly by_blocks: WatchFigures;
}

/** @param runs of each population; of each tie, `tieRuns` */
export function orders(runs: number, tieRuns: number): OrderRow[] {
  const known = Object.entries(ORDER_POPULATIONS).map(([population, draw]) =>
    orderRow(population, false, runs, (random) => draw(ORDERED_UNITS, random)),
  );
  const ties = Object.entries(TIES).map(([population, kind]) =>
    orderRow(population, true, tieRuns, (random) => {
      const one = drawUnits(kind, ORDERED_UNITS, random);
      return [one, mirrored(one)];
    }),
  );
  return [...known, ...ties];
}

function orderRow(
  population: string,
  tie: boolean,
  runs: number,
  draw: (random: () => number) => UnitSums[],
): OrderRow {
  const watch = (growth: number): WatchFigures => {
    const results = seeds(runs).map((random) => orderTrial(draw(random), random, { level: LEVEL, growth }));
    const isWrong = ({ settled, wrongOrders }: TrialResult) => (tie ? settled : wrongOrders) > 0;
    return {
      wrong: results.filter(isWrong).length,
      open: results.filter(({ units }) => units === ORDERED_UNITS).length,
      median_units: median(results.map(({ units }) => units)),
      records: mean(results.map(({ shareDrawn }) => shareDrawn)),
    };
  };
  return {
    population,
    tie,
    runs,
    units: ORDERED_UNITS,
    every_unit: watch(1),
    by_blocks: watch(BLOCK_GROWTH),
  };
}

/** Median and largest over the runs. */
export interface Spread {
  readonly median: number;
  readonly most: number;
}

export interface RealRow {
  readonly file: string;
  readonly sources: readonly string[];
  /** Pairs of sources that are compared. */
  readonly pairs: number;
  /** `resampled`: drawn with replacement up to so many units; `file`: its own. */
  readonly population: 'resampled' | 'file';
  readonly runs: number;
  readonly units: number;
  readonly wrong: number;
  readonly open: number;
  readonly units_used: Spread;
  readonly records_used: Spread;
  readonly records_share: Spread;
  /** Distinct texts, records sharing them as in the file; their number over the whole population (median). */
  readonly encodes: Spread;
  readonly encodes_total: number;
  readonly encodes_share: Spread;
  /** Where no two records of a source share a text. */
  readonly apart_share: Spread;
}

export interface RealFiles {
  /** Paths of Tevatron files, one a source. */
  readonly paths: readonly string[];
  /** True: the hybrid of every two comes beside them. */
  readonly hybrids: boolean;
}

/** Runs the engine over real files with the model folder. */
export async function openRealFile({ paths, hybrids }: RealFiles, model: string): Promise<RealFile> {
  const read = new Map<string, KeyedRecord[]>(
    paths.map((path) => [basename(path, '.jsonl'), readTevatron(path)]),
  );
  return realFile(hybrids ? withKeyedHybrids(read) : read, folderOnDisk(basename(model), model));
}

/**
 * @param size units drawn with replacement; null: the file's own
 * @param settings the setting of each source; one for all unless given
 */
export function realRuns(
  name: string,
  file: RealFile,
  size: number | null,
  runs: number,
  settings: readonly string[] = file.names.map(() => 'all'),
): RealRow {
  const results = seeds(runs).map((random) => {
    const population = size === null ? wholeFile(file, random) : resampled(file, size, random);
    return visitTrial(file, population, settings, LEVEL);
  });
  const share = ({ used, total }: Texts) => used / total;
  return {
    file: name,
    sources: file.names,
    pairs: pairsWithin(settings).length,
    population: size === null ? 'file' : 'resampled',
    runs,
    units: size ?? file.units,
    wrong: results.filter(({ wrong }) => wrong > 0).length,
    open: results.filter(({ certain }) => !certain).length,
    units_used: spread(results.map(({ units }) => units)),
    records_used: spread(results.map(({ records }) => records.used)),
    records_share: spread(results.map(({ records }) => share(records))),
    encodes: spread(results.map(({ shared }) => shared.used)),
    encodes_total: median(results.map(({ shared }) => shared.total)),
    encodes_share: spread(results.map(({ shared }) => share(shared))),
    apart_share: spread(results.map(({ apart }) => share(apart))),
  };
}

/** A pair of sources by both kinds of intervals, the source with the higher score first. */
export interface IntervalRow {
  readonly file: string;
  readonly pair: string;
  /** Of the scores of the whole file. */
  readonly difference: number;
  readonly units: number;
  /** Units drawn when the sequence was looked at. */
  readonly drawn: number;
  /** Null where the sequence says nothing: too few units, or too unlike. */
  readonly sequence: readonly [low: number, high: number] | null;
  readonly bootstrap: readonly [low: number, high: number];
}

/** The sequence after half of a file's units beside the bootstrap over all of them. */
export function bothIntervals(name: string, file: RealFile, resamples: number): IntervalRow[] {
  const random = seededRandom(42);
  const { units } = file;
  const drawn = Math.ceil(units / 2);
  const population = wholeFile(file, random);
  const sources = file.records.map((records) => new SourceTrial(records, population, file.dimension));
  const addAll = (from: number, to: number) => {
    for (const source of sources) {
      for (let unit = from; unit < to; unit++) source.add(unit);
      source.drawn = to;
    }
  };
  const pairs = pairsWithin(file.names.map(() => 'all'));
  const alpha = (1 - LEVEL) / pairs.length;
  addAll(0, drawn);
  const soFar = sources.map((source) => source.soFar(source.eci));
  const sequence = pairs.map((pair) => differenceSoFar(pair, soFar, units, alpha));
  addAll(drawn, units);
  const scores = sources.map(({ eci }) => eci);
  const draws = Array.from({ length: resamples }, () => resampledRatios(sources, random));
  return differenceIntervals(pairs, sources, scores, draws, LEVEL).map(
    ({ a, b, difference, low, high }, i) => {
      const part = sequence[i];
      const [partLow, partHigh] = [part?.low ?? NaN, part?.high ?? NaN];
      return {
        file: name,
        pair: `${file.names[a]} − ${file.names[b]}`,
        difference,
        units,
        drawn,
        sequence: Number.isFinite(partLow)
          ? part?.a === a
            ? [partLow, partHigh]
            : [-partHigh, -partLow]
          : null,
        bootstrap: [low, high],
      };
    },
  );
}

export interface MethodRow {
  readonly method: string;
  readonly population: string;
  readonly runs: number;
  readonly units: number;
  readonly covered: number;
  /** Runs in which the order was called before the last unit. */
  readonly called: number;
  readonly wrong: number;
  readonly units_used: Spread;
}

const METHODS: Readonly<Record<string, MeanMethod>> = {
  'in use, without its guard': finiteClock,
  'clock n, for independent draws': independentClock,
  'empirical Bernstein, without replacement': empiricalBernstein,
};

/** The sequence in use beside others, on differences of one value a unit, watched after every unit. */
export function methods(runs: number, real: readonly { name: string; file: RealFile }[]): MethodRow[] {
  const populations: [string, Float64Array][] = [
    ['made, heavy tails: 1 to 0.5', heavyDifferences()],
    ...real.flatMap(({ name, file }) => realDifferences(name, file)),
  ];
  return populations.flatMap(([population, values]) => [
    rowInUse(population, values, runs),
    ...Object.entries(METHODS).map(([method, of]) => methodRow(method, of, population, values, runs)),
  ]);
}

/** The order sequence itself, on the values as a source beside one of zeros. */
function rowInUse(population: string, values: Float64Array, runs: number): MethodRow {
  const units = values.length;
  const pairs = new Float64Array(units).fill(1);
  const sources = [
    { sums: values, pairs },
    { sums: new Float64Array(units), pairs },
  ];
  const results = seeds(runs).map((random) =>
    orderTrial(sources, random, { level: LEVEL, growth: 1, watchAll: true }),
  );
  return {
    method: 'in use',
    population,
    runs,
    units,
    covered: results.filter(({ missed }) => missed === 0).length,
    called: results.filter(({ settled }) => settled > 0).length,
    wrong: results.filter(({ wrongOrders }) => wrongOrders > 0).length,
    units_used: spread(results.map((result) => result.units)),
  };
}

function methodRow(
  method: string,
  of: MeanMethod,
  population: string,
  values: Float64Array,
  runs: number,
): MethodRow {
  const units = values.length;
  const truth = mean([...values]);
  let [covered, called, wrong] = [0, 0, 0];
  const used = seeds(runs).map((random) => {
    const inOrder = Float64Array.from(shuffled(units, random), (i) => values[i] ?? 0);
    const { centre, half } = of(inOrder, 1 - LEVEL);
    const open = half.subarray(0, units - 1);
    if (open.every((h, i) => Math.abs((centre[i] ?? 0) - truth) <= h)) covered++;
    const at = open.findIndex((h, i) => Math.abs(centre[i] ?? 0) > h);
    if (at < 0) return units;
    called++;
    if (Math.sign(centre[at] ?? 0) !== Math.sign(truth)) wrong++;
    return at + 1;
  });
  return { method, population, runs, units, covered, called, wrong, units_used: spread(used) };
}

function heavyDifferences(): Float64Array {
  const random = seededRandom(7);
  const [one, half] = ORDER_POPULATIONS['heavy tails: 1 to 0.5']?.(2000, random) ?? [];
  return Float64Array.from(one?.sums ?? [], (sum, i) => sum - (half?.sums[i] ?? 0));
}

/** Of each two neighbours among the sources, the differences of the records' mean weights. */
function realDifferences(name: string, file: RealFile): [string, Float64Array][] {
  const meanOf = (record: RealRecord | undefined) => (record ? record.sum / record.pairs : NaN);
  return file.names.slice(1).map((second, i) => {
    const values = (file.records[i] ?? []).map(
      (record, unit) => meanOf(record) - meanOf(file.records[i + 1]?.[unit]),
    );
    return [
      `${name}: ${file.names[i]}, ${second}`,
      Float64Array.from(values.filter((v) => !Number.isNaN(v))),
    ];
  });
}

function seeds(runs: number): (() => number)[] {
  return Array.from({ length: runs }, (_, seed) => seededRandom(1000 + seed));
}

function spread(values: readonly number[]): Spread {
  return { median: median(values), most: Math.max(...values) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
