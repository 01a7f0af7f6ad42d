/** The running score of each source as it was told last. */

import type { RunningScore } from '../../engine/types';

/** By the source's id in the store; one that has no score yet is not there. */
export type LatestScores = ReadonlyMap<number, RunningScore>;

/** No source has a score yet. */
export const NO_SCORES: LatestScores = new Map();

/** The scores with newer ones in their place, in a new map. */
export function withScores(scores: LatestScores, newer: readonly RunningScore[]): LatestScores {
  if (newer.length === 0) return scores;
  return new Map([...scores, ...newer.map((score) => [score.source, score] as const)]);
}
