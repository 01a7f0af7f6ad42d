/**
 * How often an interval of 95 % holds where queries share a positive, by query and by unit: on made columns, and on XQuAD by
 * halving its passages. No encoder is asked for the former.
 */

import { join } from 'node:path';

import { QueryBootstrap } from '../../src/scoring/certainty/bootstrap';
import { FEWEST_UNITS, meanHalfWidth } from '../../src/scoring/certainty/confidence-sequence';
import { normalHalfWidth } from '../../src/scoring/certainty/normal';
import {
  estimateDifference,
  planUnits,
  ratio,
  traceQuantity,
  UnitTallies,
  type UnitSums,
} from '../../src/scoring/certainty/units';
import { gatePairs } from '../../src/scoring/gated-pairs';
import { seededRandom, shuffled } from '../../src/scoring/random';
import { folderOnDisk } from '../../tests/support/folders';
import { RUN_SETTINGS } from '../../tests/support/results';
import { markdownTable, percentOf } from '../lib/table.mjs';
import { runInNode } from '../runs/in-node';
import { readTevatron } from './real-file';

/** One a seed, from 1. */
const SEEDS = 1000;
const RESAMPLES = 400;
const PASSAGES = 60;
const GROUPS = [1, 5, 20];
const LEVEL = 0.95;
const GROWTH = 1.1;

/** Share of the variance of a query that its passage has: about what XQuAD shows. */
const OF_PASSAGE = 0.25;

/** Sums of two sources, by query or by passage, and the truth of their difference. */
type Two = readonly [UnitSums, UnitSums];

/** Two sources whose true difference is 0.05: a query's value is what its passage, and it, add to the mean. */
function made(group: number, random: () => number): { readonly byQuery: Two; readonly byUnit: Two } {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const queries = PASSAGES * group;
  const values = [0.55, 0.5].map((mean) => {
    const passages = Array.from({ length: PASSAGES }, () => Math.sqrt(OF_PASSAGE) * normal());
    return Float64Array.from(
      { length: queries },
      (_, i) =>
        mean + 0.1 * ((passages[Math.floor(i / group)] ?? NaN) + Math.sqrt(1 - OF_PASSAGE) * normal()),
    );
  });
  const sumsBy = (size: number) =>
    values.map((of): UnitSums => {
      const sums = new Float64Array(queries / size);
      of.forEach((value, i) => (sums[Math.floor(i / size)] = (sums[Math.floor(i / size)] ?? 0) + value));
      return { sums, pairs: new Float64Array(queries / size).fill(size) };
    }) as unknown as Two;
  return { byQuery: sumsBy(1), byUnit: sumsBy(group) };
}

function bootstrapHolds(two: Two, truth: number, random: () => number): boolean {
  const bootstrap = new QueryBootstrap(two, [[0, 1]]);
  const resamples = Array.from({ length: RESAMPLES }, () => bootstrap.resample(random));
  const scores = two.map((source) => ratio(source, source.sums.length));
  const [found] = bootstrap.differenceIntervals(scores, resamples, LEVEL);
  const value = found?.a === 0 ? truth : -truth;
  return found !== undefined && found.low <= value && value <= found.high;
}

/** At every look, one after each tenth more units. */
function sequenceHolds([a, b]: Two, truth: number): boolean {
  for (let drawn = FEWEST_UNITS; drawn <= a.sums.length; drawn = Math.ceil(drawn * GROWTH)) {
    const { value, deviation } = estimateDifference(a, b, drawn);
    if (Math.abs(value - truth) > meanHalfWidth(drawn, Infinity, deviation, 1 - LEVEL)) return false;
  }
  return true;
}

function madeTable(): string {
  const rows = GROUPS.map((group) => {
    const held = [0, 0, 0, 0];
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = seededRandom(seed);
      const { byQuery, byUnit } = made(group, random);
      const found = [
        bootstrapHolds(byQuery, 0.05, random),
        bootstrapHolds(byUnit, 0.05, random),
        sequenceHolds(byQuery, 0.05),
        sequenceHolds(byUnit, 0.05),
      ];
      found.forEach((holds, i) => (held[i] = (held[i] ?? 0) + Number(holds)));
    }
    return [String(group), String(PASSAGES * group), ...held.map((count) => percentOf(count / SEEDS))];
  });
  return markdownTable(
    [
      'queries a passage',
      'queries',
      'bootstrap by query',
      'bootstrap by unit',
      'sequence by query',
      'sequence by unit',
    ],
    rows,
  );
}

