/** One run: progress, running scores, result, and figures under another temperature or weighting. */

import * as Comlink from 'comlink';

import type { CertaintyRequest, RunRequest, SumProgress } from '../../engine/types';
import { type Gating, WEIGHTING_IDS } from '../../scoring/weightings';
import { FiguresLostError, noticeOf, type Notice } from '../../app/errors';
import type { AskedRun } from './changes';
import { figureEngine, LiveFigures } from './live-figures';
import { progressInTitle } from './progress-words';
import { NOTHING_YET, ProgressReceiver } from './running';
import type { FinishedRun, OngoingRun, RunSource } from './runs';
import type { WorkerState } from '../../app/worker-state.svelte';

/** Rest before log-dets are computed again, in milliseconds. */
const RESCORE_REST_MS = 250;

/** Time for a cancelled run to end; after that the engine is ended. */
const CANCEL_LIMIT_SECONDS = 20;

export class RunState {
  ongoing = $state.raw<OngoingRun | null>(null);
  finished = $state.raw<FinishedRun | null>(null);
  /** Scores of a cancelled run, if there is no earlier result; null once another run begins. */
  partial = $state.raw<OngoingRun | null>(null);
  cancelling = $state(false);
  /** True from "Stop and keep" until the result is there. */
  stopping = $state(false);
  /**
   * Whether the figures shown are settled; `updating` while a preview of them is shown, `behind` where they cannot be
   * computed.
   */
  scores = $state<'current' | 'updating' | 'behind'>('current');
  notice = $state.raw<Notice | null>(null);
  /** Progress of the sums that a report waits for; null while none does. */
  summing = $state.raw<SumProgress | null>(null);

  /** The conditions of the figures shown. */
  private shownFor = $state.raw('');

  /** Everything that the figures of the result depend on beside its pairs and the settings, as one string. */
  readonly conditions = $derived.by(() => this.finished && this.conditionsOf(this.finished));

  /** True while the figures shown belong to other references or settings than the page has. */
  readonly conditionsBehind = $derived.by(
    () => this.conditions !== null && this.shownFor !== this.conditions,
  );

  private live: LiveFigures | null = null;
  private cancelLimit: ReturnType<typeof setTimeout> | undefined;
  private readonly receiver = new ProgressReceiver((now) => {
    if (!this.ongoing) return;
    this.ongoing = { ...this.ongoing, ...now };
    if (now.progress) this.tell(progressInTitle(now.progress));
  });

  /** @param tell gets the progress of a run, `64 %`, and null at its end */
  constructor(
    private readonly workers: WorkerState,
    private readonly tell: (progress: string | null) => void,
  ) {}

  /** Ranks. An earlier result stays until this one is done. */
  async start(request: RunRequest, sources: readonly RunSource[], asked: AskedRun): Promise<void> {
    this.pauseRecomputing();
    this.cancelling = false;
    this.stopping = false;
    this.notice = null;
    const { level } = request.stop;
    this.tell('starting');
    this.partial = null;
    this.ongoing = { request, sources, level, ...NOTHING_YET };
    try {
      const pair = await this.workers.ready();
      const onProgress = Comlink.proxy(this.receiver.begin());
      const result = await pair.guard(pair.engine.run(request, onProgress));
      this.receiver.flush();
      const { tau, weighting } = request.settings;
      const ranAs = { tau, weighting };
      this.show({ sources, result, ranAs, asked, inEngine: true, at: Date.now() });
    } catch (error) {
      // WorkerState announces a worker that broke off.
      this.receiver.flush();
      this.keepPartial();
      // The headline of the scores so far says that it was cancelled.
      const told = this.cancelling && this.partial !== null;
      if (this.workers.phase !== 'failed' && !told) this.notice = noticeOf(error);
    } finally {
      clearTimeout(this.cancelLimit);
      this.receiver.end();
      this.ongoing = null;
      this.cancelling = false;
      this.stopping = false;
      this.tell(null);
    }
  }

  /** Shows a result whose figures are those of its settings. */
  private show(finished: FinishedRun): void {
    this.finished = finished;
    this.shownFor = this.conditionsOf(finished);
    this.live = null;
    this.scores = 'current';
  }

  /** Shows a result kept over a reload. The engine does not have its pairs. */
  restore(finished: FinishedRun): void {
    this.show(finished);
  }

  async cancel(): Promise<void> {
    if (!this.ongoing || this.cancelling) return;
    this.cancelling = true;
    const pair = await this.workers.ready();
    const late = () => pair.endEngine(`it did not stop within ${CANCEL_LIMIT_SECONDS} s and was ended.`);
    this.cancelLimit = setTimeout(late, CANCEL_LIMIT_SECONDS * 1000);
    await pair.guard(pair.engine.cancelRun()).catch(() => undefined);
  }

