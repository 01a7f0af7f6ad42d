/** Does the order depend on how many negatives of each list are taken, and on which? In the order of the file. */

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

/** Some places of each list: those after the first `from`, up to `to`. */
export interface ListPart extends Scored {
  readonly from: number;
  /** The last one; that of the longest list for all of every list. */
  readonly to: number;
  /** By source: pairs in it, and of these the shares near the positive and inverted. Null without a pair. */
  readonly pairs: readonly number[];
  readonly near: readonly (number | null)[];
  readonly inverted: readonly (number | null)[];
}

export interface PrefixResult {
  /** The first K of each list, by K ascending; the last is all of every list. */
  readonly prefixes: readonly ListPart[];
  /** The places between two of these lengths. */
  readonly windows: readonly ListPart[];
}

type ShownPrefix = Shown<object, PrefixResult>;

export const prefix = {
  question: 'Does the order depend on K, and on the place in the list?',
  about: 'Scores the first K negatives of each list, in the order of the file.',
  options: (): object => ({}),
  work: ({ sources }) => sumWork(sources, 2 * lengthsOf(sources).length),
  async perform({ run, settings, task, summing, onSteps }): Promise<PrefixResult> {
    const { sources } = run;
    const lengths = lengthsOf(sources);
    const spans = [
      ...lengths.map((to) => ({ from: 0, to })),
      ...lengths.map((to, i) => ({ from: lengths[i - 1] ?? 0, to })),
    ];
    const weights = sources.map(({ columns }) => weightColumn(columns, settings.tau, settings.weighting));
    const counted = sources.map(({ columns }) => spans.map((span) => pairsIn(columns, span)));
    const scores: number[][] = [];
    for (const [s, source] of sources.entries()) {
      const own = weights[s] as Float64Array;
      const columns = (counted[s] ?? []).map((pairs) => own.map((w, pair) => (pairs.has(pair) ? w : 0)));
      // A list part without a pair has no matrix: its sum is divided by 1.
      const divisors = (counted[s] ?? []).map(({ size }) => Math.max(1, size));
      scores.push(await scoresOf(source, columns, summing, onSteps, divisors));
    }
    const meter = new NoiseMeter(sources);
    const parts: ListPart[] = [];
    for (const [i, { from, to }] of spans.entries()) {
      const shareOf = (s: number, is: (columns: PairColumns, pair: number) => boolean) => {
        const { columns } = sources[s] as SourceData;
        const pairs = [...(counted[s]?.[i] ?? [])];
        return pairs.length === 0 ? null : pairs.filter((pair) => is(columns, pair)).length / pairs.length;
      };
      const places = [...sources.keys()];
      parts.push({
        from,
        to,
        scores: scores.map((own) => own[i] ?? NaN),
        noise: meter.between(weights, (place) => place >= from && place < to),
        pairs: places.map((s) => counted[s]?.[i]?.size ?? 0),
        near: places.map((s) => shareOf(s, ({ distance }, pair) => isNearPositive(distance[pair] as number))),
        inverted: places.map((s) => shareOf(s, ({ margin }, pair) => isInverted(margin[pair] as number))),
      });
      await task.breathe();
    }
    return { prefixes: parts.slice(0, lengths.length), windows: parts.slice(lengths.length) };
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
  table: ({ sources, result: { prefixes } }) => partsTable('K', ({ to }) => to, prefixes, sources),
  tables: ({ sources, result: { windows } }) => [
    {
      id: 'windows',
      caption: 'Score, near positives and inversions by place in the list',
      table: partsTable('places', nameOfWindow, windows, sources),
    },
  ],
  variations: ({ result: { prefixes } }) =>
    prefixes.map(({ to, scores }, i) => ({
      group: 'K',
      name: `K = ${to}`,
      own: i === prefixes.length - 1,
      scores,
    })),
  report({ result: { prefixes, windows } }, { bySource }) {
    const figures = ({ scores, pairs, near, inverted }: ListPart) =>
      bySource((s) => ({
        eci: scores[s] ?? NaN,
        pairs: pairs[s] ?? 0,
        near_positive: near[s] ?? null,
        inversion_rate: inverted[s] ?? null,
      }));
    return {
      prefixes: prefixes.map((part) => ({ k: part.to, sources: figures(part) })),
      rank_windows: windows.map((part) => ({ from: part.from + 1, to: part.to, sources: figures(part) })),
    };
  },
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

/** The pairs at some places of each list. */
function pairsIn(
  { offsets }: PairColumns,
  span: { readonly from: number; readonly to: number },
): Set<number> {
  const pairs = new Set<number>();
  for (let record = 0; record + 1 < offsets.length; record++) {
    const { start, end } = pairRange(offsets, record);
    for (let pair = start + span.from; pair < Math.min(end, start + span.to); pair++) pairs.add(pair);
  }
  return pairs;
}

/** `6 to 10`. */
function nameOfWindow({ from, to }: ListPart): string {
  return to === from + 1 ? String(to) : `${from + 1} to ${to}`;
}

/** Swaps against the order of whole lists that may be chance. */
function noisySwaps({ sources, result: { prefixes } }: ShownPrefix) {
  return noisySwapsFrom(sources, prefixes.at(-1), prefixes, ({ to }) => String(to));
}

function partsTable(
  title: string,
  nameOfPart: (part: ListPart) => string | number,
  parts: readonly ListPart[],
  sources: ShownPrefix['sources'],
) {
  return tableOf(parts, [
    [title, nameOfPart],
    ...perSource<ListPart>(sources, (name, s) => [
      [name, ({ scores }) => scores[s]],
      [`${name}, pairs`, ({ pairs }) => pairs[s]],
      [`${name}, near the positive`, ({ near }) => near[s]],
      [`${name}, inverted`, ({ inverted }) => inverted[s]],
    ]),
  ]);
}
