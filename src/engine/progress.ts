/** Progress of a run: stage, counts, rate and time left. */

import type { CacheReport } from '../encoder/cache/embedding-cache';
import { now, paceOf, secondsSince } from './time';
import type { PartFigures, RunProgress, RunStage } from './types';

export class Progress {
  /** Reported once it is there. */
  cache: { readonly report: CacheReport } | null = null;
  private last: Pick<RunProgress, 'stage' | 'done' | 'total'> = { stage: 'read', done: 0, total: 0 };
  private begin = now();

  constructor(private readonly onProgress: (progress: RunProgress) => void) {}

  /** Rate and time left count from the first report of a stage, and from one of nothing done. */
  report(stage: RunStage, done: number, total: number, soFar: PartFigures | null = null): void {
    if (stage !== this.last.stage || done === 0) this.begin = now();
    this.last = { stage, done, total };
    const pace = paceOf(done, total, secondsSince(this.begin));
    this.onProgress({ ...this.last, ...pace, soFar, cache: this.cache?.report ?? null });
  }

  /** The figures so far, beside what was reported last. */
  tell(soFar: PartFigures): void {
    const { stage, done, total } = this.last;
    this.report(stage, done, total, soFar);
  }
}
