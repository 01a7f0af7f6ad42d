/** Is a difference of two scores more than chance? A permutation test over units for each pair of sources. */

import { sharedQueries, talliesOf } from '../engine/figures';
import type { SourceData } from '../engine/source-data';
import type { Phrase } from '../report/verdict-words';
import { tableOf } from '../report/data-table';
import { capitalised, countInWords, formatCount, formatPercent } from '../ui/words';
import { pairsWithin } from '../scoring/certainty/order';
import { permutationP } from '../scoring/certainty/permutation';
import type { UnitSums } from '../scoring/certainty/units';
import { seededRandom } from '../scoring/random';
import { betweenAxis, type ChartRow } from './chart';
import { settingsOf, shortened } from './shown-source';
import { nameOf, type Experiment } from './experiment';
import { chosenScores } from './matrices';
import { rankedPairs } from './orders';

export interface PermutationOptions {
  /** Exchanges of two sources, unit by unit. */
  readonly permutations: number;
}

/** Two sources of one setting, by their ids; `a` scores higher. */
export interface PermutedPair {
  readonly a: number;
  readonly b: number;
  readonly difference: number;
  /** Two-sided; exchanges the two sources' sums unit by unit. */
  readonly permutation_p: number;
  readonly shared_queries: number;
}

export interface PermutationResult {
  readonly pairs: readonly PermutedPair[];
}

/** Letters of each name where two stand in a row. */
const PAIRED = 9;

/** Probability that some pair is called more than chance where all are chance: an equal share for each. */
const ERROR = 0.05;

const PERMUTATIONS = 2000;

export const permutation = {
  question: 'Which orders are more than chance?',
  about: 'Exchanges the two sources of each pair, unit by unit.',
  /** At least so many that p can fall to half of the share of each pair. */
  options({ sources }): PermutationOptions {
    const pairs = pairsWithin(settingsOf(sources)).length;
    return { permutations: Math.max(PERMUTATIONS, Math.ceil((2 * pairs) / ERROR)) };
  },
  work(_run, { permutations }, settings) {
    return { pairs: 0, weights: 0, spectra: 0, others: permutations * rankedPairs(settings.sources).length };
  },
  async perform(performance): Promise<PermutationResult> {
    const { run, settings, options, task, onSteps } = performance;
    const { sources } = run;
    const tallies = talliesOf(sources, settings);
    const scores = await chosenScores(performance);
    const random = seededRandom(settings.seed);
    const pairs: PermutedPair[] = [];
    for (const [first, second] of rankedPairs(settings.sources)) {
      const difference = (scores[first] as number) - (scores[second] as number);
      const [a, b] = difference >= 0 ? [first, second] : [second, first];
      const [one, other] = [sources[a] as SourceData, sources[b] as SourceData];
      const [above, below] = [tallies[a] as UnitSums, tallies[b] as UnitSums];
      pairs.push({
        a: one.id,
        b: other.id,
        difference: Math.abs(difference),
        permutation_p: permutationP(above, below, options.permutations, random),
        shared_queries: sharedQueries(one, other),
      });
      onSteps(options.permutations);
      await task.breathe();
    }
    return { pairs };
  },
  /** Which orders may be chance, and which are not. */
  title({ sources, result: { pairs } }) {
    const open = pairs.filter((pair) => !isApart(pair, pairs));
    const apart = pairs.length - open.length;
    if (pairs.length === 0) return ['Without a rival there is no order to separate from chance'];
    const all = countInWords(pairs.length);
    const [first] = open;
    const [only] = pairs;
    if (!first) {
      return pairs.length === 1 && only
        ? [...overPhrase(sources, only), ' is more than chance']
        : [`All ${all} pairs of sources differ by more than chance`];
    }
    if (open.length > 1) {
      const some = apart === 0 ? 'None' : capitalised(countInWords(apart));
      return [`${some} of ${all} pairs of sources ${apart <= 1 ? 'differs' : 'differ'} by more than chance`];
    }
    if (apart === 0) return [...overPhrase(sources, first), ' may be chance'];
    const rest = apart === 1 ? 'the other pair is not' : `the other ${countInWords(apart)} pairs are not`;
    return [...overPhrase(sources, first), ` may be chance; ${rest}`];
  },
  how({ about, options, result: { pairs } }) {
    const all = pairs.length > 1 ? ` divided by the ${countInWords(pairs.length)} pairs` : '';
    const drawn = `${formatCount(options.permutations)} permutations of each pair, seed ${about.seed}.`;
    return `More than chance: p is at most ${formatPercent(ERROR, 0)}${all}. ${drawn}`;
  },
  chart({ sources: named, result: { pairs } }) {
    const { sources } = shortened(named, PAIRED);
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
  report: ({ about, options, result, sources }) => ({
    seed: about.seed,
    permutations: options.permutations,
    pairs: result.pairs.map((pair) => ({
      ...pair,
      a: nameOf(sources, pair.a),
      b: nameOf(sources, pair.b),
    })),
  }),
} satisfies Experiment<PermutationOptions, PermutationResult>;

/** True where p is at most the pair's share of the error. */
function isApart({ permutation_p }: PermutedPair, pairs: readonly PermutedPair[]): boolean {
  return permutation_p <= ERROR / pairs.length;
}

/** `a over b`. */
function overPhrase(
  sources: readonly { readonly id: number; readonly name: string }[],
  { a, b }: PermutedPair,
): Phrase {
  return [{ source: nameOf(sources, a) }, ' over ', { source: nameOf(sources, b) }];
}
