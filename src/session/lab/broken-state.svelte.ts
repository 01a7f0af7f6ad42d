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
import type { StepProgress } from '../../experiments/runner';
import type { RunState } from '../run/run-state.svelte';
import { TELLING_SECONDS, type LabState } from './lab-state.svelte';

interface ShownBroken {
  readonly figures: BrokenFigures;
  /** Null while they are looked for. */
  readonly shortcuts: BrokenShortcuts | null;
  /** From asking to the last of them. */
  readonly seconds: number;
}

/** Figures with the run and the request that they answer. */
interface Answered extends ShownBroken {
  readonly at: number;
  readonly key: string;
}

/** Seconds since it was asked for. */
export type OngoingBroken = StepProgress & { readonly seconds: number };

type LabForBroken = Pick<LabState, 'sources' | 'base' | 'settings' | 'costs' | 'ongoing' | 'waiting'>;

export class BrokenState {
  shares = $state.raw<ForeignShares>({ random: 0.1, copies: 0, near: 0 });
  notice = $state.raw<Notice | null>(null);
  /** The request under way; null while none is. */
  ongoing = $state.raw<OngoingBroken | null>(null);
  private own = $state.raw<number | null>(null);
  private last = $state.raw<Answered | null>(null);
  /** What the engine was asked last, and whether its figures are still to come. */
  private asked: string | null = null;
  private isSumming = false;

  constructor(
    private readonly workers: WorkerAccess<Pick<WorkerPair, 'engine' | 'guard'>>,
    private readonly run: Pick<RunState, 'finished'>,
    private readonly lab: LabForBroken,
  ) {}

  /** Id of the source that is broken. */
  get base(): number {
    return this.lab.sources.find(({ id }) => id === this.own)?.id ?? this.lab.base;
  }

  /** Of the finished run; null before the first. */
  get shown(): ShownBroken | null {
    return this.last?.at === this.run.finished?.at ? this.last : null;
  }

  /** True where all that the sliders ask for is shown. */
  get isCurrent(): boolean {
    return this.last !== null && this.last.shortcuts !== null && this.last.key === this.key;
  }

  /** True where the engine can be asked, nothing else is under way, and it is done soon. */
  get isReady(): boolean {
    const { lab } = this;
    const seconds = lab.costs.mixing?.seconds ?? Infinity;
    return this.key !== null && lab.ongoing === null && lab.waiting.length === 0 && seconds < TELLING_SECONDS;
  }

  /** What the sliders ask for; null where the engine has no run. */
  private get request(): BrokenRequest | null {
    const { settings } = this.lab;
    return settings && { base: this.base, shares: this.shares, settings };
  }

  /** The request and the run that it is asked of; null where there is none. */
  private get key(): string | null {
    const { request, run } = this;
    return request && run.finished && JSON.stringify([run.finished.at, request]);
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
    const { request, key } = this;
    const at = this.run.finished?.at;
    if (request === null || key === null || at === undefined) return;
    if (this.isSumming || key === this.asked) return;
    this.asked = key;
    this.isSumming = true;
    this.notice = null;
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1000;
    const isLatest = () => this.asked === key;
    this.ongoing = { done: 0, total: 0, seconds: 0 };
    const onProgress = Comlink.proxy((progress: StepProgress) => {
      if (isLatest() && this.ongoing) this.ongoing = { ...progress, seconds: seconds() };
    });
    const onFigures = Comlink.proxy((figures: BrokenFigures) => {
      if (!isLatest()) return;
      this.last = { at, key, figures, shortcuts: null, seconds: seconds() };
      this.isSumming = false;
      void this.follow();
    });
    const shortcuts = await ask(
      this.workers,
      ({ engine }) => engine.broken(request, onFigures, onProgress),
      (notice) => {
        if (notice.name !== 'RunCancelledError') this.notice = notice;
      },
    );
    if (!isLatest()) return;
    this.isSumming = false;
    this.ongoing = null;
    if (shortcuts === null) this.asked = null;
    else if (this.last) this.last = { ...this.last, shortcuts, seconds: seconds() };
  }

  /** Ends the request under way; what is shown stays. */
  async cancel(): Promise<void> {
    await ask(
      this.workers,
      ({ engine }) => engine.cancelBroken(),
      () => undefined,
    );
  }
}
