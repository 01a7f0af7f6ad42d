/**
 * Is a difference of two scores more than chance? A bootstrap over units, paired across sources, with a permutation
 * test, and the any-time intervals of a run on the same data (docs/CERTAINTY.md).
 */

import type { FinishedRun } from '../engine/finished-run';
import { drawResamples, sharedQueries, talliesOf, unitsOfRun } from '../engine/resamples';
import type { Certainty } from '../engine/results';
import type { SourceData } from '../engine/source-data';
import type { Phrase } from '../report/verdict-words';
import { capitalised, countInWords, countUnits, formatCount, formatPercent } from '../ui/words';
import { QueryBootstrap } from '../scoring/certainty/bootstrap';
import { isSeparated, pairsWithin } from '../scoring/certainty/order';
import { scoreSoFar } from '../scoring/certainty/order-sequence';
import { permutationP } from '../scoring/certainty/permutation';
import { planUnits, ratio, type UnitSums } from '../scoring/certainty/units';
import { seededRandom } from '../scoring/random';
import { betweenAxis, type ChartRow } from './chart';
import { shortened } from './shown-source';
import { nameOf, pairsOf, sumWork, type Experiment, type ExperimentSettings, type Shown } from './experiment';
import { perSource, tableOf } from '../report/data-table';
import { scoresOf, weightColumn, type Summing } from './weighted-sums';

export interface BootstrapOptions {
  readonly resamples: number;
}

/** Two sources of one setting, by their ids; `a` scores higher. */
export interface BootstrapPair {
  readonly a: number;
  readonly b: number;
  readonly difference: number;
  /** Interval that holds for all pairs at once. */
  readonly low: number;
  readonly high: number;
  /** Interval of this pair alone. */
  readonly alone: { readonly low: number; readonly high: number };
  readonly separated: boolean;
  /** Share of the resamples in which `a` scores higher. */
  readonly probability: number;
  /** Two-sided; exchanges the two sources' sums unit by unit. */
  readonly permutationP: number;
  readonly sharedQueries: number;
}

/** The any-time intervals at one moment of a run over these files. */
export interface SequenceMoment {
  readonly drawn: number;
  /** By source; infinite where too few are drawn. */
  readonly intervals: readonly { readonly low: number; readonly high: number }[];
}

export interface BootstrapResult {
  readonly level: number;
  readonly resamples: number;
  readonly permutations: number;
  /** Sampling units of all sources together, and what they are. */
  readonly units: Certainty['units'];
  /** By source. */
  readonly intervals: readonly { readonly eci: number; readonly low: number; readonly high: number }[];
  readonly pairs: readonly BootstrapPair[];
  /** The same data at growing shares of the units; the last moment is all of it. */
  readonly sequence: readonly SequenceMoment[];
}

/** Letters of each name where two stand in a row. */
const PAIRED = 9;

/** Shares of the units at which the sequence is computed; the last is all of them. */
const MOMENTS = [0.1, 0.25, 0.5, 0.75, 1];

