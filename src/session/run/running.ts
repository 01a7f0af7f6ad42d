/** A run under way: its progress and the latest scores. */

import type { RunningOrder, RunningScore, RunProgress } from '../../engine/types';

export interface RunSoFar {
  readonly progress: RunProgress | null;
  readonly running: LatestScores;
  /** The latest order; null before there is one. */
  readonly order: RunningOrder | null;
}

/** By the source's id in the store; sources without a score are missing. */
export type LatestScores = ReadonlyMap<number, RunningScore>;

export const NOTHING_YET: RunSoFar = { progress: null, running: new Map(), order: null };

/** The scores with newer ones, as a new map. */
function withScores(scores: LatestScores, newer: readonly RunningScore[]): LatestScores {
  if (newer.length === 0) return scores;
  return new Map([...scores, ...newer.map((score) => [score.source, score] as const)]);
}

/** Time between two updates of the progress shown, in milliseconds. */
const PROGRESS_MS = 60;

/** Takes every progress report and shows it a few times a second. */
export class ProgressReceiver {
  private latest = NOTHING_YET;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: (soFar: RunSoFar) => void) {}

  /** @returns the receiver for a run that begins now */
  begin(): (progress: RunProgress) => void {
    this.end();
    return (progress) => {
      const { running, order } = this.latest;
      this.latest = {
        progress,
        running: withScores(running, progress.running),
        order: progress.order ?? order,
      };
      this.timer ??= setTimeout(() => this.flush(), PROGRESS_MS);
    };
  }

  /** Shows the latest at once. */
  flush(): void {
    this.rest();
    if (this.latest.progress) this.show(this.latest);
  }

  /** The run is over: nothing of it is shown any more. */
  end(): void {
    this.rest();
    this.latest = NOTHING_YET;
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
