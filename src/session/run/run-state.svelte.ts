/** One run: progress, running scores, result, and figures under another temperature, weighting or references. */

import * as Comlink from 'comlink';

import type { RunProgress, RunRequest, ShownFigures, SumProgress } from '../../engine/types';
import { type Gating, WEIGHTING_IDS } from '../../scoring/weightings';
import { ask } from '../../app/ask';
import { Asked } from '../../app/asked.svelte';
import { FiguresLostError, type Notice } from '../../app/errors';
import type { AskedRun } from './changes';
import { progressInTitle } from './progress-words';
import { figuresKey, type FiguresKey, type FinishedRun, type OngoingRun, type RunSource } from './runs';
import type { WorkerState } from '../../app/worker-state.svelte';

/** Rest before log-dets are computed again, in milliseconds. */
const RESCORE_REST_MS = 250;

const CANCEL_LIMIT_SECONDS = 20;

interface KeyedFigures {
  readonly of: FiguresKey;
  readonly figures: ShownFigures;
}

export class RunState {
  ongoing = $state.raw<OngoingRun | null>(null);
  private ended = $state.raw<FinishedRun | null>(null);
  cancelling = $state(false);
  stopping = $state(false);
  private failure = $state.raw<Notice | null>(null);

  /** What the inputs of now ask for; null without a result, while a run is under way, or where an input is wrong. */
  readonly wanted = $derived.by<FiguresKey | null>(() => {
    const [ended, gating] = [this.ended, this.gating()];
    return this.ongoing || !ended || !gating ? null : figuresKey(ended, gating);
  });

  /** At once, for figures that follow a hand. */
  private readonly preview: Asked<FiguresKey, KeyedFigures>;
  /** What a preview stands for, once the inputs rest. */
  private readonly settled: Asked<FiguresKey, KeyedFigures, SumProgress>;
  /** The same under all weightings, as a report needs them. */
  private readonly whole: Asked<FiguresKey, KeyedFigures, SumProgress>;

  private readonly shown = $derived.by<KeyedFigures | null>(
    () => this.whole.value ?? this.settled.value ?? this.preview.last,
  );

  /** The last run with the figures that are shown of it, all of one moment. */
  readonly finished = $derived.by<FinishedRun | null>(() => {
    const { ended, shown } = this;
    if (!ended || shown?.of.run !== ended.at) return ended;
    const { tau, weighting } = shown.of;
    const settings = { ...ended.result.settings, tau, weighting };
    return { ...ended, result: { ...ended.result, ...shown.figures, settings } };
  });

  /** What the figures shown are of; null while they are not settled, or not what the inputs ask for. */
  readonly key = $derived.by<FiguresKey | null>(() => (this.settled.value ?? this.whole.value)?.of ?? null);

  /** Whether the figures shown are settled: `updating` while they are awaited, `behind` where they cannot be computed. */
  readonly scores = $derived.by<'current' | 'updating' | 'behind'>(() => {
    if (this.wanted === null || this.key !== null) return 'current';
    return this.workers.phase === 'failed' || this.figuresNotice !== null ? 'behind' : 'updating';
  });

  private cancelLimit: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param tell gets the progress of a run, `64 %`, and null at its end
   * @param gating temperature and weighting of now; null where one is wrong
   */
  constructor(
    private readonly workers: WorkerState,
    private readonly tell: (progress: string | null) => void,
    private readonly gating: () => Gating | null,
  ) {
    this.preview = new Asked(workers, {
      // A preview would end the sums of the same figures.
      question: () => (this.settled.isAsking || this.whole.isAsking ? null : this.wanted),
      answer: async ({ engine }, of) => ({ of, figures: await engine.preview(of) }),
    });
    const figures = (scope: 'chosen' | 'all', restMs: number) =>
      new Asked<FiguresKey, KeyedFigures, SumProgress>(workers, {
        question: () => this.wanted,
        answer: async ({ engine }, of, tell) => {
          const settled = { of, figures: await engine.settle(of, scope, tell) };
          this.preview.seed(of, settled);
          return settled;
        },
        cancel: ({ engine }) => engine.cancel('settle'),
        restMs,
      });
    this.settled = figures('chosen', RESCORE_REST_MS);
    this.whole = figures('all', 0);
  }