export const bootstrap = {
  question: 'Which orders are more than chance?',
  about: 'Draws the units again, with replacement, and exchanges sources unit by unit.',
  options: (): BootstrapOptions => ({ resamples: 2000 }),
  work({ sources }, { resamples }, settings) {
    const draws = resamples * (1 + rankedPairs(settings).length);
    return { ...sumWork(sources, MOMENTS.length), draws, steps: pairsOf(sources) + draws };
  },
  async perform({ run, settings, options, task, summing, onSteps }): Promise<BootstrapResult> {
    const { resamples: count } = options;
    const { sources } = run;
    const { level } = run.request.stop;
    const plan = planUnits(sources.map(({ units }) => units));
    const tallies = talliesOf(sources, plan, settings);
    const { sequence, scores } = await momentsOf(run, settings, level, summing, onSteps);
    const drawing = new QueryBootstrap(tallies, rankedPairs(settings));
    const resamples = await drawResamples(drawing, settings.seed, count, task, () => onSteps(1));
    const gaps = tallies.map((tally, s) => ratio(tally, plan.units) - (scores[s] as number));
    const differences = drawing.differenceIntervals(scores, resamples, level);
    const halves = drawing.aloneHalfWidths(resamples, level);
    const random = seededRandom(settings.seed);
    const pairs: BootstrapPair[] = [];
    for (const [i, pair] of differences.entries()) {
      const half = halves[i] as number;
      const { a, b, difference, low, high } = pair;
      const [one, other] = [sources[a] as SourceData, sources[b] as SourceData];
      const gap = (gaps[a] as number) - (gaps[b] as number);
      const above = resamples.filter(
        ({ traces }) => (traces[a] as number) - (traces[b] as number) - gap > 0,
      ).length;
      pairs.push({
        a: one.id,
        b: other.id,
        difference,
        low,
        high,
        alone: { low: difference - half, high: difference + half },
        separated: isSeparated(pair),
        probability: above / resamples.length,
        permutationP: permutationP(tallies[a] as UnitSums, tallies[b] as UnitSums, count, random),
        sharedQueries: sharedQueries(one, other),
      });
      onSteps(count);
      await task.breathe();
    }
    return {
      level,
      resamples: resamples.length,
      permutations: count,
      units: unitsOfRun(run),
      intervals: drawing.scoreIntervals(scores, resamples, level).map(({ value, low, high }) => ({
        eci: value,
        low,
        high,
      })),
      pairs,
      sequence,
    };
  },
  /** Which orders may be chance, and which are not. */
  title({ sources, result: { pairs } }) {
    const open = pairs.filter(({ separated }) => !separated);
    const apart = pairs.length - open.length;
    if (pairs.length === 0) return ['Without a rival there is no order to separate from chance'];
    const all = countInWords(pairs.length);
    const [first] = open;
    const [only] = pairs;
    if (!first) {
      return pairs.length === 1 && only
        ? [...overPhrase(sources, only), ' is more than chance']
        : [`All ${all} pairs of sources are apart by more than chance`];
    }
    if (open.length > 1) {
      const some = apart === 0 ? 'None' : capitalised(countInWords(apart));
      return [`${some} of ${all} pairs of sources ${apart <= 1 ? 'is' : 'are'} apart by more than chance`];
    }
    if (apart === 0) return [...overPhrase(sources, first), ' may be chance'];
    const rest = apart === 1 ? 'the other pair is not' : `the other ${countInWords(apart)} pairs are not`;
    return [...overPhrase(sources, first), ` may be chance; ${rest}`];
  },
  how({ about, sources, result: { level, pairs, resamples, units } }) {
    const drawn = `${formatCount(resamples)} resamples of ${countUnits(units.count, units.kind)}, seed ${about.seed}.`;
    if (pairs.length < 2) return `Thick: ${formatPercent(level, 0)}, ${drawn}`;
    const corrected = pairs.filter(({ separated, alone }) => !separated && alone.low > 0);
    const all = countInWords(pairs.length);
    const words = corrected.map(
      ({ a, b }) =>
        `${nameOf(sources, a)} over ${nameOf(sources, b)} would pass alone; among ${all} comparisons it does not.`,
    );
    return [
      `Thick: ${formatPercent(level, 0)}, one pair alone. Thin: all ${all} at once.`,
      ...words,
      drawn,
    ].join(' ');
  },
  chart({ sources: named, result: { pairs } }) {
    const { sources } = shortened(named, PAIRED);
    const rows = pairs.map(({ a, b, difference, low, high, alone }): ChartRow => {
      const higher = sources.find(({ id }) => id === a);
      return {
        name: `${nameOf(sources, a)} − ${nameOf(sources, b)}`,
        colour: higher?.css ?? null,
        mark: low > 0 ? 'circle' : 'hollow',
        value: difference,
        ...alone,
        ...(pairs.length > 1 && { outer: { low, high } }),
        note: low > 0 ? '' : 'may be chance',
      };
    });
    const ends = pairs.flatMap(({ low, high, alone }) => [low, high, alone.low, alone.high]);
    return {
      kind: 'rows',
      rows: rows.sort((one, other) => one.value - other.value),
      x: betweenAxis([0, ...ends], 'difference of the scores'),
      rule: { at: 0, label: '', colour: 'var(--ink)' },
    };
  },
  table: ({ sources, result: { intervals } }) =>
    tableOf(sources, [
      ['source', ({ name }) => name],
      ['ECI', (_, s) => intervals[s]?.eci],
      ['low', (_, s) => intervals[s]?.low],
      ['high', (_, s) => intervals[s]?.high],
    ]),
  tables: ({ sources, result: { pairs, sequence } }) => [
    {
      id: 'pairs',
      caption: 'Pairs: interval of the difference, probability, permutation test',
      table: tableOf(pairs, [
        ['higher', ({ a }) => nameOf(sources, a)],
        ['lower', ({ b }) => nameOf(sources, b)],
        ['difference', ({ difference }) => difference],
        ['low', ({ low }) => low],
        ['high', ({ high }) => high],
        ['low, alone', ({ alone }) => alone.low],
        ['high, alone', ({ alone }) => alone.high],
        ['verdict', ({ separated }) => (separated ? 'separated' : 'not separated')],
        ['probability', ({ probability }) => probability],
        ['permutation p', (pair) => pair.permutationP],
        ['shared queries', (pair) => pair.sharedQueries],
      ]),
    },
    {
      id: 'sequence',
      caption: 'Any-time intervals as a run goes on',
      table: tableOf(sequence, [
        ['units drawn', ({ drawn }) => drawn],
        ...perSource<SequenceMoment>(sources, (name, s) => [
          [`${name}, low`, ({ intervals }) => finite(intervals[s]?.low)],
          [`${name}, high`, ({ intervals }) => finite(intervals[s]?.high)],
        ]),
      ]),
    },
  ],
  notes: comparison,
  report: ({ about, result }, { name, bySource }) => ({
    bootstrap: {
      seed: about.seed,
      level: result.level,
      resamples: result.resamples,
      permutations: result.permutations,
      units: result.units,
      intervals: bySource((s) => result.intervals[s] ?? { eci: NaN, low: NaN, high: NaN }),
      pairs: result.pairs.map(({ a, b, permutationP, sharedQueries, ...pair }) => ({
        a: name(a),
        b: name(b),
        ...pair,
        permutation_p: permutationP,
        shared_queries: sharedQueries,
      })),
      /** Ends are null where too few units are drawn for an interval. */
      sequence: result.sequence.map(({ drawn, intervals }) => ({
        drawn,
        intervals: bySource((s) => ({ low: finite(intervals[s]?.low), high: finite(intervals[s]?.high) })),
      })),
    },
  }),
} satisfies Experiment<BootstrapOptions, BootstrapResult>;

