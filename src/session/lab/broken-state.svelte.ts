/** The source that the user breaks: what is put in, and what the engine says of it. */

import * as Comlink from 'comlink';

import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import type {
  BrokenFigures,
  BrokenRequest,
  BrokenShortcuts,
  ForeignKind,
  ForeignShares,
} from '../../experiments/broken';
import type { RunState } from '../run/run-state.svelte';
import { TELLING_SECONDS, type LabState } from './lab-state.svelte';

interface ShownBroken {
  readonly figures: BrokenFigures;
  /** Null while they are looked for. */
  readonly shortcuts: BrokenShortcuts | null;
}

export class BrokenState {
  shares = $state.raw<ForeignShares>({ random: 0.1, copies: 0, near: 0 });
  notice = $state.raw<Notice | null>(null);
  private own = $state<number | null>(null);
  private last = $state.raw<(ShownBroken & { readonly at: number }) | null>(null);
  /** What the engine was asked last, and whether its figures are still to come. */
  private asked: string | null = null;
  private isSumming = false;

  /** Id of the source that is broken. */
  readonly base = $derived.by(() =>
    this.lab.sources.some(({ id }) => id === this.own) ? this.own : this.lab.base,
  );

  /** What the sliders ask for; null where the engine has no run. */
  private readonly request = $derived.by<BrokenRequest | null>(() => {
    const { settings } = this.lab;
    return settings && this.base !== null ? { base: this.base, shares: this.shares, settings } : null;
  });

  constructor(
    private readonly workers: WorkerAccess<Pick<WorkerPair, 'engine' | 'guard'>>,
    private readonly run: Pick<RunState, 'finished'>,
    private readonly lab: LabState,
  ) {}

  /** Of the finished run; null before the first. */
  get shown(): ShownBroken | null {
    return this.last?.at === this.run.finished?.at ? this.last : null;
  }

  /** True where the engine can be asked, nothing else is under way, and it is done soon. */
  get isReady(): boolean {
    const { lab } = this;
    const seconds = lab.costs.mixing?.seconds ?? Infinity;
    return (
      this.request !== null && lab.ongoing === null && lab.waiting.length === 0 && seconds < TELLING_SECONDS
    );
  }

  choose(base: number): void {
    this.own = base;
    void this.follow();
  }

  move(kind: ForeignKind, share: number): void {
    this.shares = { ...this.shares, [kind]: share };
    void this.follow();
  }

  /** Asks for what the sliders say. While figures are under way it waits for them, and then asks for the latest. */
  async follow(): Promise<void> {
    const { request } = this;
    const at = this.run.finished?.at ?? null;
    if (request === null || at === null || this.isSumming) return;
    const key = JSON.stringify([at, request]);
    if (key === this.asked) return;
    this.asked = key;
    this.isSumming = true;
    this.notice = null;
    const onFigures = Comlink.proxy((figures: BrokenFigures) => {
      if (this.asked !== key) return;
      this.last = { at, figures, shortcuts: null };
      this.isSumming = false;
      void this.follow();
    });
    const shortcuts = await ask(
      this.workers,
      ({ engine }) => engine.broken(request, onFigures),
      (notice) => {
        if (notice.name !== 'RunCancelledError') this.notice = notice;
      },
    );
    if (this.asked !== key) return;
    this.isSumming = false;
    if (shortcuts === null) this.asked = null;
    else if (this.last) this.last = { ...this.last, shortcuts };
  }
}
