/** Does the order depend on how many negatives of each list are taken? In the order of the file. */

import { isInverted } from '../scoring/edges';
import { isNearPositive } from '../scoring/near-positive';
import { type PairColumns, pairRange } from '../scoring/pairs';
import type { SourceData } from '../engine/source-data';
import { logAxis, sourceLines, zeroAxis } from './chart';
import { sumWork, type Experiment, type Shown } from './experiment';
import { NoiseMeter, type Scored } from './noise';
import { hasOrder, holdsAround, judgedSwaps, noiseWords, noisySwapsFrom, swapPhrase } from './orders';
import { perSource, tableOf } from '../report/data-table';
import { scoresOf, weightColumn } from './weighted-sums';

/** Lengths that are tried, as far as some list is longer; then all of every list. */
const LENGTHS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** The first `to` negatives of each list. */
export interface ListPart extends Scored {
  /** That of the longest list for all of every list. */
  readonly to: number;
  /** By source: pairs in it, and of these the shares near the positive and inverted. Null without a pair. */
  readonly pairs: readonly number[];
  readonly near: readonly (number | null)[];
  readonly inverted: readonly (number | null)[];
}

export interface PrefixResult {
  /** The first K of each list, by K ascending; the last is all of every list. */
  readonly prefixes: readonly ListPart[];
}

type ShownPrefix = Shown<object, PrefixResult>;

export const prefix = {
  question: 'Does the order depend on K?',
  about: 'Scores the first K negatives of each list, in the order of the file.',
  options: (): object => ({}),
  work: ({ sources }) => sumWork(sources, lengthsOf(sources).length),
  async perform({ run, settings, task, summing, onSteps }): Promise<PrefixResult> {
    const { sources } = run;
    const lengths = lengthsOf(sources);
    const weights = sources.map(({ columns }) => weightColumn(columns, settings.tau, settings.weighting));
    const counted = sources.map(({ columns }) => lengths.map((to) => pairsIn(columns, to)));
    const scores: number[][] = [];
    for (const [s, source] of sources.entries()) {
      const own = weights[s] as Float64Array;
      const columns = (counted[s] ?? []).map((pairs) => own.map((w, pair) => (pairs.has(pair) ? w : 0)));
      // A list part without a pair has no matrix: its sum is divided by 1.
      const divisors = (counted[s] ?? []).map(({ size }) => Math.max(1, size));
      scores.push(await scoresOf(source, columns, summing, onSteps, divisors));
    }
    const meter = new NoiseMeter(sources);
    const prefixes: ListPart[] = [];
    for (const [i, to] of lengths.entries()) {
      const shareOf = (s: number, is: (columns: PairColumns, pair: number) => boolean) => {
        const { columns } = sources[s] as SourceData;
        const pairs = [...(counted[s]?.[i] ?? [])];
        return pairs.length === 0 ? null : pairs.filter((pair) => is(columns, pair)).length / pairs.length;
      };
      const places = [...sources.keys()];
      prefixes.push({
        to,
        scores: scores.map((own) => own[i] ?? NaN),
        noise: meter.between(weights, (place) => place < to),
        pairs: places.map((s) => counted[s]?.[i]?.size ?? 0),
        near: places.map((s) => shareOf(s, ({ distance }, pair) => isNearPositive(distance[pair] as number))),
        inverted: places.map((s) => shareOf(s, ({ margin }, pair) => isInverted(margin[pair] as number))),
      });
      await task.breathe();
    }
    return { prefixes };
  },
  /** From which K on the order of whole lists holds, and which source clearly passes which before. */
  title(outcome) {
    const { sources, result } = outcome;
    const { prefixes } = result;
    const [first, last] = [prefixes[0], prefixes.at(-1)];
    if (!first || !last || prefixes.length < 2)
      return ['Every list has one negative: there is no shorter one'];
    if (!hasOrder(sources)) return ['Without a rival there is no order for K to change'];
    const { from } = holdsAround(sources, prefixes, prefixes.length - 1);
    const before = prefixes[from - 1];
    if (before) {
      const { clear } = judgedSwaps(sources, last, before);
      return [
        `The order holds from K = ${prefixes[from]?.to ?? last.to} on; at K = ${before.to} `,
        ...swapPhrase(sources, clear),
      ];
    }
    const [noisy] = noisySwaps(outcome);
    if (noisy) return [...swapPhrase(sources, [noisy.swap]), ` at K = ${noisy.at}, inside the noise`];
    return [`The order holds from K = ${first.to} to ${last.to}`];
  },
  how: (outcome) =>
    `The score of the first K negatives of each list, as the file lists them.${noiseWords(outcome.sources, noisySwaps(outcome))}`,
  chart({ sources, result: { prefixes } }) {
    const lengths = prefixes.map(({ to }) => to);
    const scores = prefixes.map((part) => part.scores);
    return {
      kind: 'lines',
      lines: sourceLines(sources, lengths, scores),
      x: logAxis(1, Math.max(2, ...lengths), 'K, log scale'),
      y: zeroAxis(scores.flat(), 'score'),
    };
  },
  table: ({ sources, result: { prefixes } }) =>
    tableOf(prefixes, [
      ['K', ({ to }) => to],
      ...perSource<ListPart>(sources, (name, s) => [
        [name, ({ scores }) => scores[s]],
        [`${name}, pairs`, ({ pairs }) => pairs[s]],
        [`${name}, near the positive`, ({ near }) => near[s]],
        [`${name}, inverted`, ({ inverted }) => inverted[s]],
      ]),
    ]),
  variations: ({ result: { prefixes } }) =>
    prefixes.map(({ to, scores }, i) => ({
      group: 'K',
      name: `K = ${to}`,
      own: i === prefixes.length - 1,
      scores,
    })),
  report: ({ result: { prefixes } }, { bySource }) => ({
    prefixes: prefixes.map(({ to, scores, pairs, near, inverted }) => ({
      k: to,
      sources: bySource((s) => ({
        eci: scores[s] ?? NaN,
        pairs: pairs[s] ?? 0,
        near_positive: near[s] ?? null,
        inversion_rate: inverted[s] ?? null,
      })),
    })),
  }),
} satisfies Experiment<object, PrefixResult>;

/** Lengths up to that of the longest list. */
function lengthsOf(sources: readonly Pick<SourceData, 'columns'>[]): number[] {
  let longest = 0;
  for (const { columns } of sources) {
    for (let record = 0; record + 1 < columns.offsets.length; record++) {
      const { start, end } = pairRange(columns.offsets, record);
      longest = Math.max(longest, end - start);
    }
  }
  return [...LENGTHS.filter((length) => length < longest), longest];
}

/** The pairs of the first `to` places of each list. */
function pairsIn({ offsets }: PairColumns, to: number): Set<number> {
  const pairs = new Set<number>();
  for (let record = 0; record + 1 < offsets.length; record++) {
    const { start, end } = pairRange(offsets, record);
    for (let pair = start; pair < Math.min(end, start + to); pair++) pairs.add(pair);
  }
  return pairs;
}

/** Swaps against the order of whole lists that may be chance. */
function noisySwaps({ sources, result: { prefixes } }: ShownPrefix) {
  return noisySwapsFrom(sources, prefixes.at(-1), prefixes, ({ to }) => String(to));
}