  get notice(): Notice | null {
    return this.failure ?? this.figuresNotice;
  }

  private get figuresNotice(): Notice | null {
    return this.settled.notice ?? this.preview.notice;
  }

  get summing(): SumProgress | null {
    return this.whole.progress;
  }

  /** Ranks. An earlier result stays until this one is done. */
  async start(request: RunRequest, sources: readonly RunSource[], asked: AskedRun): Promise<void> {
    this.cancelling = false;
    this.stopping = false;
    this.failure = null;
    const { level } = request.stop;
    this.tell('starting');
    this.ongoing = { request, sources, level, progress: null, soFar: null };
    const onProgress = Comlink.proxy((progress: RunProgress) => {
      // A word of the run before may come after its end.
      if (this.ongoing?.sources !== sources) return;
      this.ongoing = { ...this.ongoing, progress, soFar: progress.soFar ?? this.ongoing.soFar };
      this.tell(progressInTitle(progress));
    });
    const result = await ask(
      this.workers,
      ({ engine }) => engine.run(request, onProgress),
      (notice) => (this.failure = notice),
    );
    if (result) this.show({ sources, result, asked, at: Date.now() }, request);
    clearTimeout(this.cancelLimit);
    this.ongoing = null;
    this.cancelling = false;
    this.stopping = false;
    this.tell(null);
  }

  /** The first answer is that of the inputs that the run was asked with, which may have changed since. */
  private show(ended: FinishedRun, { settings, sources }: RunRequest): void {
    const { sources: scored, certainty, yardstick } = ended.result;
    const of = {
      ...figuresKey(ended, settings),
      settings: sources.map(({ setting }) => setting),
      references: sources.map(({ reference }) => reference),
    };
    const first = { of, figures: { sources: scored, certainty, yardstick } };
    this.ended = ended;
    this.preview.seed(of, first);
    this.settled.seed(of, first);
  }

  async cancel(): Promise<void> {
    if (!this.ongoing || this.cancelling) return;
    this.cancelling = true;
    const pair = await this.workers.ready();
    const late = () => pair.endEngine(`it did not stop within ${CANCEL_LIMIT_SECONDS} s and was ended.`);
    this.cancelLimit = setTimeout(late, CANCEL_LIMIT_SECONDS * 1000);
    await ask(this.workers, ({ engine }) => engine.cancelRun());
  }

  /** Ends the run after the current block. What was scored becomes the result. */
  async stop(): Promise<void> {
    if (!this.ongoing) return;
    this.stopping = true;
    await ask(this.workers, ({ engine }) => engine.stopRun());
  }

  /** In an effect: brings the figures to the inputs of now, without encoding. */
  follow(): void {
    this.preview.follow();
    this.settled.follow();
  }

  /**
   * The run with the log-dets of all weightings at the temperature shown, as a report needs.
   * @throws FiguresLostError where that takes a new run
   */
  async complete(): Promise<FinishedRun | null> {
    if (this.ended === null) return null;
    if (this.wanted !== null) {
      // Sums of one kind end those of the other.
      await this.settled.ask();
      if (!hasAllWeightings(this.finished)) await this.whole.ask();
    }
    if (this.scores !== 'current' || !hasAllWeightings(this.finished)) throw new FiguresLostError();
    return this.finished;
  }

  async cancelSums(): Promise<void> {
    await this.whole.cancel();
  }

  /** The workers went, and with them the pairs of the result. @returns whether there was one */
  forget(): boolean {
    const had = this.ended !== null;
    this.ended = null;
    return had;
  }
}

/** True where each source has its figures under every weighting, as a report needs them. */
function hasAllWeightings(finished: FinishedRun | null): boolean {
  const sources = finished?.result.sources ?? [];
  return sources.every(({ figures }) => WEIGHTING_IDS.every((id) => figures.weightings[id] !== undefined));
}
