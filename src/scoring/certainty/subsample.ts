/** Traces of all sources on fewer queries, drawn without replacement. */

import { shuffled } from '../random';
import type { UnitSums } from './units';

/**
 * Traces of all sources on the first units of a random order, at several lengths, with the same units for every
 * source.
 * @param lengths ascending, each at most the number of units
 * @param random uniform numbers of [0, 1)
 * @returns by length, then by source; NaN for a source without a pair so far
 */
export function drawPrefixRatios(
  sources: readonly UnitSums[],
  lengths: readonly number[],
  random: () => number,
): Float64Array[] {
  const units = sources[0]?.sums.length ?? 0;
  const order = shuffled(
    Int32Array.from({ length: units }, (_, unit) => unit),
    random,
  );
  const sums = new Float64Array(sources.length);
  const pairs = new Float64Array(sources.length);
  const ratios: Float64Array[] = [];
  let drawn = 0;
  for (const length of lengths) {
    for (; drawn < length; drawn++) {
      const unit = order[drawn];
      for (let s = 0; s < sources.length; s++) {
        sums[s] += sources[s].sums[unit];
        pairs[s] += sources[s].pairs[unit];
      }
    }
    ratios.push(sums.map((sum, s) => sum / pairs[s]));
  }
  return ratios;
}
