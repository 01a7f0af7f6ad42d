/** Progress of a run: stage, counts, rate and time left. */

import type { CacheReport } from '../encoder/cache/embedding-cache';
import { now, paceOf, secondsSince } from './time';
import type { RunProgress, RunStage, SoFar } from './types';

/** Least time between two counts of one step, in milliseconds: steps count by the thousand. */
const COUNT_MS = 50;

export class Progress {
  private stageStart = now();
  private cache: { readonly report: CacheReport } | null = null;
  /** The step counted last, and when. */
  private counted: { readonly step: RunStage | null; readonly at: number } = { step: null, at: 0 };
  private textsDone = 0;
  private textsTotal = 0;

  constructor(private readonly onProgress: (progress: RunProgress) => void) {}

  /** Rates and times count from here. */
  startStage(): void {
    this.stageStart = now();
  }

  stageSeconds(): number {
    return secondsSince(this.stageStart);
  }

  /** Reports this cache from now on. */
  tellOf(cache: { readonly report: CacheReport }): void {
    this.cache = cache;
  }

  report(stage: RunStage, done: number, total: number, soFar: SoFar | null = null): void {
    this.onProgress({
      stage,
      done,
      total,
      ...paceOf(done, total, this.stageSeconds()),
      soFar,
      cache: this.cache?.report ?? null,
    });
  }

  /** Reports how much of a step is done: its begin and its end at once, in between a few times a second. */
  count(step: RunStage, done: number, total: number): void {
    const begins = step !== this.counted.step;
    if (begins) this.startStage();
    else if (done < total && now() - this.counted.at < COUNT_MS) return;
    this.counted = { step, at: now() };
    this.report(step, done, total);
  }

  /** Starts the stage of encoding. @param total distinct texts to encode */
  startTexts(total: number): void {
    this.startStage();
    this.textsDone = 0;
    this.textsTotal = total;
  }

  /** More texts have their embedding, or there are new running scores. */
  texts(count: number, soFar: SoFar | null = null): void {
    this.textsDone += count;
    this.report('encode', this.textsDone, this.textsTotal, soFar);
  }
}
