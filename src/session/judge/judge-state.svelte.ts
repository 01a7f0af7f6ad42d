/** Judging pairs: the seeded sample of the finished run, the verdicts on it, and what they say. */

import { ask, type WorkerAccess } from '../../app/ask';
import { Asked } from '../../app/asked.svelte';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import type { PairText } from '../../candidates/candidates';
import { isLabelFile } from '../../candidates/marks/label-file';
import { authorOf, emptyLabel, ME } from '../../candidates/marks/labels';
import { unpackedText } from '../../candidates/read/head';
import type { RunResult } from '../../engine/result';
import type { WeighedToken } from '../../engine/types';
import type { RefusedLine, RequestForm } from '../../judge/batch-api';
import { calibrationOf, calibrationPairs, verdictOfScore, type Calibration } from '../../judge/calibration';
import { judgedFigures, type JudgedFigures, type JudgingOrder, type OrderedPair } from '../../judge/figures';
import { sampleLine } from '../../judge/requests';
import { JUDGE_SEED, JUDGED_PAIRS } from '../../judge/sample';
import { agreedVerdicts, readVerdicts, type Verdict, type VerdictBook } from '../../judge/verdicts';
import type { MarksState } from '../audit/marks.svelte';
import type { CrossState } from '../cross/cross-state.svelte';
import type { JudgedSample } from '../../report/false-negatives';
import type { RunState } from '../run/run-state.svelte';
import { withTexts } from '../pairs/pair-texts';
import type { Values } from '../inputs/table';

export interface JudgedPair {
  readonly pair: OrderedPair;
  readonly texts: PairText;
  readonly tokens: readonly WeighedToken[];
}

export class JudgeState {
  seed = $state(0);
  /** Pairs asked for: the first of the order. */
  size = $state(0);
  /** The user judges pairs too that others have judged. */
  myself = $state(false);
  /** The user's limit: a source with a larger share of answers is not to be trained on. */
  answersAtMost = $state(0.1);
  /** Lines of the last file of verdicts that were not counted, and its name. */
  refused = $state.raw<readonly RefusedLine[]>([]);
  lastFile = $state<string | null>(null);
  /** How the cross-encoder that was asked last stands to the run's positives; `too few` of them. */
  calibration = $state.raw<{ readonly name: string; readonly found: Calibration | 'too few' } | null>(null);
  current = $state.raw<JudgedPair | null>(null);
  private failure = $state.raw<Notice | null>(null);
  private readonly ordered: Asked<
    { readonly at: number; readonly findings: RunResult['findings']; readonly seed: number },
    JudgingOrder
  >;

  constructor(
    private readonly workers: WorkerAccess<WorkerPair>,
    private readonly run: Pick<RunState, 'finished'>,
    readonly labels: MarksState,
    asked: Pick<Values, 'judge-seed' | 'judge-sample'>,
  ) {
    this.seed = asked['judge-seed'] ?? JUDGE_SEED;
    this.size = asked['judge-sample'] ?? JUDGED_PAIRS;
    this.ordered = new Asked(workers, {
      question: () => {
        const { finished } = this.run;
        return finished && { at: finished.at, findings: finished.result.findings, seed: this.seed };
      },
      answer: ({ engine }, { seed }) => engine.judging(seed),
    });
  }

  /** Null until it is there for the run and the seed. */
  get order(): JudgingOrder | null {
    return this.ordered.value;
  }

  get notice(): Notice | null {
    return this.failure ?? this.ordered.notice;
  }

  get book(): VerdictBook {
    return this.labels.book;
  }

  get sample(): readonly OrderedPair[] {
    return this.order?.pairs.slice(0, this.size) ?? [];
  }

  get verdicts(): ReadonlyMap<string, Verdict> {
    return agreedVerdicts(this.book);
  }

  get figures(): JudgedFigures | null {
    return this.order && judgedFigures(this.order, this.verdicts, this.size);
  }

  get doneByMe(): number {
    return this.sample.filter(({ key }) => this.mine.has(key)).length;
  }

  /** How many are judged, by the user where only the user is to judge. */
  get done(): number {
    return this.sample.length - this.open.length;
  }

  private get open(): readonly OrderedPair[] {
    const judged = this.myself ? this.mine : this.verdicts;
    return this.sample.filter(({ key }) => !judged.has(key));
  }

  /** Pairs of the sample that a file of verdicts left out, as an answer that failed. */
  get unanswered(): readonly OrderedPair[] {
    const isByOthers = [...this.book.keys()].some((by) => by !== ME);
    const { verdicts } = this;
    return isByOthers ? this.sample.filter(({ key }) => !verdicts.has(key)) : [];
  }

  /** Says of them that nobody can tell, in nobody's name. One step of undo. */
  leaveUnanswered(): Promise<void> {
    const said = { verdict: 'cannot tell', at: Date.now() } as const;
    const labels = this.unanswered.map(({ key }) => ({ ...emptyLabel(key, NO_ANSWER), ...said }));
    return this.labels.merge(labels, NO_ANSWER);
  }

  get answers(): readonly string[] {
    return [...this.verdicts].flatMap(([key, verdict]) => (verdict === 'answers' ? key : []));
  }

  get unmarkedAnswers(): readonly string[] {
    return this.labels.unmarked(this.answers);
  }

