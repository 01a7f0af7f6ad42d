/** What the plane of pairs shows, in words. */

import type { FigureRange } from '../../../crossfilter/cross-filter';
import { formatCount } from '../../../ui/words';

interface Shown {
  /** Pairs in colour, and all. */
  readonly kept: number;
  readonly pairs: number;
  readonly ranges: { readonly m?: FigureRange | undefined; readonly l?: FigureRange | undefined };
  /** Figures of the pair that is read. */
  readonly current: { readonly m: number; readonly l: number } | null;
}

export function planeInWords({ kept, pairs, ranges, current }: Shown): string {
  const between = ({ from, to }: FigureRange = { from: null, to: null }): string =>
    `from ${from ?? 'the least'} to ${to ?? 'the most'}`;
  const shown = `${formatCount(kept)} of ${formatCount(pairs)} pairs in the plane, m ${between(ranges.m)}, l ${between(ranges.l)}.`;
  if (current === null) return shown;
  return `${shown} The pair that is read is at m ${current.m.toFixed(3)}, l ${current.l.toFixed(3)}.`;
}