  /** Ends the run after the current block. What was scored becomes the result. */
  async stop(): Promise<void> {
    if (!this.ongoing) return;
    this.stopping = true;
    const pair = await this.workers.ready();
    await pair.guard(pair.engine.stopRun()).catch(() => undefined);
  }

  /** Brings the result's figures to a temperature and weighting, and to the references of the page, without encoding. */
  follow(gating: Gating): void {
    const { finished } = this;
    if (!finished?.inEngine || this.ongoing) return;
    const { tau, weighting } = finished.result.settings;
    const same = tau === gating.tau && weighting === gating.weighting && !this.conditionsBehind;
    if (this.scores === 'current' && same) return;
    this.scores = 'updating';
    this.notice = null;
    this.live ??= this.liveFigures(finished.ranAs);
    this.live.follow(this.requestOf(finished, gating));
  }

  /**
   * The run with the log-dets of all weightings at the temperature shown, as a report needs.
   * @throws FiguresLostError where that takes a new run
   */
  async complete(): Promise<FinishedRun | null> {
    const { finished } = this;
    if (finished?.inEngine) {
      const { tau, weighting } = finished.result.settings;
      this.live ??= this.liveFigures(finished.ranAs);
      const { live } = this;
      if (!live.holdsAll(tau)) await live.followAll(this.requestOf(finished, { tau, weighting }));
      if (!live.holdsAll(tau)) throw new FiguresLostError();
    }
    if (this.scores !== 'current' || !hasAllWeightings(this.finished)) throw new FiguresLostError();
    return this.finished;
  }

  /** True where a report could be made of the figures shown once the log-dets of all weightings are summed. */
  get isUnsummed(): boolean {
    const { finished, scores, conditionsBehind, ongoing } = this;
    return (
      finished !== null &&
      !ongoing &&
      scores === 'current' &&
      !conditionsBehind &&
      !hasAllWeightings(finished)
    );
  }

  /** Stops the sums that a report waits for. */
  async cancelSums(): Promise<void> {
    const pair = await this.workers.ready();
    await pair.guard(pair.engine.cancel('settle')).catch(() => undefined);
  }

  /** The workers were started again: the engine has lost the pairs of the result. */
  loseEngine(): void {
    this.pauseRecomputing();
    this.live = null;
    if (this.finished) this.finished = { ...this.finished, inEngine: false };
  }

  /** Keeps the scores of a run that ended early, unless a whole result is shown. */
  private keepPartial(): void {
    if (!this.finished && this.ongoing && this.ongoing.running.size > 0) this.partial = this.ongoing;
  }

  /** Drops answers that are still to come; what is shown stays. */
  private pauseRecomputing(): void {
    this.live?.pause();
    if (this.scores === 'updating') this.scores = 'behind';
  }

  private liveFigures(ranAs: Gating): LiveFigures {
    return new LiveFigures({
      engine: figureEngine(this.workers, (summing) => (this.summing = summing)),
      ranAs,
      show: (figures, { tau, weighting }, settled) => {
        if (!this.finished) return;
        const { result } = this.finished;
        const settings = { ...result.settings, tau, weighting };
        this.finished = { ...this.finished, result: { ...result, ...figures, settings } };
        this.shownFor = this.conditionsOf(this.finished);
        if (settled) this.scores = 'current';
      },
      fail: (error) => {
        this.scores = 'behind';
        if (this.workers.phase !== 'failed') this.notice = noticeOf(error);
      },
      // At once: the engine computes while this change is drawn.
      nextFrame: (callback) => queueMicrotask(callback),
      restMs: RESCORE_REST_MS,
    });
  }

  private requestOf({ sources }: FinishedRun, { tau, weighting }: Gating): CertaintyRequest {
    return {
      tau,
      weighting,
      settings: sources.map(({ entry }) => entry.setting),
      references: sources.map(({ entry }) => entry.reference),
    };
  }

  private conditionsOf(finished: FinishedRun): string {
    const { settings, references } = this.requestOf(finished, finished.result.settings);
    return JSON.stringify([settings, references]);
  }
}

/** True where each source has its figures under every weighting, as a report needs them. */
function hasAllWeightings(finished: FinishedRun | null): boolean {
  const sources = finished?.result.sources ?? [];
  return sources.every(({ figures }) => WEIGHTING_IDS.every((id) => figures.weightings[id] !== undefined));
}
