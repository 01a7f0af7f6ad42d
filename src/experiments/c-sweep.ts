/** The sweep of log det(I + c·Î) over c: whether a source overtakes another as diversity counts for more. */

import { vectorsOf } from '../engine/source-data';
import { isDiversityActive, logDetOfSpectrum, sweepGrid } from '../scoring/sweep';
import { logAxis, sourceLines, zeroAxis, type Point } from './chart';
import { sumWork, type Experiment, type Shown } from './experiment';
import { hasOrder, swapPhrase, swapsBetween, type Swap } from './orders';
import { spectraOf } from './spectrum';
import { perSource, tableOf } from '../report/data-table';

export interface CSweepResult {
  /** The grid, ascending, from 1. */
  readonly c: readonly number[];
  /** By source: log det(I + c·Î) at each point. */
  readonly scores: readonly (readonly number[])[];
  /** By source. */
  readonly lambdaMax: readonly number[];
  /** By source: N/d. */
  readonly pairsPerDimension: readonly number[];
}

type ShownSweep = Shown<object, CSweepResult>;

export const cSweep = {
  question: 'Does a source overtake another as diversity counts for more?',
  about: 'Computes log det(I + c·Î) at 48 points from c = 1 to N/d, from the eigenvalues.',
  options: (): object => ({}),
  work: ({ sources }) => ({ ...sumWork(sources, 1), spectra: sources.length }),
  async perform(performance): Promise<CSweepResult> {
    const { sources } = performance.run;
    const pairsPerDimension = sources.map(
      (source) => source.columns.margin.length / vectorsOf(source).dimension,
    );
    const c = sweepGrid(pairsPerDimension);
    const scores: number[][] = [];
    const lambdaMax: number[] = [];
    for (const source of sources) {
      const [spectrum = []] = await spectraOf(source, [performance.settings.weighting], performance);
      scores.push(c.map((scale) => logDetOfSpectrum(spectrum, scale)));
      lambdaMax.push(spectrum[0] ?? 0);
    }
    return { c, scores, lambdaMax, pairsPerDimension };
  },
  /** Whether a source overtakes another, and where first. */
  title(outcome) {
    const { sources, result } = outcome;
    if (!hasOrder(sources)) return [activeWords(result)];
    const crossings = crossingsOf(outcome);
    const [first] = crossings;
    if (!first) {
      const last = result.c.at(-1) ?? 1;
      return [`No source overtakes another as c grows to ${shortC(last)}`];
    }
    const more = crossings.length - 1;
    return [
      ...swapPhrase(sources, first.swaps, 'overtakes'),
      ` at c ≈ ${shortC(first.c)}`,
      ...(more === 0 ? [] : [`; the order changes ${more === 1 ? 'once' : `${more} times`} more`]),
    ];
  },
  how(outcome) {
    const { c } = outcome.result;
    const crossings = crossingsOf(outcome);
    const changes =
      crossings.length === 0
        ? 'No crossing'
        : `Crossings at c ≈ ${crossings.map((crossing) => shortC(crossing.c)).join(', ')}`;
    return `Rings: where c·λ_max passes 1 and directions begin to count. ${changes} up to c = ${shortC(c.at(-1) ?? 1)}.`;
  },
  chart({ sources, result: { c, scores, lambdaMax } }) {
    const perC = c.map((scale, point) => scores.map((line) => (line[point] ?? 0) / scale));
    const lines = sourceLines(sources, c, perC).map((line, place) => {
      const active = c.findIndex((scale) => isDiversityActive(scale, lambdaMax[place] ?? 0));
      const ring = line.points[active];
      return { ...line, rings: ring ? [ring satisfies Point] : [] };
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
  variations: ({ result: { scores } }) => [scores.map((line) => line.at(-1) ?? 0)],
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

/** For a source alone: whether its directions begin to count. */
function activeWords({ c, lambdaMax }: CSweepResult): string {
  const last = c.at(-1) ?? 1;
  const active = lambdaMax.some((lambda) => isDiversityActive(last, lambda));
  return active
    ? `Directions begin to count before c = ${shortC(last)}`
    : `Directions do not yet count at c = ${shortC(last)}`;
}

/** Two digits below 100, whole above. */
function shortC(c: number): string {
  return c < 100 ? String(Number(c.toPrecision(2))) : String(Math.round(c));
}
