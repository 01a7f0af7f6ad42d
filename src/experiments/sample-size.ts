/** Is the order the same on fewer records? (paper, Table sample_size_rank_stability) */

import { talliesOf, unitsOfRun } from '../engine/unit-sums';
import type { SourceData } from '../engine/source-data';
import { formatCount, formatPercent, unitsInWords } from '../ui/words';
import { quantile } from '../scoring/quantile';
import { drawPrefixRatios } from '../scoring/certainty/subsample';
import { planUnits } from '../scoring/certainty/units';
import type { UnitKind } from '../scoring/groups';
import { spearman } from '../scoring/correlation';
import { sumOf } from '../scoring/means';
import { isSameOrder } from '../scoring/orders';
import { selectPairs } from '../scoring/pairs';
import { seededRandom } from '../scoring/random';
import { sampleRecords } from '../scoring/sampling';
import { shareAxis, sourceLines, zeroAxis } from './chart';
import { pairsOf, sumWork, type Experiment, type Performance } from './experiment';
import { readWhole } from './option-text';
import { rankedGroups } from './orders';
import { perSource, tableOf } from '../report/data-table';
import { scoresOf, weightColumn } from './weighted-sums';

const SHARES = [0.25, 0.5, 0.75, 1];

/** Fewer draws give no band of 95 %; more add nothing. */
const DRAWS = { least: 40, usual: 400, most: 10_000 };

/** Share of the draws inside the bands. */
const BAND = 0.95;

/** From this share of the draws on the order counts as held. */
const HOLDS = 0.95;

export interface SampleSizeOptions {
  /** Shares of the records, each of (0, 1]. */
  readonly shares: readonly number[];
  /** Further samples of each share, for the bands. */
  readonly draws: number;
}

/** Sources on a share of their records. */
export interface SampleStep {
  readonly share: number;
  /**
   * By source: records of the seeded sample, and its score. Samples are nested and use the same queries in all
   * sources.
   */
  readonly records: readonly number[];
  readonly scores: readonly number[];
  /**
   * For each setting with two ranked sources or more: Spearman's rank agreement with all records; null where all scores are
   * equal.
   */
  readonly agreement: readonly { readonly setting: string; readonly spearman: number | null }[];
  /** Further samples of this share, scored by their trace less the gap of trace and score over all records. */
  readonly draws: {
    readonly count: number;
    /** By source: the range of 95 % of the draws. */
    readonly low: readonly number[];
    readonly high: readonly number[];
    /** Of each setting with two ranked sources or more: draws with the order of all records. */
    readonly sameOrder: readonly { readonly setting: string; readonly draws: number }[];
  };
}

export interface SampleSizeResult {
  /** What is drawn. */
  readonly unit: UnitKind;
  /** Shares ascending. */
  readonly steps: readonly SampleStep[];
}