/**
 * The difference of two sources in one half of the passages against that in the other: halves of one file differ as two
 * draws with replacement of that size do, so the two intervals, added in squares, hold it as often as each holds the truth.
 */
async function halvesTable(shared: string): Promise<string> {
  const names = ['bm25', 'dense', 'random'];
  const paths = names.map((name) => join(shared, 'data/xquad', `${name}.jsonl`));
  const model = folderOnDisk('potion-base-2M', join(shared, 'models/potion-base-2M'));
  const { sources } = await runInNode(names, paths.map(readTevatron), model);
  const units = planUnits(sources.map((source) => source.units));
  const queries = planUnits(sources.map(({ structure }) => structure.queries));
  const sumsBy = (plan: typeof units) =>
    sources.map(({ columns, structure }, s) => {
      const tallies = new UnitTallies(
        plan.units,
        gatePairs(columns, RUN_SETTINGS),
        plan.of[s] ?? new Int32Array(),
        {
          trace: traceQuantity,
        },
      );
      tallies.add(structure.queries.keys());
      return tallies.by.trace;
    });
  const sums = { query: sumsBy(queries), unit: sumsBy(units) };
  const unitOfQuery = new Int32Array(queries.units);
  queries.of.forEach((of, s) =>
    of.forEach((query, record) => (unitOfQuery[query] = units.of[s]?.[record] ?? -1)),
  );
  const only = ({ sums: all, pairs }: UnitSums, places: readonly number[]): UnitSums => ({
    sums: Float64Array.from(places, (place) => all[place] ?? NaN),
    pairs: Float64Array.from(places, (place) => pairs[place] ?? NaN),
  });
  const pairs = [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const;
  const held = pairs.map(() => ({ query: 0, unit: 0 }));
  const times = pairs.map(() => 0);
  for (let seed = 1; seed <= SEEDS; seed++) {
    const first = new Set(
      shuffled([...Array(units.units).keys()], seededRandom(seed)).slice(0, Math.floor(units.units / 2)),
    );
    const places = {
      unit: [true, false].map((inFirst) =>
        [...Array(units.units).keys()].filter((u) => first.has(u) === inFirst),
      ),
      query: [true, false].map((inFirst) =>
        [...unitOfQuery.keys()].filter((q) => first.has(unitOfQuery[q] ?? -1) === inFirst),
      ),
    };
    pairs.forEach(([a, b], i) => {
      const widths = (['query', 'unit'] as const).map((by) => {
        const halves = places[by].map((of) => {
          const [one, other] = [sums[by][a] as UnitSums, sums[by][b] as UnitSums];
          const { value, deviation } = estimateDifference(only(one, of), only(other, of), of.length);
          return { value, half: normalHalfWidth(deviation, of.length, LEVEL) };
        });
        const [x, y] = halves;
        const half = Math.hypot(x?.half ?? NaN, y?.half ?? NaN);
        const row = held[i];
        if (row) row[by] += Number(Math.abs((x?.value ?? NaN) - (y?.value ?? NaN)) <= half);
        return half;
      });
      times[i] = (times[i] ?? 0) + (widths[1] ?? NaN) / (widths[0] ?? NaN) / SEEDS;
    });
  }
  return markdownTable(
    ['sources', 'by query', 'by unit', 'width by unit over by query'],
    pairs.map(([a, b], i) => [
      `${names[a] ?? ''}, ${names[b] ?? ''}`,
      percentOf((held[i]?.query ?? NaN) / SEEDS),
      percentOf((held[i]?.unit ?? NaN) / SEEDS),
      (times[i] ?? NaN).toFixed(2),
    ]),
  );
}

/** The tables of docs/CERTAINTY.md on units. @param shared path of ../shared */
export async function unitTables(shared: string): Promise<[string, string][]> {
  return [
    ['units', madeTable()],
    ['halves', await halvesTable(shared)],
  ];
}
