/** The class of the cross-encoder's worker: opens a folder, scores pairs, and can be cancelled. */

import { CrossEncoder, type CrossIdentity } from '../encoder/cross/cross-encoder';
import type { TextPair } from '../encoder/cross/known-pairs';
import type { ModelSource } from '../encoder/types';
import { Task } from './task';
import { now, paceOf, secondsSince, type Pace } from './time';

/** Pairs between two reports of progress. */
const TOLD_PAIRS = 8;

export interface ScoringProgress extends Pace {
  readonly done: number;
  readonly total: number;
}

export type CrossScoring = Pick<CrossScoringHost, 'open' | 'score' | 'cancel'>;

export class CrossScoringHost {
  private encoder: CrossEncoder | null = null;
  private task = new Task();

  /** @param base address of `models/`, with a slash at the end */
  constructor(private readonly base: URL) {}

  /** Takes a folder in place of an earlier one. @throws the errors of encoder/cross, and those of model folders */
  async open(source: ModelSource): Promise<CrossIdentity> {
    const before = this.encoder;
    this.encoder = null;
    await before?.release();
    this.encoder = await CrossEncoder.open(source, this.base);
    return this.encoder.identity;
  }

  /** In the order of the pairs. @throws RunCancelledError, EncodeError */
  async score(
    pairs: readonly TextPair[],
    onProgress: (progress: ScoringProgress) => void,
  ): Promise<Float64Array<ArrayBuffer>> {
    const { encoder } = this;
    if (encoder === null) throw new Error('The cross-encoder was asked before it was open.');
    this.task = new Task();
    const began = now();
    const scores = new Float64Array(pairs.length);
    for (const [i, pair] of pairs.entries()) {
      scores[i] = await encoder.score(pair);
      const done = i + 1;
      if (done % TOLD_PAIRS === 0)
        onProgress({ done, total: pairs.length, ...paceOf(done, pairs.length, secondsSince(began)) });
      await this.task.breathe();
    }
    return scores;
  }

  cancel(): void {
    this.task.cancel();
  }
}