export const sampleSize = {
  question: 'How few records give the same order?',
  about: 'Seeded samples of 25, 50, 75 and 100 % of the records, and draws of whole units for the bands.',
  field: {
    label: 'Draws of each share',
    letters: 7,
    text: ({ draws }) => String(draws),
    read: (text) => readWhole(text, DRAWS.least, DRAWS.most, (draws) => ({ draws })),
  },
  options: ({ own: { draws = DRAWS.usual } }): SampleSizeOptions => ({ shares: SHARES, draws }),
  work: ({ sources }, { shares, draws }) => ({
    ...sumWork(sources, shares.length + 1),
    draws,
    steps: pairsOf(sources) + draws,
  }),
  async perform(performance): Promise<SampleSizeResult> {
    const { run, candidates, settings, options, task, onSteps } = performance;
    const { sources } = run;
    const { seed } = settings;
    const groups = rankedGroups(
      settings.settings.map((setting, s) => ({ setting, outside: settings.outside[s] === true })),
    );
    const shares = [...options.shares].sort((a, b) => a - b);
    const sampled: SampledScores[] = [];
    for (const source of sources) {
      const structure = await candidates.structure(source.id, seed);
      const priorities = Float64Array.from(
        source.indices,
        (record) => structure.priorities[record] as number,
      );
      // The last entry is all records, with which the others are compared.
      sampled.push(await scoresOfSamples(source, priorities, [...shares, 1], performance));
    }
    const whole = sampled.map(({ scores }) => scores[shares.length] as number);
    const plan = planUnits(sources.map(({ units }) => units));
    const tallies = talliesOf(sources, plan, settings);
    const ends = shares.map((share) => Math.max(1, Math.round(share * plan.units)));
    const random = seededRandom(seed);
    const draws: Float64Array[][] = [];
    while (draws.length < options.draws) {
      draws.push(drawPrefixRatios(tallies, ends, random));
      onSteps(1);
      await task.breathe();
    }
    const gaps = tallies.map(({ sums, pairs }, s) => sumOf(sums) / sumOf(pairs) - (whole[s] as number));
    const steps = shares.map((share, i): SampleStep => {
      const scores = sampled.map((source) => source.scores[i] as number);
      const drawn = draws.map((draw) => Array.from(draw[i] ?? [], (trace, s) => trace - (gaps[s] as number)));
      return {
        share,
        records: sampled.map(({ records }) => records[i] as number),
        scores,
        agreement: groups.map(({ setting, places }) => ({
          setting,
          spearman: spearman(of(scores, places), of(whole, places)),
        })),
        draws: {
          count: drawn.length,
          ...bands(drawn, sources.length),
          sameOrder: countSame(groups, drawn, whole),
        },
      };
    });
    return { unit: unitsOfRun(run).kind, steps };
  },
  /** The smallest share of the units that gives the order of all. */
  title({ result: { unit, steps } }) {
    const drawn = steps.filter(({ share, draws }) => share < 1 && draws.count > 0);
    const counted = drawn.flatMap((step) => {
      const same = drawsInOrder(step);
      return same === null ? [] : [{ step, same, count: step.draws.count }];
    });
    const last = counted.at(-1);
    if (!last) return ['Without a rival there is no order for a sample to change'];
    const enough = counted.find(({ same, count }) => same >= HOLDS * count);
    const { step, same, count } = enough ?? last;
    const only = enough ? '' : 'only ';
    return [
      `${shareInWords(step.share)} of these ${unitsInWords(unit)} give the order of all in ${only}${formatCount(same)} of ${formatCount(count)} draws`,
    ];
  },
  how({ about, result: { unit, steps } }) {
    const draws = steps[0]?.draws.count ?? 0;
    return `Lines: seeded samples of the records. Bands: 95 % of ${formatCount(draws)} draws of so many ${unitsInWords(unit)}, seed ${about.seed}. Per cent: draws with the order of all; other queries may give another.`;
  },
  chart({ sources, result: { steps } }) {
    const shares = steps.map(({ share }) => share);
    const lines = sourceLines(
      sources,
      shares,
      steps.map(({ scores }) => scores),
    ).map((line, s) => ({
      ...line,
      band: steps.map(
        ({ share, draws, scores }) =>
          [share, draws.low[s] ?? scores[s] ?? 0, draws.high[s] ?? scores[s] ?? 0] as const,
      ),
    }));
    const notes = steps.flatMap((step) => {
      const same = drawsInOrder(step);
      return same === null || step.draws.count === 0
        ? []
        : [{ at: step.share, text: formatPercent(same / step.draws.count, 0) }];
    });
    return {
      kind: 'lines',
      lines,
      x: shareAxis('share of the records', Math.min(0.2, ...shares), 1.02),
      y: zeroAxis(
        steps.flatMap(({ scores, draws }) => [...scores, ...draws.high]),
        'score',
      ),
      notes,
    };
  },
  table: ({ sources, result: { steps } }) =>
    tableOf(steps, [
      ['share', ({ share }) => share],
      ...perSource<SampleStep>(sources, (name, s) => [
        [name, ({ scores }) => scores[s]],
        [`${name}, records`, ({ records }) => records[s]],
        [`${name}, low`, ({ draws }) => draws.low[s]],
        [`${name}, high`, ({ draws }) => draws.high[s]],
      ]),
      ['least Spearman', leastAgreement],
      ['draws in order', drawsInOrder],
      ['draws', ({ draws }) => draws.count],
    ]),
  variations: ({ result: { steps } }) =>
    steps.map(({ share, scores }) => ({
      group: 'sample',
      name: formatPercent(share, 0),
      own: share === 1,
      scores,
    })),
  report: ({ about, result }, { bySource }) => ({
    sample_size: {
      seed: about.seed,
      steps: result.steps.map(({ share, records, scores, agreement, draws }) => ({
        share,
        agreement: Object.fromEntries(agreement.map(({ setting, spearman }) => [setting, spearman])),
        draws: draws.count,
        same_order: Object.fromEntries(draws.sameOrder.map((same) => [same.setting, same.draws])),
        sources: bySource((s) => ({
          records: records[s] ?? 0,
          eci: scores[s] ?? NaN,
          low: draws.low[s] ?? NaN,
          high: draws.high[s] ?? NaN,
        })),
      })),
    },
  }),
} satisfies Experiment<SampleSizeOptions, SampleSizeResult>;

