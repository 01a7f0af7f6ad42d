/**
 * Updates figures while temperature, weighting, references or their range change: a preview first, all figures of one
 * moment, then the figures that it stands for.
 */

import * as Comlink from 'comlink';

import type { CertaintyRequest, ShownFigures, SumProgress } from '../../engine/types';
import { type Gating, WEIGHTING_IDS, type WeightingId } from '../../scoring/weightings';
import type { WorkerState } from '../../app/worker-state.svelte';

/** Which weightings are summed. */
export type RescoreScope = 'chosen' | 'all';

/** Gives figures. `settle` takes longer, is called only once the settings rest, and is cancelled by a preview. */
export interface FigureEngine {
  preview(request: CertaintyRequest): Promise<ShownFigures>;
  settle(request: CertaintyRequest, scope: RescoreScope): Promise<ShownFigures>;
}

export interface LiveFiguresOptions {
  readonly engine: FigureEngine;
  /** Settings of the run: the engine has the log-dets of its weighting at its temperature. */
  readonly ranAs: Gating;
  /** New figures, all of one request. `settled` is false for a preview. */
  readonly show: (figures: ShownFigures, request: CertaintyRequest, settled: boolean) => void;
  readonly fail: (error: unknown) => void;
  /** Calls back before the next frame is drawn. */
  readonly nextFrame: (callback: () => void) => void;
  /** How long settings rest before the settled figures are asked for, in milliseconds. */
  readonly restMs: number;
}

/** Follows requests. An answer older than what is shown is dropped. */
export class LiveFigures {
  private asked = 0;
  private shown = 0;
  private latest: CertaintyRequest | null = null;
  /** The request whose settled figures were asked for last: a preview of it would cancel them. */
  private settling: CertaintyRequest | null = null;
  /** The request whose settled figures are shown. */
  private settled: CertaintyRequest | null = null;
  /** By weighting: the temperature of the log-dets in the engine. */
  private readonly held = new Map<WeightingId, number>();
  private frameAsked = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: LiveFiguresOptions) {
    this.hold(options.ranAs, 'chosen');
  }

  follow(request: CertaintyRequest): void {
    this.latest = request;
    this.asked++;
    if (!this.frameAsked) {
      this.frameAsked = true;
      this.options.nextFrame(() => void this.preview());
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
  async followAll(request: CertaintyRequest): Promise<void> {
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

  /** One preview at a time: what was asked for meanwhile follows in the next frame. */
  private async preview(): Promise<void> {
    const request = this.latest;
    if (request !== this.settling) await this.answer(null);
    this.frameAsked = this.latest !== null && this.latest !== request;
    if (this.frameAsked) this.options.nextFrame(() => void this.preview());
  }

  /** Asks for the latest request's figures: a preview, or settled. */
  private async answer(scope: RescoreScope | null): Promise<void> {
    const request = this.latest;
    if (!request) return;
    const { engine } = this.options;
    // For one request, settled figures count as newer than a preview.
    const order = this.asked + (scope === null ? 0 : 0.5);
    if (scope !== null) this.settling = request;
    try {
      const figures = await (scope === null ? engine.preview(request) : engine.settle(request, scope));
      if (scope !== null) this.hold(request, scope);
      if (order <= this.shown) return;
      this.shown = order;
      const settled = scope !== null && request === this.latest;
      if (settled) this.settled = request;
      this.options.show(figures, request, settled);
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
    async preview(request) {
      const pair = await workers.ready();
      return pair.guard(pair.engine.preview(request));
    },
    async settle(request, scope) {
      const pair = await workers.ready();
      // Progress may come after the answer, by another channel.
      let ended = false;
      const onProgress = (progress: SumProgress) => {
        if (scope === 'all' && !ended) onSums(progress);
      };
      try {
        return await pair.guard(pair.engine.settle(request, scope, Comlink.proxy(onProgress)));
      } finally {
        ended = true;
        if (scope === 'all') onSums(null);
      }
    },
  };
}
