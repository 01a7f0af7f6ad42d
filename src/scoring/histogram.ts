/** Distributions of the gates and the weight over the pairs of a source, for the small multiples. */

import { GATE_IDS, type GateId } from './pair-gates';

export const HISTOGRAM_BINS = 24;

/** Counts over [0, 1] in HISTOGRAM_BINS bins of equal width; 1 falls into the last. */
export type HistogramCounts = readonly number[];

/** What is drawn as a histogram: columns of `GatedPairs`. */
type DistributionId = GateId | 'weight';

export const DISTRIBUTIONS: readonly DistributionId[] = [...GATE_IDS, 'weight'];

/** Distributions of one source. A weight above 1 (margin-hardness) falls into the last bin. */
export type Histograms = Readonly<Record<DistributionId, HistogramCounts>>;

/** Something for each distribution. */
export function byDistribution<T>(of: (id: DistributionId) => T): Record<DistributionId, T> {
  return Object.fromEntries(DISTRIBUTIONS.map((id) => [id, of(id)])) as Record<DistributionId, T>;
}

/** Bin of a value of [0, 1]; values outside go to the nearest end. */
export function histogramBin(value: number): number {
  const bin = Math.floor(value * HISTOGRAM_BINS);
  return bin < 0 ? 0 : bin >= HISTOGRAM_BINS ? HISTOGRAM_BINS - 1 : bin;
}

/** Adds how many values fall into each bin. */
export function countInBins(values: Float64Array, bins: Float64Array): void {
  for (let i = 0; i < values.length; i++) bins[histogramBin(values[i])] += 1;
}