  markAnswers(): Promise<void> {
    return this.labels.markAnswers(this.answers, [...this.book.keys()]);
  }

  get next(): OrderedPair | null {
    return this.open[0] ?? null;
  }

  /** The pair that the user judged, if that was the last change, and what was said of it. */
  get last(): { readonly pair: OrderedPair; readonly verdict: Verdict } | null {
    const key = this.labels.lastJudged;
    const pair = this.order?.pairs.find((each) => each.key === key);
    const verdict = key === null ? undefined : this.mine.get(key);
    return pair && verdict ? { pair, verdict } : null;
  }

  /** Gets the order for the run and the seed, where it is not there. */
  async prepare(): Promise<void> {
    await this.ordered.ask();
  }

  async read(): Promise<void> {
    const { next } = this;
    if (next === null) {
      this.current = null;
      return;
    }
    const read = await this.ask(async ({ candidates, engine }) => {
      const [texts] = await withTexts([next], ({ at }) => at, candidates);
      return texts && { pair: next, texts, tokens: await engine.weighTokens(texts.query) };
    });
    if (read && this.next === next) this.current = read;
  }

  async judge(verdict: Verdict): Promise<void> {
    const { current } = this;
    if (current === null || current.pair !== this.next) return;
    // A second press says nothing of the next pair before it is read.
    this.current = null;
    await this.labels.judge(current.pair.key, verdict);
  }

  /** Merges a file of verdicts on the sample, or one of labels on any pairs, with what is there. */
  async readFile(file: File): Promise<void> {
    const text = await this.ask(() => unpackedText(file));
    if (text === null) return;
    if (isLabelFile(text)) {
      this.refused = [];
      await this.labels.read(file);
    } else {
      await this.prepare();
      const { order, seed } = this;
      if (!order) return;
      const keys = order.pairs.map(({ key }) => key);
      const { verdicts, refused } = readVerdicts(text, { seed, size: this.size, keys });
      this.refused = refused;
      const by = authorOf(file.name);
      const at = file.lastModified;
      const said = [...agreedVerdicts(verdicts)].map(([key, verdict]) => ({
        ...emptyLabel(key, by),
        verdict,
        at,
      }));
      if (said.length > 0) await this.labels.merge(said, file.name);
      else this.labels.imported = null;
    }
    this.lastFile = file.name;
  }

  /**
   * Has a cross-encoder judge the sample, by the scores of its positives. It says nothing where these are too few, or where it
   * does not tell them from passages of other queries.
   */
  async judgeBy(cross: CrossState): Promise<void> {
    const name = cross.identity?.name;
    await this.prepare();
    const read = name === undefined ? null : await this.textsOf(this.sample);
    if (name === undefined || read === null) return;
    const { own, other } = calibrationPairs(read);
    const asked = read.map(({ query, negative }) => ({ query, passage: negative }));
    const scores = await cross.score([...own, ...other, ...asked]);
    if (scores === null) return;
    const all = [...scores];
    const found = calibrationOf(all.slice(0, own.length), all.slice(own.length, 2 * own.length));
    this.calibration = { name, found: found ?? 'too few' };
    if (!found?.tells) return;
    const ofSample = all.slice(2 * own.length);
    const by = `${name} (cross-encoder)`;
    const at = Date.now();
    const said = read.map(({ key }, i) => ({
      ...emptyLabel(key, by),
      verdict: verdictOfScore(ofSample[i] as number, found),
      at,
    }));
    await this.labels.merge(said, by);
  }

  /**
   * Pairs of the sample as JSON lines.
   * @param nameOf name of a source by its key
   * @param isWhole all of them, not only those that a file of verdicts left out
   * @returns null where a worker failed
   */
  async lines(
    form: RequestForm,
    model: string,
    nameOf: (source: number) => string,
    isWhole = true,
  ): Promise<readonly string[] | null> {
    await this.prepare();
    const read = await this.textsOf(isWhole ? this.sample : this.unanswered);
    return (
      read &&
      read.map((pair) => {
        const sources = pair.sources.map((place) => nameOf(this.order?.sources[place] ?? -1));
        return `${sampleLine({ ...pair, sources }, form, model)}\n`;
      })
    );
  }

  /** What a report says of it; null where nothing was judged and no file was read. */
  async judged(): Promise<JudgedSample | null> {
    if (this.book.size === 0 && this.lastFile === null) return null;
    await this.prepare();
    const { order, size, book, refused } = this;
    return order && { order, size, book, refused };
  }

  /** Pairs with their texts; null where a worker failed. */
  private async textsOf(pairs: readonly OrderedPair[]): Promise<(OrderedPair & PairText)[] | null> {
    return this.order && this.ask(({ candidates }) => withTexts(pairs, ({ at }) => at, candidates));
  }

  private get mine(): ReadonlyMap<string, Verdict> {
    return this.book.get(ME) ?? NOTHING_SAID;
  }

  private ask<T>(question: (pair: WorkerPair) => Promise<T>): Promise<T | null> {
    this.failure = null;
    return ask(this.workers, question, (notice) => (this.failure = notice));
  }
}

const NO_ANSWER = 'no answer';

const NOTHING_SAID: ReadonlyMap<string, Verdict> = new Map();
