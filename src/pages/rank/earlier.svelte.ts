/** The results of this visit that others have taken the place of: under another encoder, setting or choice of files. */

import { untrack } from 'svelte';

import type { Session } from '../../app/session.svelte';
import type { Result } from '../../report/result';
import { Comparison } from '../../session/comparison.svelte';

/** How long figures under another setting have to stand before they count: a slider passes many. */
const REST_MS = 1000;

/** More are forgotten, the oldest first. */
const MOST = 12;

export interface EarlierResult {
  /** When it was shown, in milliseconds since 1970. */
  readonly at: number;
  readonly result: Result;
}

/** One for the session: it goes on while another page is open. */
export class EarlierResults {
  /** The newest first. No two are of the same files, encoder and settings, and none of those that are shown. */
  list = $state.raw<readonly EarlierResult[]>([]);
  private last: EarlierResult | null = null;
  /** When the run of the last one was done. */
  private run = NaN;

  constructor(session: Session) {
    const comparison = session.state(Comparison);
    $effect(() => {
      const { result, isResultCurrent, run } = comparison;
      if (result === null || run.finished === null || !isResultCurrent) return;
      const now = { at: Date.now(), result };
      if (run.finished.at === this.run) {
        const timer = setTimeout(() => this.take(now), REST_MS);
        return () => clearTimeout(timer);
      }
      this.run = run.finished.at;
      untrack(() => this.take(now));
    });
  }

  private take(now: EarlierResult): void {
    const before = this.last ? [this.last, ...this.list] : this.list;
    this.last = now;
    const keys = before.map(keyOf);
    this.list = before
      .filter((_, i) => keys[i] !== keyOf(now) && keys.indexOf(keys[i] ?? '') === i)
      .slice(0, MOST);
  }
}

/** The same for results of the same records under the same encoder and settings; who is trusted moves no score. */
function keyOf({ result: { encoder, settings, sources, stop } }: EarlierResult): string {
  const scores = Object.entries(sources).map(([name, { setting, eci, negatives }]) => {
    return [name, setting, eci, negatives];
  });
  return JSON.stringify([encoder.name, settings, stop.ended, scores]);
}
