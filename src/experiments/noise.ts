/**
 * How far two scores may differ by chance: half of the 95 % interval of the difference of their traces on other queries
 * like these, paired by unit.
 */

import type { SourceData } from '../engine/source-data';
import { differenceEstimate, halfWidth, ratioEstimate, type Estimate } from '../scoring/certainty/intervals';
import { planUnits, type UnitSums } from '../scoring/certainty/units';
import { traceTerm } from '../scoring/means';
import { pairRange } from '../scoring/pairs';
import type { WeightColumn } from './weighted-sums';

/** Chance that an interval misses. */
const ALPHA = 0.05;

/** For each two sources, by place: a difference up to this may be chance. Infinite with too few units. */
export type Noise = readonly (readonly number[])[];

/** Sources under one scoring. */
export interface Scored {
  /** By source. */
  readonly scores: readonly number[];
  readonly noise: Noise;
}

/** The noise between sources that may share queries, under any weights. */
export class NoiseMeter {
  private readonly plan;

  constructor(private readonly sources: readonly Pick<SourceData, 'units' | 'columns'>[]) {
    this.plan = planUnits(sources.map(({ units }) => units));
  }

  /**
   * @param weights w of each pair, by source
   * @param counted the pairs that are scored, by their place in the record; by default all
   */
  between(weights: readonly WeightColumn[], counted: (place: number) => boolean = () => true): Noise {
    const sums = this.sums(weights, counted);
    return sums.map((one, a) =>
      sums.map((other, b) => (a === b ? 0 : halfOf(differenceEstimate(one, other)))),
    );
  }

  /** Half of the 95 % interval of each score, by source. */
  around(weights: readonly WeightColumn[]): number[] {
    return this.sums(weights, () => true).map((own) => halfOf(ratioEstimate(own)));
  }

  /** S and K of each unit, by source. */
  private sums(weights: readonly WeightColumn[], counted: (place: number) => boolean): UnitSums[] {
    const { units, of } = this.plan;
    return this.sources.map(({ columns }, s) => {
      const own: UnitSums = { sums: new Float64Array(units), pairs: new Float64Array(units) };
      (of[s] as Int32Array).forEach((unit, record) => {
        const { start, end } = pairRange(columns.offsets, record);
        for (let pair = start; pair < end; pair++) {
          if (!counted(pair - start)) continue;
          const term = traceTerm(weights[s]?.[pair] as number, columns.distance[pair] as number);
          own.sums[unit] = (own.sums[unit] as number) + term;
          own.pairs[unit] = (own.pairs[unit] as number) + 1;
        }
      });
      return own;
    });
  }
}

function halfOf(estimate: Estimate): number {
  return halfWidth(estimate, ALPHA) ?? Infinity;
}

/** True where `one` scores above `other` by more than chance. */
export function isClearlyAbove({ scores, noise }: Scored, one: number, other: number): boolean {
  return (scores[one] ?? NaN) - (scores[other] ?? NaN) > (noise[one]?.[other] ?? Infinity);
}
