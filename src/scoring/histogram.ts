/** Distributions of the gates and the weight over the pairs of a source, for the small multiples. */

export const HISTOGRAM_BINS = 24;

/** Counts over [0, 1] in HISTOGRAM_BINS bins of equal width; 1 falls into the last. */
export type HistogramCounts = readonly number[];

/** Distributions of one source. A weight above 1 (margin-hardness) falls into the last bin. */
export interface Histograms {
  readonly rho: HistogramCounts;
  readonly eta: HistogramCounts;
  readonly psi: HistogramCounts;
  readonly weight: HistogramCounts;
}

/** Bin of a value of [0, 1]; values outside go to the nearest end. */
export function histogramBin(value: number): number {
  const bin = Math.floor(value * HISTOGRAM_BINS);
  return bin < 0 ? 0 : bin >= HISTOGRAM_BINS ? HISTOGRAM_BINS - 1 : bin;
}
