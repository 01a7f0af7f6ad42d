/** j. The order of sources, certain: how often it is wrong, and how little of the files it takes. */

import { count, figure, percent } from '../lib/format.mjs';
import { orNotRun } from '../lib/native.mjs';
import { openShared, withSimulations } from '../lib/simulations.mjs';

/** @typedef {import('../order/main').CoverageRow} CoverageRow */
/** @typedef {import('../order/main').IntervalRow} IntervalRow */
/** @typedef {import('../order/main').MethodRow} MethodRow */
/** @typedef {import('../order/main').OrderRow} OrderRow */
/** @typedef {import('../order/main').RealRow} RealRow */
/** @typedef {import('../order/main').Spread} Spread */
/** @typedef {import('../order/main').WatchFigures} WatchFigures */
/** @typedef {import('../types').Goal} Goal */
/** @typedef {import('../types').NotRun} NotRun */

/** @typedef {{ rows: RealRow[], intervals: IntervalRow[], methods: MethodRow[] }} RealFigures */

/** @typedef {{ level: number, coverage: CoverageRow[], orders: OrderRow[], real: RealFigures | NotRun }} OrderFigures */

/** Runs of the coverage and of ties, runs of the rest, units that real files are resampled to, resamples. */
const SIZES = {
  whole: { covered: 1000, runs: 200, units: 25_000, resamples: 2000 },
  quick: { covered: 10, runs: 3, units: 2500, resamples: 50 },
};

const DL1920 = ['bm25', 'tasb', 'repllama'];
const XQUAD = ['bm25', 'dense', 'random'];
const GOAL_SHARE = 0.02;

/** @type {import('../types').Scenario<OrderFigures>} */
export const order = {
  id: 'j',
  title: 'The order of sources, certain',
  about:
    'Seeded simulations with the code of the page, at level 95 % (docs/CERTAINTY.md). Made populations have an order that is known, and are ' +
    'watched after every unit or, as a run is, after every tenth more. Real files: weights and matrices of every record from a run of the ' +
    'engine with potion-base-2M over dl1920/perpos (a record with its own positive counts as a query) and xquad; a population is the file, ' +
    'or 25,000 records drawn from it with replacement; the visit has the blocks of a run, its elimination, and the two blocks asked for ' +
    'ahead; wrong is an order against the ECI of the whole population. Encodes: distinct texts asked for. Copies of a record have texts of ' +
    'their own; "apart": no two records of a source share one, as in a file of many queries over a large corpus.',

  async run({ options, say }) {
    const sizes = options.quick ? SIZES.quick : SIZES.whole;
    return withSimulations(async (simulations) => {
      say('j: coverage on made populations');
      const coverage = simulations.coverage(sizes.covered);
      say('j: orders of made populations');
      const orders = simulations.orders(sizes.runs, sizes.covered);
      const real = await orNotRun(async () => {
        say('j: the engine over dl1920 and xquad');
        const perpos = await openShared(simulations, 'dl1920/perpos', DL1920);
        const xquad = await openShared(simulations, 'xquad', XQUAD);
        const queries = await openShared(simulations, 'dl1920', DL1920);
        const files = [
          { name: 'dl1920/perpos', file: perpos },
          { name: 'xquad', file: xquad },
        ];
        const rows = files.flatMap(({ name, file }) =>
          [sizes.units, null].map((size) => {
            say(`j: ${name}, ${size === null ? 'the file' : `${count(size)} records`}`);
            return simulations.realRuns(name, file, size, sizes.runs);
          }),
        );
        say('j: other intervals');
        return {
          rows,
          intervals: [
            ...simulations.bothIntervals('dl1920', queries, sizes.resamples),
            ...simulations.bothIntervals('dl1920/perpos', perpos, sizes.resamples),
            ...simulations.bothIntervals('xquad', xquad, sizes.resamples),
          ],
          methods: simulations.methods(sizes.covered, files),
        };
      });
      return { level: simulations.LEVEL, coverage, orders, real };
    });
  },

  tables({ coverage, orders, real }) {
    const made = [
      {
        title:
          'Coverage: runs whose interval held the true difference at every moment, watched after every unit',
        columns: ['population', 'runs', 'held', 'share'],
        rows: coverage.map(({ population, runs, covered }) => [
          population,
          count(runs),
          count(covered),
          percent(covered / runs),
        ]),
      },
      {
        title: 'Made populations: every unit / by blocks',
        columns: ['population', 'units', 'runs', 'wrong', 'went to the end', 'median units', 'records'],
        rows: orders.map((row) => [
          row.population,
          count(row.units),
          count(row.runs),
          both(row, ({ wrong }) => count(wrong)),
          both(row, ({ open }) => count(open)),
          both(row, ({ median_units }) => count(median_units)),
          both(row, ({ records }) => percent(records)),
        ]),
      },
    ];
    if ('not_run' in real) return made;
    return [
      ...made,
      {
        title: 'Real files: median (most)',
        columns: [
          'file',
          'records',
          'runs',
          'wrong',
          'went to the end',
          'units',
          'records used',
          'encodes',
          'share',
          'apart',
        ],
        rows: real.rows.map((row) => [
          `${row.file}: ${row.sources.join(', ')}`,
          `${count(row.units)}${row.population === 'file' ? ' (the file)' : ''}`,
          count(row.runs),
          count(row.wrong),
          count(row.open),
          spread(row.units_used, count),
          spread(row.records_share, percent),
          `${spread(row.encodes, count)} of ${count(row.encodes_total)}`,
          spread(row.encodes_share, percent),
          spread(row.apart_share, percent),
        ]),
      },
      {
        title: 'The two intervals on the same files',
        columns: [
          'file',
          'pair',
          'difference',
          'sequence after half of the queries',
          'bootstrap over all of them',
        ],
        rows: real.intervals.map(({ file, pair, difference, units, drawn, sequence, bootstrap }) => [
          file,
          pair,
          figure(difference),
          `${sequence === null ? 'none yet' : interval(sequence)}, ${count(drawn)} of ${count(units)}`,
          interval(bootstrap),
        ]),
      },
      {
        title: 'The sequence in use beside others, one value a unit, watched after every unit',
        columns: [
          'population',
          'units',
          'method',
          'runs',
          'held',
          'called',
          'wrong',
          'units until called: median (most)',
        ],
        rows: real.methods.map((row) => [
          row.population,
          count(row.units),
          row.method,
          count(row.runs),
          percent(row.covered / row.runs),
          count(row.called),
          count(row.wrong),
          spread(row.units_used, count),
        ]),
      },
    ];
  },

  goals({ level, coverage, orders, real }) {
    const realPairs = 'not_run' in real ? [] : real.methods.filter(({ method }) => method === 'in use');
    const least = Math.min(...[...coverage, ...realPairs].map(({ covered, runs }) => covered / runs));
    const known = orders.filter(({ tie }) => !tie);
    const ties = orders.filter(({ tie }) => tie);
    const wrong = known.reduce((sum, row) => sum + row.every_unit.wrong + row.by_blocks.wrong, 0);
    const falseCertain = Math.max(
      ...ties.flatMap(({ runs, every_unit, by_blocks }) => [every_unit.wrong / runs, by_blocks.wrong / runs]),
    );
    return [
      goal(
        'coverage at every moment, least of the made and real populations',
        `≥ ${percent(level)}`,
        percent(least),
        least >= level,
      ),
      goal('wrong orders, made populations with known gaps', '0', count(wrong), wrong === 0),
      goal(
        'exact ties called certain, most of the populations, watched after every unit or by blocks',
        `≤ ${percent(1 - level)}`,
        percent(falseCertain),
        falseCertain <= 1 - level,
      ),
      ...('not_run' in real ? notMeasured(real.not_run) : realGoals(real.rows)),
    ];
  },
};

