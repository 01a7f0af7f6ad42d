/** Progress of a run. */

import type { CacheReport } from '../encoder/cache/embedding-cache';
import { now, paceOf, secondsSince } from './time';
import type { PartFigures, RunProgress, RunStage } from './types';

/** Between two counts of a stage at the least, in milliseconds. */
const COUNT_MS = 50;

export class Progress {
  cache: { readonly report: CacheReport } | null = null;
  private last: Pick<RunProgress, 'stage' | 'done' | 'total'> = { stage: 'read', done: 0, total: 0 };
  private begin = now();
  private told = 0;

  constructor(private readonly onProgress: (progress: RunProgress) => void) {}

  /** Begin and end of a stage, and figures, are told at once, what lies between a few times a second. */
  report(stage: RunStage, done: number, total: number, soFar: PartFigures | null = null): void {
    const begins = stage !== this.last.stage || done === 0;
    if (begins) this.begin = now();
    this.last = { stage, done, total };
    if (!begins && done < total && !soFar && now() - this.told < COUNT_MS) return;
    this.told = now();
    const pace = paceOf(done, total, secondsSince(this.begin));
    this.onProgress({ ...this.last, ...pace, soFar, cache: this.cache?.report ?? null });
  }

  /** The figures so far, beside what was reported last. */
  tell(soFar: PartFigures): void {
    const { stage, done, total } = this.last;
    this.report(stage, done, total, soFar);
  }
}