/** Places of the pairs of one setting in which both have a rank. */
function rankedPairs({ settings, outside }: ExperimentSettings): ReturnType<typeof pairsWithin> {
  return pairsWithin(settings).filter((places) => places.every((place) => outside[place] !== true));
}

/** The any-time intervals as the same units come in, in the run's order; and the scores over all of them. */
async function momentsOf(
  { sources }: FinishedRun,
  settings: ExperimentSettings,
  level: number,
  summing: Summing,
  onPairs: (count: number) => void,
): Promise<{ sequence: SequenceMoment[]; scores: number[] }> {
  const plan = planUnits(sources.map(({ turns }) => turns));
  const tallies = talliesOf(sources, plan, settings);
  const drawn = MOMENTS.map((share) => Math.max(1, Math.round(share * plan.units)));
  const scores: number[][] = [];
  for (const [s, source] of sources.entries()) {
    const unitOf = plan.of[s] as Int32Array;
    scores.push(await scoresSoFar(source, unitOf, drawn, settings, summing, onPairs));
  }
  const sequence = drawn.map((units, i) => ({
    drawn: units,
    intervals: tallies.map(({ sums, pairs }, s) => {
      const eci = scores[s]?.[i] ?? NaN;
      const { low, high } = scoreSoFar({ sums, pairs, eci, drawn: units }, Infinity, 1 - level);
      return { low, high };
    }),
  }));
  return { sequence, scores: scores.map((moments) => moments.at(-1) ?? NaN) };
}

/** ECI of a source on the first units in the run's order, for several lengths. */
async function scoresSoFar(
  source: SourceData,
  unitOf: Int32Array,
  drawn: readonly number[],
  { tau, weighting }: ExperimentSettings,
  summing: Summing,
  onPairs: (count: number) => void,
): Promise<number[]> {
  const { offsets } = source.columns;
  const weights = weightColumn(source.columns, tau, weighting);
  const pairs = drawn.map(() => 0);
  const columns = drawn.map(() => new Float64Array(weights.length));
  unitOf.forEach((unit, record) => {
    const [start, end] = [offsets[record] as number, offsets[record + 1] as number];
    drawn.forEach((units, i) => {
      if (unit >= units) return;
      pairs[i] = (pairs[i] as number) + end - start;
      columns[i]?.set(weights.subarray(start, end), start);
    });
  });
  return scoresOf(source, columns, summing, onPairs, pairs);
}

/** `a over b`. */
function overPhrase(
  sources: readonly { readonly id: number; readonly name: string }[],
  { a, b }: BootstrapPair,
): Phrase {
  return [{ source: nameOf(sources, a) }, ' over ', { source: nameOf(sources, b) }];
}

/** How the two kinds of interval differ on these data, and why. */
function comparison({ sources, result }: Shown<BootstrapOptions, BootstrapResult>): string[] {
  const { intervals, sequence, units } = result;
  const why = [
    'Both intervals are about other queries like these.',
    'The bootstrap looks once, at the end. The any-time interval of a run has to hold at every moment at once, so it is wider.',
  ];
  const moment = sequence.find(({ drawn }) => drawn >= units.count / 2 && drawn < units.count);
  if (!moment) return why;
  const ratios = sources.flatMap((_, s) => {
    const [own, anyTime] = [intervals[s], moment.intervals[s]];
    const times = own && anyTime ? (anyTime.high - anyTime.low) / (own.high - own.low) : NaN;
    return Number.isFinite(times) ? [times] : [];
  });
  const after = `After ${formatCount(moment.drawn)} of ${countUnits(units.count, units.kind)} the any-time intervals`;
  if (ratios.length === 0) return [...why, `${after} said nothing yet.`];
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((times) => times.toFixed(1));
  const range = least === most ? least : `${least} to ${most}`;
  return [...why, `${after} were ${range} times as wide as the bootstrap’s are over all.`];
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
