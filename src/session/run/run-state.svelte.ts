/** One run: progress, running scores, result, and figures under another temperature or weighting. */

import * as Comlink from 'comlink';

import type { RunRequest, SumProgress } from '../../engine/types';
import type { Findings } from '../../engine/results';
import type { AuditProfile } from '../../scoring/audit';
import { type Gating, WEIGHTING_IDS } from '../../scoring/weightings';
import { FiguresLostError, noticeOf, type Notice } from '../../app/errors';
import type { AskedRun } from './changes';
import { figureEngine, LiveFigures } from './live-figures';
import { progressInTitle } from './progress-words';
import { NOTHING_YET, ProgressReceiver } from './running';
import { referencesAmong, type FinishedRun, type OngoingRun, type RunSource } from './runs';
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
  /** True from "Stop here" until the result is there. */
  stopping = $state(false);
  /**
   * Whether the log-dets shown belong to the temperature and weighting shown; `behind` where they cannot be computed.
   */
  scores = $state<'current' | 'updating' | 'behind'>('current');
  notice = $state.raw<Notice | null>(null);
  /** Progress of the sums that a report waits for; null while none does. */
  summing = $state.raw<SumProgress | null>(null);

  /** The conditions under which the shown intervals were computed. */
  private intervalsFor = $state.raw('');

  /** True while the intervals shown belong to another temperature, weighting or setting than the scores. */
  readonly intervalsBehind = $derived.by(
    () => this.finished !== null && this.intervalsFor !== this.conditionsOf(this.finished),
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
    /** The reference range entered by hand, else null. */
    private readonly range: () => AuditProfile | null,
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
      if (this.workers.phase !== 'failed') this.notice = noticeOf(error);
      this.keepPartial();
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
    this.intervalsFor = this.conditionsOf(finished);
    this.live = null;
    this.scores = 'current';
  }

  /**
   * Shows a result kept over a reload. The engine does not have its pairs.
   * @param current false where its log-dets belong to another temperature or weighting
   */
  restore(finished: FinishedRun, current: boolean): void {
    this.show(finished);
    if (!current) this.scores = 'behind';
  }

  /** Replaces the findings of the result after a further search. */
  setFindings(findings: Findings): void {
    if (this.finished) this.finished = { ...this.finished, result: { ...this.finished.result, findings } };
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

  /** Computes the result's figures under another temperature or weighting, without encoding. */
  recompute(request: Gating): void {
    if (!this.finished?.inEngine || this.ongoing) return;
    const { tau, weighting } = this.finished.result.settings;
    if (this.scores === 'current' && tau === request.tau && weighting === request.weighting) return;
    this.scores = 'updating';
    this.notice = null;
    this.live ??= this.liveFigures(this.finished.ranAs);
    this.live.follow(request);
  }

  /** Updates the intervals to the scores shown. If these change meanwhile, the new intervals are dropped. */
  async updateIntervals(): Promise<void> {
    const { finished } = this;
    if (!finished?.inEngine || this.ongoing || this.scores !== 'current' || !this.intervalsBehind) return;
    const conditions = this.conditionsOf(finished);
    const { tau, weighting } = finished.result.settings;
    const settings = finished.sources.map(({ entry }) => entry.setting);
    const range = this.range();
    const references = referencesAmong(finished.sources, range);
    try {
      const pair = await this.workers.ready();
      const certainty = await pair.guard(
        pair.engine.certainty({ tau, weighting, settings, references, range }),
      );
      const random_baseline = await pair.guard(pair.engine.randomBaseline({ tau, weighting }));
      if (!this.finished || this.ongoing || this.conditionsOf(this.finished) !== conditions) return;
      this.finished = { ...this.finished, result: { ...this.finished.result, certainty, random_baseline } };
      this.intervalsFor = conditions;
    } catch (error) {
      const overtaken = error instanceof Error && error.name === 'RunCancelledError';
      if (!overtaken && this.workers.phase !== 'failed') this.notice = noticeOf(error);
    }
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
      if (!live.holdsAll(tau)) await live.followAll({ tau, weighting });
      if (!live.holdsAll(tau)) throw new FiguresLostError();
    }
    if (this.scores !== 'current' || !hasAllWeightings(this.finished)) throw new FiguresLostError();
    await this.updateIntervals();
    return this.finished;
  }

  /** Stops the sums that a report waits for. */
  async cancelSums(): Promise<void> {
    const pair = await this.workers.ready();
    await pair.guard(pair.engine.cancelRescore()).catch(() => undefined);
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
      show: (sources, request, current) => {
        if (!this.finished) return;
        const { result } = this.finished;
        this.finished = {
          ...this.finished,
          result: { ...result, settings: { ...result.settings, ...request }, sources },
        };
        if (current) this.scores = 'current';
      },
      fail: (error) => {
        this.scores = 'behind';
        if (this.workers.phase !== 'failed') this.notice = noticeOf(error);
      },
      nextFrame: (callback) => requestAnimationFrame(callback),
      restMs: RESCORE_REST_MS,
    });
  }

  /** Everything that the intervals of a result depend on beside its pairs, as one string. */
  private conditionsOf({ sources, result: { settings } }: FinishedRun): string {
    const range = this.range();
    const references = referencesAmong(sources, range);
    const compared = sources.map(({ entry }, place) => [entry.setting, references[place]]);
    return JSON.stringify([settings.tau, settings.weighting, compared, range]);
  }
}

/** True where each source has its figures under every weighting, as a report needs them. */
function hasAllWeightings(finished: FinishedRun | null): boolean {
  const sources = finished?.result.sources ?? [];
  return sources.every(({ figures }) => WEIGHTING_IDS.every((id) => figures.weightings[id] !== undefined));
}
