/** Takes a run's progress as often as the engine sends it, and shows it a few times a second. */

import type { RunProgress } from '../../engine/types';
import { addIntervals, NO_BANDS } from './interval-history';
import { NO_SCORES, withScores } from './latest-scores';
import type { OngoingRun } from './runs';

/** What is known of a run under way. */
export interface RunSoFar extends Pick<OngoingRun, 'running' | 'order' | 'bands'> {
  readonly progress: RunProgress;
}

/** Least time between two drawings of the progress, in milliseconds. */
const PROGRESS_MS = 60;

export class ProgressReceiver {
  private latest: RunSoFar | null = null;
  private shown = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: (soFar: RunSoFar) => void) {}

  /** A run begins. @returns what takes its progress */
  begin(): (progress: RunProgress) => void {
    this.end();
    return (progress) => {
      const { running, bands, order } = this.latest ?? { running: NO_SCORES, bands: NO_BANDS, order: null };
      this.latest = {
        progress,
        running: withScores(running, progress.running),
        order: progress.order ?? order,
        bands: progress.order ? addIntervals(bands, progress.order) : bands,
      };
      clearTimeout(this.timer);
      const wait = this.shown + PROGRESS_MS - performance.now();
      if (wait <= 0) this.flush();
      else this.timer = setTimeout(() => this.flush(), wait);
    };
  }

  /** Shows the latest at once. */
  flush(): void {
    if (this.latest) this.show(this.latest);
    this.shown = performance.now();
  }

  /** The run is over: nothing of it is shown any more. */
  end(): void {
    clearTimeout(this.timer);
    this.latest = null;
    this.shown = 0;
  }
}
