/** Distributions of the gates and the weight over the pairs of a source, for the small multiples. */

import type { GatedPairs } from './gated-pairs';
import { byGate, type GateId } from './pair-gates';

const HISTOGRAM_BINS = 24;

/**
 * Counts over [0, 1] in {@link HISTOGRAM_BINS} bins of equal width; 1, and a weight above it (margin-hardness), falls into the
 * last.
 */
export type Histograms = Readonly<Record<GateId | 'weight', readonly number[]>>;

/** Bin of a value of [0, 1]; values outside go to the nearest end. */
export function histogramBin(value: number): number {
  const bin = Math.floor(value * HISTOGRAM_BINS);
  return bin < 0 ? 0 : bin >= HISTOGRAM_BINS ? HISTOGRAM_BINS - 1 : bin;
}

export function histogramsOf(pairs: GatedPairs): Histograms {
  return { ...byGate((id) => histogramOf(pairs[id])), weight: histogramOf(pairs.weight) };
}

function histogramOf(values: Float64Array): number[] {
  const bins = new Float64Array(HISTOGRAM_BINS);
  for (let i = 0; i < values.length; i++) bins[histogramBin(values[i])] += 1;
  return Array.from(bins);
}
