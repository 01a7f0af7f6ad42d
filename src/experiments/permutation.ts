/** Is a difference of two scores more than chance? A permutation test over units for each pair of sources. */

import { sharedQueries, talliesOf } from '../engine/figures';
import type { SourceData } from '../engine/source-data';
import { tableOf } from '../report/data-table';
import { permutationP, planUnits, type UnitSums } from '../scoring/certainty/units';
import { seededRandom } from '../scoring/random';
import { capitalised, countInWords, formatCount, formatPercent } from '../ui/words';
import { betweenAxis, type ChartRow } from './chart';
import { nameOf, type Experiment } from './experiment';
import { rankedPairs } from './orders';
import { chosenScores } from './sums';

/** Two sources of one setting, by their ids; `a` scores higher. */
export interface PermutedPair {
  readonly a: number;
  readonly b: number;
  readonly difference: number;
  /** Two-sided; exchanges the two sources' sums unit by unit. */
  readonly permutation_p: number;
  readonly shared_queries: number;
}

interface PermutationResult {
  /** Exchanges of each pair. */
  readonly permutations: number;
  readonly pairs: readonly PermutedPair[];
}

/** Probability that some pair is called more than chance where all are chance: an equal share for each. */
const ERROR = 0.05;

/** Exchanges of two sources, unit by unit; with many pairs more, so that p can fall to half of the share of each. */
const permutationsOf = (pairs: number) => Math.max(2000, Math.ceil((2 * pairs) / ERROR));

export const permutation = {
  question: 'Which orders are more than chance?',
  about: 'Exchanges the two sources of each pair, unit by unit.',
  steps: (_sources, settings) => rankedPairs(settings.sources).length,
  work(sources, settings) {
    const pairs = rankedPairs(settings.sources).length;
    return pairs * permutationsOf(pairs) * planUnits(sources.map(({ units }) => units)).units;
  },
  async perform(performance): Promise<PermutationResult> {
    const { run, settings, task, onSteps } = performance;
    const { sources } = run;
    const tallies = talliesOf(sources, settings);
    const scores = await chosenScores({ ...performance, onSteps: () => undefined });
    const random = seededRandom(settings.seed);
    const places = rankedPairs(settings.sources);
    const permutations = permutationsOf(places.length);
    const pairs: PermutedPair[] = [];
    for (const [first, second] of places) {
      const difference = (scores[first] as number) - (scores[second] as number);
      const [a, b] = difference >= 0 ? [first, second] : [second, first];
      const [one, other] = [sources[a] as SourceData, sources[b] as SourceData];
      pairs.push({
        a: one.id,
        b: other.id,
        difference: Math.abs(difference),
        permutation_p: permutationP(tallies[a] as UnitSums, tallies[b] as UnitSums, permutations, random),
        shared_queries: sharedQueries(one, other),
      });
      onSteps(1);
      await task.breathe();
    }
    return { permutations, pairs };
  },
  /** Which orders may be chance. */
  title({ sources, result: { pairs } }) {
    if (pairs.length === 0) return ['Without a rival there is no order to separate from chance'];
    const open = pairs.filter((pair) => !isApart(pair, pairs));
    const [first] = open;
    const all = countInWords(pairs.length);
    if (!first) return [`All ${all} pairs of sources differ by more than chance`];
    if (open.length === 1) {
      const over = [{ source: nameOf(sources, first.a) }, ' over ', { source: nameOf(sources, first.b) }];
      return [...over, ` may be chance${pairs.length > 1 ? `, alone of ${all} pairs` : ''}`];
    }
    const apart = pairs.length - open.length;
    const some = apart === 0 ? 'None' : capitalised(countInWords(apart));
    return [`${some} of ${all} pairs of sources ${apart <= 1 ? 'differs' : 'differ'} by more than chance`];
  },
  how({ about, result: { pairs, permutations } }) {
    const all = pairs.length > 1 ? ` divided by the ${countInWords(pairs.length)} pairs` : '';
    const drawn = `${formatCount(permutations)} permutations of each pair, seed ${about.seed}.`;
    return `More than chance: p is at most ${formatPercent(ERROR, 0)}${all}. ${drawn}`;
  },
  chart({ sources, result: { pairs } }) {
    const rows = pairs.map((pair): ChartRow => {
      const { a, b, difference } = pair;
      return {
        name: `${nameOf(sources, a)} − ${nameOf(sources, b)}`,
        colour: sources.find(({ id }) => id === a)?.css ?? null,
        mark: isApart(pair, pairs) ? 'circle' : 'hollow',
        value: difference,
        note: `p = ${pair.permutation_p.toFixed(4)}`,
      };
    });
    return {
      kind: 'rows',
      rows: rows.sort((one, other) => one.value - other.value),
      x: betweenAxis([0, ...rows.map(({ value }) => value)], 'difference of the scores'),
    };
  },
  table: ({ sources, result: { pairs } }) =>
    tableOf(pairs, [
      ['higher', ({ a }) => nameOf(sources, a)],
      ['lower', ({ b }) => nameOf(sources, b)],
      ['difference', ({ difference }) => difference],
      ['permutation p', (pair) => pair.permutation_p],
      ['shared queries', (pair) => pair.shared_queries],
    ]),
  report: ({ about, result: { permutations, pairs }, sources }) => ({
    seed: about.seed,
    permutations,
    pairs: pairs.map((pair) => ({ ...pair, a: nameOf(sources, pair.a), b: nameOf(sources, pair.b) })),
  }),
} satisfies Experiment<PermutationResult>;

/** True where p is at most the pair's share of the error. */
function isApart({ permutation_p }: PermutedPair, pairs: readonly PermutedPair[]): boolean {
  return permutation_p <= ERROR / pairs.length;
}
