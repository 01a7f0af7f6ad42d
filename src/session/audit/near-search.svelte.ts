/** The search by embedding, which a run leaves out if it would take long: start, progress, cancel. */

import * as Comlink from 'comlink';

import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import { paceOf, type Pace } from '../../engine/time';
import type { SearchProgress } from '../../engine/types';
import type { RunState } from '../run/run-state.svelte';

type EngineAccess = Pick<WorkerPair, 'engine' | 'guard'>;

/** How far the search is. */
export type OngoingSearch = SearchProgress & Pace;

const NOT_BEGUN: OngoingSearch = { records: 0, total: 0, rate: null, secondsLeft: null };

export class NearSearch {
  /** Null while none is under way. */
  ongoing = $state.raw<OngoingSearch | null>(null);
  cancelling = $state(false);
  notice = $state.raw<Notice | null>(null);

  constructor(
    private readonly workers: WorkerAccess<EngineAccess>,
    private readonly run: Pick<RunState, 'finished' | 'setFindings'>,
  ) {}

  /** Searches; the findings go into the result, if it is still the same. */
  async start(): Promise<void> {
    const at = this.run.finished?.at;
    if (at === undefined || this.ongoing) return;
    const start = performance.now();
    this.notice = null;
    this.ongoing = NOT_BEGUN;
    const onProgress = (progress: SearchProgress) => {
      // Messages may arrive after the answer.
      if (this.ongoing) this.ongoing = { ...progress, ...paceSince(start, progress) };
    };
    const findings = await ask(
      this.workers,
      ({ engine }) => engine.searchByEmbedding(Comlink.proxy(onProgress)),
      (notice) => this.fail(notice),
    );
    this.ongoing = null;
    this.cancelling = false;
    if (findings && this.run.finished?.at === at) this.run.setFindings(findings);
  }

  async cancel(): Promise<void> {
    if (!this.ongoing) return;
    this.cancelling = true;
    await ask(
      this.workers,
      ({ engine }) => engine.cancelSearch(),
      (notice) => this.fail(notice),
    );
  }

  private fail(notice: Notice): void {
    if (notice.name !== 'RunCancelledError') this.notice = notice;
  }
}

/** @param start when it began, in milliseconds as `performance.now` has them */
function paceSince(start: number, { records, total }: SearchProgress): Pace {
  return paceOf(records, total, (performance.now() - start) / 1000);
}
