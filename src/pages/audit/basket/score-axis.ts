/** Where the basket's scores stand on one axis, in per cent of its length. */

import type { BasketRow, Standing } from './basket-rows';

/** A score with its interval, in per cent. */
export interface ScoreMark {
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

export interface ScoreAxis {
  /** From the lowest to the highest score of the references; null where there is none. */
  readonly band: { readonly from: number; readonly to: number } | null;
  readonly mark: (standing: Standing) => ScoreMark;
}

/**
 * From 0 to a little above the highest end of an interval.
 * @param references scores of the reference sources
 */
export function scoreAxis(rows: readonly BasketRow[], references: readonly number[]): ScoreAxis {
  const ends = rows.flatMap(({ before, after }) =>
    [before, after].flatMap((standing) => (standing ? [standing.eci, standing.high ?? 0] : [])),
  );
  const top = Math.max(...ends, ...references, Number.MIN_VALUE) * 1.05;
  const at = (value: number) => (100 * Math.max(0, value)) / top;
  return {
    band:
      references.length === 0 ? null : { from: at(Math.min(...references)), to: at(Math.max(...references)) },
    mark: ({ eci, low, high }) => ({ at: at(eci), low: at(low ?? eci), high: at(high ?? eci) }),
  };
}
