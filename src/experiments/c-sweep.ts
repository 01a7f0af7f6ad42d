/** The sweep of log det(I + c·Î) over c: whether a source overtakes another as diversity counts for more. */

import { vectorsOf } from '../engine/source-data';
import { isDiversityActive, logDetOfSpectrum, sweepGrid } from '../scoring/sweep';
import { formatMean } from '../ui/words';
import { logAxis, sourceLines, zeroAxis } from './chart';
import { sumWork, type Experiment, type Shown } from './experiment';
import { NoiseMeter, type Noise } from './noise';
import {
  hasOrder,
  noiseWords,
  type NoisySwap,
  rankedGroups,
  type Swap,
  swapPhrase,
  swapsBetween,
} from './orders';
import { spectraOf } from './spectrum';
import { perSource, tableOf } from '../report/data-table';
import { weightColumn } from './weighted-sums';

export interface CSweepResult {
  /** The grid, ascending, from 1. */
  readonly c: readonly number[];
  /** By source: log det(I + c·Î) at each point. */
  readonly scores: readonly (readonly number[])[];
  /** By source. */
  readonly lambdaMax: readonly number[];
  /** By source: N/d. */
  readonly pairsPerDimension: readonly number[];
  /** Of the differences at c = 1. At c it is at most c times as large. */
  readonly noise: Noise;
}

type ShownSweep = Shown<object, CSweepResult>;

export const cSweep = {
  question: 'Does a source overtake another as diversity counts for more?',
  about: 'Computes log det(I + c·Î) at 48 points from c = 1 to N/d, from the eigenvalues.',
  options: (): object => ({}),
  work: ({ sources }) => ({ ...sumWork(sources, 1), spectra: sources.length }),
  async perform(performance): Promise<CSweepResult> {
    const { sources } = performance.run;
    const { tau, weighting } = performance.settings;
    const pairsPerDimension = sources.map(
      (source) => source.columns.margin.length / vectorsOf(source).dimension,
    );
    const c = sweepGrid(pairsPerDimension);
    const scores: number[][] = [];
    const lambdaMax: number[] = [];
    for (const source of sources) {
      const [spectrum = []] = await spectraOf(source, [weighting], performance);
      scores.push(c.map((scale) => logDetOfSpectrum(spectrum, scale)));
      lambdaMax.push(spectrum[0] ?? 0);
    }
    const weights = sources.map(({ columns }) => weightColumn(columns, tau, weighting));
    return { c, scores, lambdaMax, pairsPerDimension, noise: new NoiseMeter(sources).between(weights) };
  },
  /** Whether a source clearly overtakes another, and where first; whether it could. */
  title(outcome) {
    const { sources, result } = outcome;
    if (!hasOrder(sources)) return [activeWords(result)];
    const { clear, noisy } = judgedCrossings(outcome);
    const [first] = clear;
    const last = shortC(result.c.at(-1) ?? 1);
    if (first) {
      const more = clear.length - 1;
      return [
        ...swapPhrase(sources, first.swaps, 'overtakes'),
        ` at c ≈ ${shortC(first.c)}`,
        ...(more === 0 ? [] : [`; the order changes ${more === 1 ? 'once' : `${more} times`} more`]),
      ];
    }
    const [chance] = noisy;
    if (chance) {
      return [...swapPhrase(sources, [chance.swap], 'overtakes'), ` at c ≈ ${chance.at}, inside the noise`];
    }
    if (!isCrossingPossible(outcome)) return [`No crossing was possible up to c = ${last}`];
    return isEverActive(result)
      ? [`No source overtakes another as c grows to ${last}`]
      : [`c has no room to matter: c·λ_max is at most ${formatMean(largestShare(result))}`];
  },
  how(outcome) {
    const { c, lambdaMax } = outcome.result;
    const room = isEverActive(outcome.result)
      ? 'Rings: where c·λ_max passes 1 and directions begin to count.'
      : `Directions begin to count at c = 1/λ_max = ${shortC(1 / Math.max(...lambdaMax))}; c ends at N/d = ${shortC(c.at(-1) ?? 1)}.`;
    return `${room}${noiseWords(outcome.sources, judgedCrossings(outcome).noisy)}`;
  },
  chart({ sources, result: { c, scores, lambdaMax } }) {
    const perC = c.map((scale, point) => scores.map((line) => (line[point] ?? 0) / scale));
    const lines = sourceLines(sources, c, perC).map((line, place) => {
      const active = c.findIndex((scale) => isDiversityActive(scale, lambdaMax[place] ?? 0));
      const ring = line.points[active];
      return { ...line, rings: ring ? [ring] : [] };
    });
    return {
      kind: 'lines',
      lines,
      x: logAxis(1, c.at(-1) ?? 2, 'c, log scale'),
      y: zeroAxis(perC.flat(), 'log det(I + cÎ) / c'),
    };
  },
  table: ({ sources, result: { c, scores, lambdaMax } }) =>
    tableOf(c, [
      ['c', (scale) => scale],
      ...perSource<number>(sources, (name, s) => [
        [name, (_, point) => scores[s]?.[point]],
        [`${name}, active`, (scale) => (isDiversityActive(scale, lambdaMax[s] ?? 0) ? 'yes' : 'no')],
      ]),
    ]),
  /** None where the order could not change: that it holds says nothing then. */
  variations({ about: { sources }, result }) {
    const { c, scores } = result;
    if (!isCrossingPossible({ sources, result })) return [];
    const at = (line: readonly number[]) => line.at(-1) ?? 0;
    return [{ group: 'c', name: `c = ${shortC(c.at(-1) ?? 1)}`, own: false, scores: scores.map(at) }];
  },
  report: ({ result: { c, scores } }, { bySource }) => ({
    c_sweep: bySource((s) => c.map((scale, i) => ({ c: scale, eci: scores[s]?.[i] ?? NaN }))),
  }),
} satisfies Experiment<object, CSweepResult>;

