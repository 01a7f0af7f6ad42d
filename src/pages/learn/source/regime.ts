/** The linear regime: log det(I + c·Î) and c·tr Î over c. */

import { logDetPlusIdentity } from '../../../scoring/logdet';
import { SCALE } from '../parameters';
import { evenScore, type OneSource } from './one-source';

/** Steps of the slider of c, on a geometric grid. */
export const SCALE_STEPS = 100;

/** c at a step of the slider. */
export function scaleAt(step: number): number {
  return Number((SCALE.most ** (step / SCALE_STEPS)).toFixed(2));
}

/** The step of the slider that is nearest to c. */
export function stepOf(scale: number): number {
  return Math.round((SCALE_STEPS * Math.log(scale)) / Math.log(SCALE.most));
}

/** One point of a curve: log10 c, and log det over c·tr Î. */
export type RegimePoint = readonly [logScale: number, ratio: number];

/**
 * How much of c·tr Î is left in log det(I + c·Î), over all c of the slider.
 * @param dimension 2 for the ellipse as it is; more for the same trace spread evenly over that many dimensions
 */
export function regimeCurve(source: OneSource, dimension: number): RegimePoint[] {
  if (source.trace === 0) return [];
  return Array.from({ length: SCALE_STEPS + 1 }, (_, step) => {
    const scale = scaleAt(step);
    return [Math.log10(scale), regimeRatio(source, dimension, scale)];
  });
}

/** log det(I + c·Î) / (c·tr Î). */
export function regimeRatio(source: OneSource, dimension: number, scale: number): number {
  return scoreIn(source, dimension, scale) / (scale * source.trace);
}

/** log det(I + c·Î) in that many dimensions. */
export function scoreIn({ information, trace }: OneSource, dimension: number, scale: number): number {
  return dimension === 2 ? logDetPlusIdentity(information, 2, scale) : evenScore(trace, dimension, scale);
}

/** λ_max in that many dimensions. */
export function lambdaIn({ lambdaMax, trace }: OneSource, dimension: number): number {
  return dimension === 2 ? lambdaMax : trace / dimension;
}