/** A source on the samples of each share. */
interface SampledScores {
  readonly records: readonly number[];
  readonly scores: readonly number[];
}

/** The score of a source on its seeded sample of each share: the records of the smallest priorities. */
async function scoresOfSamples(
  source: SourceData,
  priorities: Float64Array,
  shares: readonly number[],
  { settings, summing, onSteps }: Performance<object>,
): Promise<SampledScores> {
  const weights = weightColumn(source.columns, settings.tau, settings.weighting);
  const { offsets } = source.columns;
  const records = shares.map((share) => Math.max(1, Math.round(share * priorities.length)));
  const pairs = records.map((size) => selectPairs(offsets, sampleRecords(priorities, size)).pairs);
  const columns = pairs.map((some) => onlyAt(weights, some));
  const divisors = pairs.map(({ length }) => length);
  return { records, scores: await scoresOf(source, columns, summing, onSteps, divisors) };
}

/** The weights of some pairs, 0 for all others. */
function onlyAt(weights: Float64Array, pairs: Int32Array): Float64Array {
  const column = new Float64Array(weights.length);
  for (const pair of pairs) column[pair] = weights[pair] as number;
  return column;
}

function bands(drawn: readonly (readonly number[])[], sources: number): { low: number[]; high: number[] } {
  const low: number[] = [];
  const high: number[] = [];
  for (let s = 0; s < sources; s++) {
    const sorted = Float64Array.from(drawn, (scores) => scores[s] as number).sort();
    low.push(quantile(sorted, (1 - BAND) / 2));
    high.push(quantile(sorted, (1 + BAND) / 2));
  }
  return { low, high };
}

function countSame(
  groups: ReturnType<typeof rankedGroups>,
  drawn: readonly (readonly number[])[],
  whole: readonly number[],
) {
  return groups.map(({ setting, places }) => ({
    setting,
    draws: drawn.filter((scores) => isSameOrder(of(whole, places), of(scores, places))).length,
  }));
}

/** Draws with the order of all records in every setting; null where nothing is compared. */
function drawsInOrder({ draws }: SampleStep): number | null {
  return draws.sameOrder.length === 0 ? null : Math.min(...draws.sameOrder.map((setting) => setting.draws));
}

function leastAgreement({ agreement }: SampleStep): number | null {
  const known = agreement.flatMap(({ spearman }) => spearman ?? []);
  return known.length === 0 ? null : Math.min(...known);
}

const SHARE_WORDS: Readonly<Record<number, string>> = {
  0.25: 'A quarter',
  0.5: 'Half',
  0.75: 'Three quarters',
};

function shareInWords(share: number): string {
  return SHARE_WORDS[share] ?? formatPercent(share, 0);
}

function of(values: readonly number[], places: readonly number[]): number[] {
  return places.map((place) => values[place] as number);
}
