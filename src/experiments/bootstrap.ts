/**
 * Is a difference of two scores more than chance? A bootstrap over queries, paired across sources, with a permutation
 * test beside it, and the sequence of "know when to stop" on the same data (docs/CERTAINTY.md).
 */

import { differenceIntervals, scoreIntervals } from '../scoring/certainty/bootstrap';
import { isSeparated, pairsWithin } from '../scoring/certainty/order';
import { scoreSoFar } from '../scoring/certainty/order-sequence';
import { permutationP } from '../scoring/certainty/permutation';
import { planUnits, ratio, type UnitTally } from '../scoring/certainty/units';
import { seededRandom } from '../scoring/random';
import type { FinishedRun } from '../engine/finished-run';
import { resampledTraces, sharedQueries, talliesOf } from '../engine/resamples';
import type { SourceData } from '../engine/source-data';
import type { Information } from '../engine/sum-store';
import { pairsOf, sumWork, type ExperimentKind } from './experiment';
import type { ExperimentSettings, SequenceMoment } from './types';
import { scoreOf, underWeights, weightColumn, type Summing } from './weighted-sums';

/** Shares of the queries after which the sequence is looked at; the last is all of them. */
const MOMENTS = [0.1, 0.25, 0.5, 0.75, 1];

export const bootstrap: ExperimentKind<'bootstrap'> = {
  work({ sources }, { resamples }, { settings }) {
    const draws = resamples * (1 + pairsWithin(settings).length);
    return { ...sumWork(sources, MOMENTS.length), draws, steps: pairsOf(sources) + draws };
  },
  async perform({ run, settings, options: { resamples: count }, task, summing, onSteps }) {
    const { sources } = run;
    const { level } = run.request.stop;
    const plan = planUnits(sources.map(({ structure }) => structure.queries));
    const tallies = talliesOf(sources, plan, settings);
    const { sequence, scores } = await momentsOf(run, settings, level, summing, onSteps);
    const resamples = await resampledTraces(tallies, settings.seed, count, task, () => onSteps(1));
    const gaps = tallies.map((tally, s) => ratio(tally, plan.units) - (scores[s] as number));
    const differences = differenceIntervals(
      pairsWithin(settings.settings),
      tallies,
      scores,
      resamples,
      level,
    );
    const random = seededRandom(settings.seed);
    const pairs = [];
    for (const pair of differences) {
      const { a, b, difference, low, high } = pair;
      const [one, other] = [sources[a] as SourceData, sources[b] as SourceData];
      const gap = (gaps[a] as number) - (gaps[b] as number);
      const above = resamples.filter((t) => (t[a] as number) - (t[b] as number) - gap > 0).length;
      pairs.push({
        a: one.id,
        b: other.id,
        difference,
        low,
        high,
        separated: isSeparated(pair),
        probability: above / resamples.length,
        permutationP: permutationP(tallies[a] as UnitTally, tallies[b] as UnitTally, count, random),
        sharedQueries: sharedQueries(one, other),
      });
      onSteps(count);
      await task.breathe();
    }
    return {
      level,
      resamples: resamples.length,
      permutations: count,
      queries: plan.units,
      intervals: scoreIntervals(tallies, scores, resamples, level).map(({ value, low, high }) => ({
        eci: value,
        low,
        high,
      })),
      pairs,
      sequence,
    };
  },
};

/** What the sequence says while the same queries come in, in the order of the run's visit; and the scores of all. */
async function momentsOf(
  { sources }: FinishedRun,
  settings: ExperimentSettings,
  level: number,
  summing: Summing,
  onPairs: (count: number) => void,
): Promise<{ sequence: SequenceMoment[]; scores: number[] }> {
  const plan = planUnits(sources.map(({ priorities }) => priorities));
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
      const { low, high } = scoreSoFar({ sums, pairs, eci, drawn: units }, plan.units, 1 - level);
      return { low, high };
    }),
  }));
  return { sequence, scores: scores.map((moments) => moments.at(-1) ?? NaN) };
}

/** ECI of a source on the first units of the visit, at several lengths. */
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
  const score = (information: Information) => scoreOf(information, summing.task);
  return underWeights(source, columns, summing, score, onPairs, pairs);
}
