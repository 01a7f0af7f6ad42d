/** The bars of a histogram as one SVG path, and the histogram in words. */

import { HISTOGRAM_BINS, type HistogramCounts } from '../../../scoring/histogram';
import { formatMean, formatPercent } from '../../../ui/words';

/** Share of a bin's width that its bar takes. */
const BAR_SHARE = 0.88;

/**
 * Bars from left to right, scaled so that the tallest fills the height.
 * @param width and height of the drawing, in its own units; the base line is at `height`
 */
export function histogramPath(counts: HistogramCounts, width: number, height: number): string {
  const tallest = Math.max(...counts);
  if (tallest === 0) return '';
  const step = width / counts.length;
  const bar = step * BAR_SHARE;
  return counts
    .map((count, i) => {
      if (count === 0) return '';
      const tall = (count / tallest) * height;
      return `M${round(i * step)} ${round(height - tall)}h${round(bar)}v${round(tall)}h${round(-bar)}z`;
    })
    .join('');
}

/** The distribution for those who do not see it: its mean and its fullest bin. */
export function histogramInWords(counts: HistogramCounts, mean: number): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const fullest = counts.indexOf(Math.max(...counts));
  if (total === 0) return 'no pairs';
  const [from, to] = [fullest / HISTOGRAM_BINS, (fullest + 1) / HISTOGRAM_BINS].map((edge) =>
    edge.toFixed(2),
  );
  const share = formatPercent((counts[fullest] ?? 0) / total, 0);
  return `mean ${formatMean(mean)}; fullest between ${from} and ${to} with ${share} of the pairs`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
