/** A run under way: its progress and the latest scores. */

import type { PartFigures, RunProgress } from '../../engine/types';

export interface RunSoFar {
  readonly progress: RunProgress | null;
  /** Null before any source has a score. */
  readonly soFar: PartFigures | null;
}

export const NOTHING_YET: RunSoFar = { progress: null, soFar: null };

/** Time between two updates of the progress shown, in milliseconds. */
const PROGRESS_MS = 60;

/** Takes every progress report of one run and shows the latest a few times a second. */
export class ProgressReceiver {
  private latest = NOTHING_YET;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: (soFar: RunSoFar) => void) {}

  readonly take = (progress: RunProgress): void => {
    this.latest = { progress, soFar: progress.soFar ?? this.latest.soFar };
    this.timer ??= setTimeout(() => this.flush(), PROGRESS_MS);
  };

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.latest.progress) this.show(this.latest);
  }

  /** Forgets what was reported of the run that is over. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.latest = NOTHING_YET;
  }
}
