/** Shortcuts of the finished run: asked for when their tab is opened, kept until another run. */

import * as Comlink from 'comlink';

import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import type { SourceShortcut } from '../../shortcuts/shortcuts';
import type { RunState } from '../run/run-state.svelte';

export class ShortcutsState {
  /** Share done; null while nothing is under way. */
  share = $state<number | null>(null);
  notice = $state.raw<Notice | null>(null);
  private found = $state.raw<{ readonly at: number; readonly sources: readonly SourceShortcut[] } | null>(
    null,
  );

  constructor(
    private readonly workers: WorkerAccess<Pick<WorkerPair, 'engine' | 'guard'>>,
    private readonly run: Pick<RunState, 'finished'>,
  ) {}

  /** Of the finished run; null before they are known. */
  get sources(): readonly SourceShortcut[] | null {
    return this.found?.at === this.run.finished?.at ? (this.found?.sources ?? null) : null;
  }

  /** Looks for them, where that is not done or under way. */
  async find(): Promise<void> {
    const { finished } = this.run;
    if (!finished?.inEngine || this.share !== null || this.sources) return;
    this.notice = null;
    this.share = 0;
    const onShare = Comlink.proxy((share: number) => {
      if (this.share !== null) this.share = share;
    });
    const sources = await ask(
      this.workers,
      ({ engine }) => engine.shortcuts(onShare),
      (notice) => {
        if (notice.name !== 'RunCancelledError') this.notice = notice;
      },
    );
    this.share = null;
    if (sources) this.found = { at: finished.at, sources };
  }

  async cancel(): Promise<void> {
    await ask(
      this.workers,
      ({ engine }) => engine.cancelShortcuts(),
      (notice) => (this.notice = notice),
    );
  }
}
