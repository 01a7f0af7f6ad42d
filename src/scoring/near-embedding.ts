/**
 * The finding `near_embedding`: a negative that is at least as near to the record's positive as the nearest positive
 * of another query, and near at all. The paper's false-negative control is made of those nearest positives; here they
 * are the measure of nearness, so that encoders with high cosines throughout find no more than others.
 */

import { cosineToPositive } from './cosines';
import type { KnownPositives } from './findings';
import { cosine, type Embedded } from './neighbours';

/** Below this cosine to the positive a negative is not near (docs/AUDIT.md has what this finds). */
export const NEAR_COSINE = 0.9;

/** The finding of pairs at or above it, as it is named everywhere. */
export const NEAR_POSITIVE = {
  id: 'near_positive',
  words: 'near the positive',
  rule: `cosine ≥ ${NEAR_COSINE.toFixed(2)}`,
} as const;

/** Whether the embedding of a pair's negative is near that of the positive, whatever their texts. */
export function isNearPositive(distance: number): boolean {
  return cosineToPositive(distance) >= NEAR_COSINE;
}

/** A record's query and positive, as ids of texts, and the positive's embedding. */
export interface AskedPositive {
  readonly query: number;
  readonly positive: number;
  readonly at: Embedded;
}

/** For the positives of some records: the nearest positive of another query and another text. */
export class NearestOthers {
  /** −∞ where there is none. */
  private readonly cosines: Float64Array;
  private readonly passages: Int32Array;

  constructor(
    private readonly asked: readonly AskedPositive[],
    private readonly known: KnownPositives,
  ) {
    this.cosines = new Float64Array(asked.length).fill(-Infinity);
    this.passages = new Int32Array(asked.length).fill(-1);
  }

  /** Compares a positive with each of those asked. */
  offer(passage: number, at: Embedded): void {
    this.asked.forEach(({ query, positive, at: own }, i) => {
      if (passage === positive || !this.known.isPositiveOfAnother(passage, query)) return;
      const nearness = cosine(own, at);
      if (nearness <= this.cosines[i]) return;
      this.cosines[i] = nearness;
      this.passages[i] = passage;
    });
  }

  /**
   * Whether a negative of the i-th record asked is at least as near as its nearest positive of another query.
   * @param distance ‖v⁺ − v⁻‖
   */
  isReached(i: number, negative: number, distance: number): boolean {
    return negative === this.passages[i] || cosineToPositive(distance) >= this.cosines[i];
  }
}
