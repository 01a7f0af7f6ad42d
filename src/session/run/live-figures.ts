/** Updates figures while temperature or weighting change: quick scalars first, log-dets after. */

import * as Comlink from 'comlink';

import type { RescoreScope, SumProgress } from '../../engine/types';
import type { SourceResult } from '../../engine/results';
import { type Gating, WEIGHTING_IDS, type WeightingId } from '../../scoring/weightings';
import type { WorkerState } from '../../app/worker-state.svelte';

/** Gives figures. `rescore` takes longer and is called only once the settings rest. */
export interface FigureEngine {
  recompute(request: Gating): Promise<SourceResult[]>;
  rescore(request: Gating, scope: RescoreScope): Promise<SourceResult[]>;
}

export interface LiveFiguresOptions {
  readonly engine: FigureEngine;
  /** Settings of the run: the engine has the log-dets of its weighting at its temperature. */
  readonly ranAs: Gating;
  /** New figures. `current` is false while the log-dets are those of an earlier request. */
  readonly show: (sources: SourceResult[], request: Gating, current: boolean) => void;
  readonly fail: (error: unknown) => void;
  /** Calls back before the next frame is drawn. */
  readonly nextFrame: (callback: () => void) => void;
  /** How long settings rest before log-dets are asked for, in milliseconds. */
  readonly restMs: number;
}

/** Follows requests. An answer older than what is shown is dropped. */
export class LiveFigures {
  private asked = 0;
  private shown = 0;
  private latest: Gating | null = null;
  /** The request whose log-dets are shown. */
  private settled: Gating | null = null;
  /** By weighting: the temperature of the log-dets in the engine. */
  private readonly held = new Map<WeightingId, number>();
  private frameAsked = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: LiveFiguresOptions) {
    this.hold(options.ranAs, 'chosen');
  }

  follow(request: Gating): void {
    this.latest = request;
    this.asked++;
    if (!this.frameAsked) {
      this.frameAsked = true;
      this.options.nextFrame(() => {
        this.frameAsked = false;
        void this.answer(null);
      });
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.latest !== this.settled) void this.answer('chosen');
    }, this.options.restMs);
  }

  /** True where the engine has the log-dets of all weightings at this temperature. */
  holdsAll(tau: number): boolean {
    return WEIGHTING_IDS.every((id) => this.held.get(id) === tau);
  }

  /** Asks for the log-dets of all weightings, as a report needs them. */
  async followAll(request: Gating): Promise<void> {
    clearTimeout(this.timer);
    this.latest = request;
    this.asked++;
    await this.answer('all');
  }

  /** Forgets earlier requests: their answers are not shown. Another request may follow. */
  pause(): void {
    clearTimeout(this.timer);
    this.latest = null;
    this.shown = this.asked + 0.5;
  }

  /** Asks for the latest request's figures: scalars only, or with log-dets. */
  private async answer(scope: RescoreScope | null): Promise<void> {
    const request = this.latest;
    if (!request) return;
    const { engine } = this.options;
    // For one request, log-dets count as newer than scalars.
    const order = this.asked + (scope === null ? 0 : 0.5);
    try {
      const sources = await (scope === null ? engine.recompute(request) : engine.rescore(request, scope));
      if (scope !== null) this.hold(request, scope);
      if (order <= this.shown) return;
      this.shown = order;
      const current = request === this.latest && this.held.get(request.weighting) === request.tau;
      if (current) this.settled = request;
      this.options.show(sources, request, current);
    } catch (error) {
      // If a newer request waits, its answer counts and not this failure.
      if (order > this.shown && request === this.latest) this.options.fail(error);
    }
  }

  private hold({ tau, weighting }: Gating, scope: RescoreScope): void {
    for (const id of scope === 'all' ? WEIGHTING_IDS : [weighting]) this.held.set(id, tau);
  }
}

/** The engine for live figures. @param onSums gets the progress of sums for all weightings, and null at their end */
export function figureEngine(
  workers: Pick<WorkerState, 'ready'>,
  onSums: (progress: SumProgress | null) => void,
): FigureEngine {
  return {
    async recompute(request) {
      const pair = await workers.ready();
      return pair.guard(pair.engine.recompute(request));
    },
    async rescore(request, scope) {
      const pair = await workers.ready();
      // Progress may come after the answer, by another channel.
      let ended = false;
      const onProgress = (progress: SumProgress) => {
        if (scope === 'all' && !ended) onSums(progress);
      };
      try {
        return await pair.guard(pair.engine.rescore(request, scope, Comlink.proxy(onProgress)));
      } finally {
        ended = true;
        if (scope === 'all') onSums(null);
      }
    },
  };
}
