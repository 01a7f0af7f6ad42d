/** Is the order the same on fewer records? (paper, Table sample_size_rank_stability) */

import { quantile } from '../scoring/certainty/bootstrap';
import { drawPrefixRatios } from '../scoring/certainty/subsample';
import { planUnits } from '../scoring/certainty/units';
import { spearman } from '../scoring/correlation';
import { comparedGroups, sameOrders } from '../scoring/orders';
import { selectPairs } from '../scoring/pairs';
import { seededRandom } from '../scoring/random';
import { sampleRecords } from '../scoring/sampling';
import { talliesOf } from '../engine/resamples';
import type { SourceData } from '../engine/source-data';
import type { Information } from '../engine/sum-store';
import { pairsOf, sumWork, type ExperimentKind } from './experiment';
import type { SampleStep } from './types';
import { scoreOf, underWeights, weightColumn, type Summing } from './weighted-sums';

/** Share of the draws whose scores the bands hold. */
const BAND = 0.95;

/** A source on the samples of each share. */
interface SampledScores {
  readonly records: readonly number[];
  readonly scores: readonly number[];
}

export const sampleSize: ExperimentKind<'sample-size'> = {
  work: ({ sources }, { shares, draws }) => ({
    ...sumWork(sources, shares.length + 1),
    draws,
    steps: pairsOf(sources) + draws,
  }),
  async perform({ run, candidates, settings, options, task, summing, onSteps }) {
    const { sources } = run;
    const { tau, weighting, settings: groups, seed } = settings;
    const shares = [...options.shares].sort((a, b) => a - b);
    const priorities: Float64Array[] = [];
    for (const { id, indices } of sources) {
      const structure = await candidates.structure(id, seed);
      priorities.push(Float64Array.from(indices, (record) => structure.priorities[record] as number));
    }
    const sampled: SampledScores[] = [];
    for (const [s, source] of sources.entries()) {
      const weights = weightColumn(source.columns, tau, weighting);
      // All records stand behind the last entry: what the others are held against.
      sampled.push(
        await scoresOfSamples(
          source,
          priorities[s] as Float64Array,
          weights,
          [...shares, 1],
          summing,
          onSteps,
        ),
      );
    }
    const whole = sampled.map(({ scores }) => scores[shares.length] as number);
    const plan = planUnits(sources.map(({ structure }) => structure.queries));
    const tallies = talliesOf(sources, plan, settings);
    const ends = shares.map((share) => Math.max(1, Math.round(share * plan.units)));
    const random = seededRandom(seed);
    const draws: Float64Array[][] = [];
    while (draws.length < options.draws) {
      draws.push(drawPrefixRatios(tallies, ends, random));
      onSteps(1);
      await task.breathe();
    }
    const gaps = tallies.map(({ sums, pairs }, s) => total(sums) / total(pairs) - (whole[s] as number));
    const steps = shares.map((share, i): SampleStep => {
      const scores = sampled.map((source) => source.scores[i] as number);
      const drawn = draws.map((draw) => Array.from(draw[i] ?? [], (trace, s) => trace - (gaps[s] as number)));
      return {
        share,
        records: sampled.map(({ records }) => records[i] as number),
        scores,
        agreement: comparedGroups(groups).map(({ setting, places }) => ({
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
    return { steps };
  },
};

/** The score of a source on its seeded sample of each share: the records of the smallest priorities. */
async function scoresOfSamples(
  source: SourceData,
  priorities: Float64Array,
  weights: Float64Array,
  shares: readonly number[],
  summing: Summing,
  onPairs: (count: number) => void,
): Promise<SampledScores> {
  const { offsets } = source.columns;
  const records = shares.map((share) => Math.max(1, Math.round(share * priorities.length)));
  const pairs = records.map((size) => selectPairs(offsets, sampleRecords(priorities, size)).pairs);
  const columns = pairs.map((some) => onlyAt(weights, some));
  const score = (information: Information) => scoreOf(information, summing.task);
  const divisors = pairs.map(({ length }) => length);
  return { records, scores: await underWeights(source, columns, summing, score, onPairs, divisors) };
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
  groups: readonly string[],
  drawn: readonly (readonly number[])[],
  whole: readonly number[],
) {
  const orders = drawn.map((scores) => sameOrders(groups, whole, scores));
  return comparedGroups(groups).map(({ setting }, i) => ({
    setting,
    draws: orders.filter((settings) => settings[i]?.holds === true).length,
  }));
}

function of(values: readonly number[], places: readonly number[]): number[] {
  return places.map((place) => values[place] as number);
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
