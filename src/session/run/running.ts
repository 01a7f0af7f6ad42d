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

/** The newer order with what was known before: an interval holds at every moment, so one that came stays until the next. */
export function withKnown(before: RunningOrder | null, newer: RunningOrder): RunningOrder {
  if (before === null) return newer;
  return {
    ...newer,
    scores: newer.scores.map((score) => {
      const known = before.scores.find(({ source }) => source === score.source);
      return isKnown(score) || !known ? score : known;
    }),
    pairs: newer.pairs.map((pair) => {
      const { a, b } = pair;
      const known = before.pairs.find((one) => [a, b].includes(one.a) && [a, b].includes(one.b));
      if (isKnown(pair) || !known) return pair;
      const [low, high] = known.a === a ? [known.low, known.high] : [-known.high, -known.low];
      return { ...pair, low, high };
    }),
  };
}

/** False before there is an interval. */
function isKnown({ low, high }: { readonly low: number; readonly high: number }): boolean {
  return Number.isFinite(low) && Number.isFinite(high);
}

/** The scores with newer ones, as a new map. */
function withScores(scores: LatestScores, newer: readonly RunningScore[]): LatestScores {
  if (newer.length === 0) return scores;
  return new Map([...scores, ...newer.map((score) => [score.source, score] as const)]);
}

/** Least time between two updates of the progress shown, in milliseconds. */
const PROGRESS_MS = 60;

/** Takes every progress report and shows it a few times a second. */
export class ProgressReceiver {
  private latest = NOTHING_YET;
  private shown = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: (soFar: RunSoFar) => void) {}

  /** @returns the receiver for a run that begins now */
  begin(): (progress: RunProgress) => void {
    this.end();
    return (progress) => {
      const { running, order: before } = this.latest;
      const order = progress.order && withKnown(before, progress.order);
      this.latest = {
        progress,
        running: withScores(running, progress.running),
        order: order ?? before,
      };
      clearTimeout(this.timer);
      const wait = this.shown + PROGRESS_MS - performance.now();
      if (wait <= 0) this.flush();
      else this.timer = setTimeout(() => this.flush(), wait);
    };
  }

  /** Shows the latest at once. */
  flush(): void {
    if (this.latest.progress) this.show(this.latest);
    this.shown = performance.now();
  }

  /** The run is over: nothing of it is shown any more. */
  end(): void {
    clearTimeout(this.timer);
    this.latest = NOTHING_YET;
    this.shown = 0;
  }
}