/** A change of the order on the way from c = 1. */
interface Crossing {
  /** Where the two scores are equal: between two points of the grid, by a straight line over log c. */
  readonly c: number;
  readonly swaps: readonly Swap[];
}

/** All changes of the order, as c grows. */
export function crossingsOf({ sources, result: { c, scores } }: ShownSweep): Crossing[] {
  const at = (point: number) => scores.map((line) => line[point] ?? 0);
  return c.slice(1).flatMap((high, i) => {
    const [before, after] = [at(i), at(i + 1)];
    const swaps = swapsBetween(sources, before, after);
    const [first] = swaps;
    if (!first) return [];
    const lead = (line: readonly number[]) => (line[first.passes] ?? 0) - (line[first.passed] ?? 0);
    const share = lead(before) / (lead(before) - lead(after) || 1);
    const low = c[i] ?? 1;
    return [{ c: low * (high / low) ** share, swaps }];
  });
}

/** Crossings beyond chance, and the others: after the one is ahead by more than the noise, as it was behind before. */
function judgedCrossings(outcome: ShownSweep): { readonly clear: Crossing[]; readonly noisy: NoisySwap[] } {
  const { c, scores, noise } = outcome.result;
  const leadAt = ({ passes, passed }: Swap, point: number) =>
    (scores[passes]?.[point] ?? 0) - (scores[passed]?.[point] ?? 0);
  const isBeyond = (swap: Swap, sign: number) =>
    c.some(
      (scale, point) => sign * leadAt(swap, point) > scale * (noise[swap.passes]?.[swap.passed] ?? Infinity),
    );
  const clear: Crossing[] = [];
  const noisy: NoisySwap[] = [];
  for (const crossing of crossingsOf(outcome)) {
    const beyond = crossing.swaps.filter((swap) => isBeyond(swap, 1) && isBeyond(swap, -1));
    if (beyond.length > 0) clear.push({ ...crossing, swaps: beyond });
    for (const swap of crossing.swaps.filter((each) => !beyond.includes(each))) {
      noisy.push({ swap, at: shortC(crossing.c), lead: leadAt(swap, c.length - 1) });
    }
  }
  return { clear, noisy };
}

/**
 * False where no two sources of a setting could trade places up to the last c, whatever their spectra: a score lies
 * between c·tr Î·ln(1 + cλ)/(cλ) and c·tr Î, with λ = λ_max.
 */
function isCrossingPossible({
  sources,
  result: { c, scores, lambdaMax },
}: {
  readonly sources: Parameters<typeof rankedGroups>[0];
  readonly result: CSweepResult;
}): boolean {
  const last = c.at(-1) ?? 1;
  const firsts = scores.map((line) => line[0] ?? 0);
  // At c = 1 the score is between tr·ln(1 + λ)/λ and tr.
  const bounds = firsts.map((score, s) => {
    const lambda = lambdaMax[s] ?? 0;
    const shrink = (scale: number) => (lambda === 0 ? 1 : Math.log1p(scale * lambda) / (scale * lambda));
    return { least: score * shrink(last), most: score / shrink(1) };
  });
  return rankedGroups(sources).some(({ places }) =>
    places.some((a) =>
      places.some(
        (b) => (firsts[a] ?? 0) > (firsts[b] ?? 0) && (bounds[a]?.least ?? 0) <= (bounds[b]?.most ?? 0),
      ),
    ),
  );
}

/** Largest c·λ_max of the grid. */
function largestShare({ c, lambdaMax }: CSweepResult): number {
  return (c.at(-1) ?? 1) * Math.max(...lambdaMax);
}

/** True where a direction of some source counts, c·λ_max > 1, at some c of the grid. */
function isEverActive({ c, lambdaMax }: CSweepResult): boolean {
  return lambdaMax.some((lambda) => isDiversityActive(c.at(-1) ?? 1, lambda));
}

/** For a source alone: whether its directions begin to count. */
function activeWords(result: CSweepResult): string {
  const last = shortC(result.c.at(-1) ?? 1);
  return isEverActive(result)
    ? `Directions begin to count before c = ${last}`
    : `Directions do not yet count at c = ${last}`;
}

/** Two digits below 100, whole above. */
function shortC(c: number): string {
  return c < 100 ? String(Number(c.toPrecision(2))) : String(Math.round(c));
}
