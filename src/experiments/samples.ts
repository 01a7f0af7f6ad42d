/** Draws of fewer units of a run: how far scores and order may move. */

import type { SourceData } from '../engine/source-data';
import { talliesOf } from '../engine/figures';
import { drawPrefixRatios } from '../scoring/certainty/subsample';
import { sumOf } from '../scoring/means';
import { comparedGroups, isSameOrder } from '../scoring/orders';
import { quantile } from '../scoring/quantile';
import { seededRandom } from '../scoring/random';
import type { Performance } from './experiment';
import { settingsOf } from './shown-source';

/** Fewer draws give no band of 95 %; more add nothing. */
export const DRAWS = { least: 40, usual: 400, most: 10_000 };

/** Share of the draws inside the bands. */
const BAND = 0.95;

/** The seeded priority of each record, by source: samples are nested and have the same queries in all sources. */
export async function prioritiesOf({
  run,
  candidates,
  settings,
}: Performance<object>): Promise<Float64Array[]> {
  const all: Float64Array[] = [];
  for (const { id, indices } of run.sources) {
    const { priorities } = await candidates.structure(id, settings.seed);
    all.push(Float64Array.from(indices, (record) => priorities[record] as number));
  }
  return all;
}

/** Draws of each share of the units. */
export interface DrawnSamples {
  /** By share: of each source the range of 95 % of the draws. */
  readonly bands: readonly { readonly low: readonly number[]; readonly high: readonly number[] }[];
  /** By share: draws with the order of all records in every setting; null where nothing is compared. */
  readonly inOrder: readonly (number | null)[];
}

/**
 * Draws units without replacement. A draw is scored by its trace less the gap of trace and score over all records.
 * @param shares ascending
 * @param whole score of each source over all records
 * @throws RunCancelledError
 */
export async function drawSamples(
  { run, settings, options, task, onSteps }: Performance<{ readonly draws: number }>,
  shares: readonly number[],
  whole: readonly number[],
): Promise<DrawnSamples> {
  const sources: readonly SourceData[] = run.sources;
  const tallies = talliesOf(sources, settings);
  const units = tallies[0]?.pairs.length ?? 0;
  const ends = shares.map((share) => Math.max(1, Math.round(share * units)));
  const gaps = tallies.map(({ sums, pairs }, s) => sumOf(sums) / sumOf(pairs) - (whole[s] ?? NaN));
  const random = seededRandom(settings.seed);
  /** By share, draw and source. */
  const drawn: number[][][] = shares.map(() => []);
  for (let draw = 0; draw < options.draws; draw++) {
    drawPrefixRatios(tallies, ends, random).forEach((traces, i) =>
      drawn[i]?.push(Array.from(traces, (trace, s) => trace - (gaps[s] ?? NaN))),
    );
    onSteps(1);
    await task.breathe();
  }
  const isOutside = (place: number) => settings.sources[place]?.outside;
  const groups = comparedGroups(settingsOf(settings.sources))
    .map(({ places }) => places.filter((place) => !isOutside(place)))
    .filter(({ length }) => length > 1);
  const bound = (draws: readonly (readonly number[])[], share: number) =>
    sources.map((_, s) => quantile(Float64Array.from(draws, (scores) => scores[s] ?? NaN).sort(), share));
  return {
    bands: drawn.map((draws) => ({ low: bound(draws, (1 - BAND) / 2), high: bound(draws, (1 + BAND) / 2) })),
    inOrder: drawn.map((draws) => {
      const same = groups.map((places) => draws.filter((own) => isSameOrder(whole, own, places)).length);
      return same.length === 0 ? null : Math.min(...same);
    }),
  };
}