/** @param {readonly RealRow[]} rows @returns {Goal[]} */
function realGoals(rows) {
  const resampled = rows.filter(({ population }) => population === 'resampled');
  const wrong = rows.reduce((sum, row) => sum + row.wrong, 0);
  /** @param {(row: RealRow) => Spread} of */
  const most = (of) => Math.max(...resampled.map((row) => of(row).median));
  const [records, apart, shared] = [
    most((row) => row.records_share),
    most((row) => row.apart_share),
    most((row) => row.encodes_share),
  ];
  const why =
    shared <= GOAL_SHARE
      ? null
      : 'The files are many records over few passages (dl1920: the passages of 97 queries; xquad: 240 paragraphs), so a few records ask for ' +
        'many of the distinct texts that all records ask for.';
  return [
    goal('wrong orders, real files', '0', count(wrong), wrong === 0),
    goal(
      'records used of 25,000, median, the larger of two files',
      '≤ 2 %',
      percent(records),
      records <= GOAL_SHARE,
    ),
    goal(
      'encodes used of 25,000, median, no two records sharing texts',
      '≤ 2 %',
      percent(apart),
      apart <= GOAL_SHARE,
    ),
    {
      ...goal(
        'encodes used of 25,000, median, texts shared as in the file',
        '≤ 2 %',
        percent(shared),
        shared <= GOAL_SHARE,
      ),
      why,
    },
  ];
}

/** @param {string} reason @returns {Goal[]} */
function notMeasured(reason) {
  return ['wrong orders, real files', 'records and encodes used of 25,000'].map((what) => ({
    what,
    goal: what.startsWith('wrong') ? '0' : '≤ 2 %',
    figure: null,
    met: null,
    why: reason,
  }));
}

/** @param {string} what @param {string} aim @param {string} measured @param {boolean} met @returns {Goal} */
function goal(what, aim, measured, met) {
  return {
    what,
    goal: aim,
    figure: measured,
    met,
    why: met ? null : 'Missed: see the tables of scenario j.',
  };
}

/** @param {OrderRow} row @param {(watch: WatchFigures) => string} of */
const both = ({ every_unit, by_blocks }, of) => `${of(every_unit)} / ${of(by_blocks)}`;

/** @param {Spread} value @param {(value: number) => string} format */
const spread = ({ median, most }, format) => `${format(median)} (${format(most)})`;

/** @param {readonly [number, number]} bounds */
const interval = ([low, high]) => `${figure(low)} … ${figure(high)}`;
