/** How often intervals hold the truth, and how runs end that may stop early: on made units and on those of real files. */

import {
  differenceEstimate,
  effectiveUnits,
  FEWEST_UNITS,
  intervalOf,
  looksOf,
  ratioEstimate,
} from '../../../../src/scoring/certainty/intervals';
import { meanOf, sumsByUnit, traceQuantity, type UnitSums } from '../../../../src/scoring/certainty/units';
import { orderOf } from '../../../../src/scoring/certainty/score-order';
import { gatePairs } from '../../../../src/scoring/statistics';
import { seededRandom } from '../../../../src/scoring/random';
import type { RealFiles } from './real-files';

const GATING = { tau: 0.05, weighting: 'full' } as const;
const ERROR = 0.05;

/** Units drawn of two or more sources at once. */
export interface Population {
  readonly name: string;
  /** The true mean of each source. */
  readonly means: readonly number[];
  draw(units: number, random: () => number): UnitSums[];
}

/** S and K of one unit in two sources. */
type MadeUnit = (random: () => number) => {
  readonly pairs: number;
  readonly means: readonly [number, number];
};

/** About normal. */
const normal = (random: () => number) =>
  random() + random() + random() + random() + random() + random() - 3 + (random() - 0.5);
const logistic = (x: number) => 1 / (1 + Math.exp(-x));

/** Two sources whose means are hard in the same units. */
const alike = (random: () => number, pairs: number): ReturnType<MadeUnit> => {
  const shared = normal(random);
  return {
    pairs,
    means: [logistic(shared + normal(random) - 0.5), logistic(shared + normal(random) - 0.5)],
  };
};

const geometric = (random: () => number, mean: number) =>
  1 + Math.floor(Math.log(1 - random()) / Math.log(1 - 1 / mean));

const MADE: Readonly<Record<string, MadeUnit>> = {
  'like size': (random) => alike(random, 10),
  'geometric size': (random) => alike(random, geometric(random, 8)),
  'log-normal size': (random) => alike(random, Math.ceil(6 * Math.exp(0.8 * normal(random)))),
  'Pareto size': (random) => alike(random, Math.min(200, Math.floor(3 * (1 - random()) ** (-1 / 2.5)))),
  'heavy tails': (random) => ({
    pairs: 5,
    means: [Math.min(1, Math.exp(normal(random) - 3)), Math.min(1, Math.exp(normal(random) - 3))],
  }),
  'rare units, 1 in 30': (random) => {
    const { pairs, means } = alike(random, 10);
    return { pairs, means: [random() < 1 / 30 ? 1 : means[0], means[1]] };
  },
  'nearly alike, 1 in 50 at 1': (random) => {
    const mean = 0.1 + 0.004 * normal(random);
    return { pairs: 10, means: [random() < 0.02 ? 1 : mean, 0.1 + 0.004 * normal(random)] };
  },
};

/** Draws units of two sources. */
function drawOf(unit: MadeUnit): Population['draw'] {
  return (units, random) => {
    const made = Array.from({ length: units }, () => unit(random));
    const pairs = Float64Array.from(made, ({ pairs: k }) => k);
    return [0, 1].map((s) => ({
      pairs,
      sums: Float64Array.from(made, ({ pairs: k, means }) => k * (means[s] as number)),
    }));
  };
}

/** Units from which the truth of a made population is taken. */
const MANY = 2_000_000;

export function madePopulations(): Population[] {
  return Object.entries(MADE).map(([name, unit]) => {
    const random = seededRandom(1);
    const truth = { pairs: 0, sums: [0, 0] };
    for (let i = 0; i < MANY; i++) {
      const { pairs, means } = unit(random);
      truth.pairs += pairs;
      truth.sums = truth.sums.map((sum, s) => sum + pairs * (means[s] as number));
    }
    return { name, draw: drawOf(unit), means: truth.sums.map((sum) => sum / truth.pairs) };
  });
}

/** The units of some sources of real files, drawn with replacement. */
export function realPopulation(files: RealFiles, names: readonly string[]): Population {
  const sources = names.map((name) => {
    const { columns, units } = files.source(name);
    return sumsByUnit(files.units, columns.offsets, units, traceQuantity(gatePairs(columns, GATING)));
  });
  return {
    name: files.name,
    means: sources.map(meanOf),
    draw: (count, random) => {
      const drawn = Int32Array.from({ length: count }, () => Math.floor(random() * files.units));
      const only = (column: Float64Array) => Float64Array.from(drawn, (unit) => column[unit] as number);
      return sources.map(({ sums, pairs }) => ({ sums: only(sums), pairs: only(pairs) }));
    },
  };
}

export interface Coverage {
  /** Of the draws with enough effective units: how often the interval of the first score, and of the first difference, holds. */
  readonly score: number;
  readonly difference: number;
}

/** Null where fewer than a tenth of the draws have enough effective units. */
export function coverageOf(population: Population, units: number, draws: number): Coverage | null {
  const { means } = population;
  const difference = (means[0] as number) - (means[1] as number);
  const count = { all: 0, score: 0, difference: 0 };
  const random = seededRandom(units);
  for (let i = 0; i < draws; i++) {
    const [a, b] = population.draw(units, random);
    if (!a || !b || Math.min(effectiveUnits(a), effectiveUnits(b)) < FEWEST_UNITS) continue;
    const score = intervalOf(ratioEstimate(a), ERROR);
    const interval = intervalOf(differenceEstimate(a, b), ERROR);
    if (!score || !interval) continue;
    count.all++;
    count.score += Number(score.low <= (means[0] as number) && (means[0] as number) <= score.high);
    count.difference += Number(interval.low <= difference && difference <= interval.high);
  }
  if (count.all < draws / 10) return null;
  return { score: count.score / count.all, difference: count.difference / count.all };
}

export interface EarlyRuns {
  /** Runs in which every order was called, at the end at the latest. */
  readonly settled: number;
  /** Runs with an order that is not so. */
  readonly wrong: number;
}

/** Runs that look at 40, 80, 160, … units, as src/engine/looks.ts does, but for findings. */
export function earlyRuns(population: Population, units: number, runs: number): EarlyRuns {
  const { means } = population;
  const looks = looksOf(units, true);
  const random = seededRandom(units);
  const count = { settled: 0, wrong: 0 };
  for (let run = 0; run < runs; run++) {
    const all = population.draw(units, random);
    let isWrong = false;
    for (const look of looks) {
      const sources = all.map(({ sums, pairs: k }) => {
        const trace = { sums: sums.slice(0, look), pairs: k.slice(0, look) };
        return { trace, score: meanOf(trace), setting: '' };
      });
      const order = orderOf(sources, GATING, ERROR / looks.length, look < units ? look : null);
      for (const { a, b, separated } of order.pairs)
        isWrong ||= separated && (means[a] as number) <= (means[b] as number);
      if (!order.pairs.every(({ separated }) => separated)) continue;
      count.settled++;
      break;
    }
    count.wrong += Number(isWrong);
  }
  return { settled: count.settled / runs, wrong: count.wrong / runs };
}

/** Two sources of exactly the same mean, of units of geometric size: to call either first is wrong. */
export function tiedPopulation(): Population {
  const draw = drawOf(MADE['geometric size'] as MadeUnit);
  return { name: 'a tie, geometric size', means: [0, 0], draw };
}
