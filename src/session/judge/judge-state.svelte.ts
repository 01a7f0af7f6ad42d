/** Judging pairs: the seeded sample of the finished run, the verdicts on it, and what they say. */

import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import type { PairText } from '../../candidates/api';
import type { WeighedToken } from '../../engine/types';
import type { RefusedLine, RequestForm } from '../../judge/batch-api';
import { calibrationOf, calibrationPairs, verdictOfScore, type Calibration } from '../../judge/calibration';
import { judgedFigures, type JudgedFigures, type JudgingOrder, type OrderedPair } from '../../judge/figures';
import { sampleLine } from '../../judge/requests';
import {
  agreedVerdicts,
  bookOfList,
  listOfBook,
  NO_VERDICTS,
  readVerdicts,
  withJudges,
  withoutJudge,
  withVerdict,
  type Verdict,
  type VerdictList,
} from '../../judge/verdicts';
import type { CrossState } from '../cross/cross-state.svelte';
import type { JudgedSample } from '../../report/false-negatives';
import type { RunState } from '../run/run-state.svelte';
import { textsOf } from '../pairs/pair-texts';
import type { FinishedRun } from '../run/runs';
import { askedSample } from './asked-sample';

/** What a kept session has of it. */
export interface KeptVerdicts {
  readonly seed: number;
  readonly size: number;
  readonly verdicts: VerdictList;
}

/** A pair that is being judged, with its texts. */
export interface JudgedPair {
  readonly pair: OrderedPair;
  readonly texts: PairText;
  /** The query's tokens with their idf. */
  readonly tokens: readonly WeighedToken[];
}

/** What the user said last, to be undone. */
interface Said {
  readonly key: string;
  readonly before: Verdict | undefined;
}

type Workers = WorkerAccess<Pick<WorkerPair, 'engine' | 'candidates' | 'guard'>>;

export class JudgeState {
  seed = $state(0);
  /** Pairs asked for: the first of the order. */
  size = $state(0);
  book = $state.raw(NO_VERDICTS);
  /** Lines of the last file of verdicts that were not counted, and its name. */
  refused = $state.raw<readonly RefusedLine[]>([]);
  lastFile = $state<string | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** How the cross-encoder that was asked last stands to the run's positives; `too few` of them. */
  calibration = $state.raw<{ readonly name: string; readonly found: Calibration | 'too few' } | null>(null);
  /** The pair that is judged next, with its texts. */
  current = $state.raw<JudgedPair | null>(null);
  private given = $state.raw<{ readonly order: JudgingOrder; readonly of: FinishedRun } | null>(null);
  private said = $state.raw<readonly Said[]>([]);

  /** The name under which the user judges. */
  static readonly ME = 'me';

  constructor(
    private readonly workers: Workers,
    private readonly run: Pick<RunState, 'finished'>,
    search: string,
  ) {
    const { seed, size } = askedSample(search);
    this.seed = seed;
    this.size = size;
  }

  /** Null until it is there for the run and the seed. */
  get order(): JudgingOrder | null {
    const { finished } = this.run;
    const { given } = this;
    const fits = given?.of.at === finished?.at && given?.of.result.findings === finished?.result.findings;
    return given && fits && given.order.seed === this.seed ? given.order : null;
  }

  /** The pairs asked for. */
  get sample(): readonly OrderedPair[] {
    return this.order?.pairs.slice(0, this.size) ?? [];
  }

  get verdicts(): ReadonlyMap<string, Verdict> {
    return agreedVerdicts(this.book);
  }

  get figures(): JudgedFigures | null {
    return this.order && judgedFigures(this.order, this.verdicts, this.size);
  }

  /** How many pairs of the sample the user has judged, and how many anybody has. */
  get doneByMe(): number {
    return this.sample.filter(({ key }) => this.mine.has(key)).length;
  }

  get done(): number {
    const { verdicts } = this;
    return this.sample.filter(({ key }) => verdicts.has(key)).length;
  }

  /** The first pair of the sample that the user has not judged; null where there is none. */
  get next(): OrderedPair | null {
    return this.sample.find(({ key }) => !this.mine.has(key)) ?? null;
  }

  /** The pair that the user judged last, and what was said of it. */
  get last(): { readonly pair: OrderedPair; readonly verdict: Verdict } | null {
    const key = this.said.at(-1)?.key;
    const pair = this.order?.pairs.find((each) => each.key === key);
    const verdict = key === undefined ? undefined : this.mine.get(key);
    return pair && verdict ? { pair, verdict } : null;
  }

  /** Gets the order for the run and the seed, where it is not there. */
  async prepare(): Promise<void> {
    const { finished: of } = this.run;
    if (!of?.inEngine || this.order) return;
    const order = await this.ask(({ engine }) => engine.judging(this.seed));
    if (order) this.given = { order, of };
  }

  /** Reads the texts of the pair that comes next. */
  async read(): Promise<void> {
    const { next } = this;
    if (next === null) {
      this.current = null;
      return;
    }
    const { source, record, position } = next.at;
    const read = await this.ask(async ({ candidates, engine }) => {
      const [texts] = await candidates.pairTexts(source, Int32Array.of(record), Int32Array.of(position));
      return texts && { pair: next, texts, tokens: await engine.weighTokens(texts.query) };
    });
    if (read && this.next === next) this.current = read;
  }

  /** The user's verdict on the pair that is shown. */
  judge(verdict: Verdict): void {
    const { current } = this;
    if (current === null || current.pair !== this.next) return;
    const { key } = current.pair;
    this.said = [...this.said, { key, before: this.mine.get(key) }];
    this.say(key, verdict);
  }

  /** Takes the user's last verdict back. */
  undo(): void {
    const last = this.said.at(-1);
    if (!last) return;
    this.said = this.said.slice(0, -1);
    this.say(last.key, last.before);
  }

  get canUndo(): boolean {
    return this.said.length > 0;
  }

  /** Takes the verdicts of a file; those of a judge replace what the same judge said before. */
  async readFile(file: File): Promise<void> {
    await this.prepare();
    const { order, seed } = this;
    if (!order) return;
    const keys = order.pairs.map(({ key }) => key);
    const { verdicts, refused } = readVerdicts(await file.text(), { seed, size: this.size, keys });
    this.lastFile = file.name;
    this.refused = refused;
    this.book = withJudges(this.book, verdicts);
  }

  /**
   * Has a cross-encoder judge the sample, by the scores of its positives. It says nothing where these are too few, or where it
   * does not tell them from passages of other queries.
   */
  async judgeBy(cross: CrossState): Promise<void> {
    await this.prepare();
    const { order, sample } = this;
    const name = cross.identity?.name;
    if (!order || name === undefined) return;
    const places = sample.map(({ at }) => at);
    const texts = await this.ask(({ candidates }) => textsOf(places, candidates));
    if (texts === null) return;
    const read = sample.flatMap(({ key }, i) => {
      const text = texts[i];
      return text ? [{ key, ...text }] : [];
    });
    const { own, other } = calibrationPairs(read);
    const asked = read.map(({ query, negative }) => ({ query, passage: negative }));
    const scores = await cross.score([...own, ...other, ...asked]);
    if (scores === null) return;
    const all = [...scores];
    const found = calibrationOf(all.slice(0, own.length), all.slice(own.length, 2 * own.length));
    this.calibration = { name, found: found ?? 'too few' };
    if (!found?.tells) return;
    const ofSample = all.slice(2 * own.length);
    const verdicts = read.map(({ key }, i) => [key, verdictOfScore(ofSample[i] as number, found)] as const);
    this.book = withJudges(this.book, bookOfList([[`${name} (cross-encoder)`, verdicts]]));
  }

  /** Forgets what a judge said. */
  forget(judge: string): void {
    this.book = withoutJudge(this.book, judge);
    if (judge === JudgeState.ME) this.said = [];
  }

  /** The sample as JSON lines. @param nameOf name of a source by its key @returns null where a worker failed */
  async lines(
    form: RequestForm,
    model: string,
    nameOf: (source: number) => string,
  ): Promise<readonly string[] | null> {
    await this.prepare();
    const { order, sample } = this;
    if (!order) return null;
    const texts = await this.ask(({ candidates }) =>
      textsOf(
        sample.map(({ at }) => at),
        candidates,
      ),
    );
    return (
      texts &&
      sample.flatMap(({ key, sources }, i) => {
        const text = texts[i];
        if (!text) return [];
        const names = sources.map((place) => nameOf(order.sources[place] ?? -1));
        return `${sampleLine({ ...text, key, sources: names }, form, model)}\n`;
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

  kept(): KeptVerdicts {
    const { seed, size, book } = this;
    return { seed, size, verdicts: listOfBook(book) };
  }

  restore({ seed, size, verdicts }: KeptVerdicts): void {
    this.seed = seed;
    this.size = size;
    this.book = bookOfList(verdicts);
  }

  private get mine(): ReadonlyMap<string, Verdict> {
    return this.book.get(JudgeState.ME) ?? NOTHING_SAID;
  }

  private say(key: string, verdict: Verdict | undefined): void {
    this.book = withVerdict(this.book, JudgeState.ME, key, verdict);
  }

  private ask<T>(question: Parameters<typeof ask<T, Awaited<ReturnType<Workers['ready']>>>>[1]) {
    return ask(this.workers, question, (notice) => (this.notice = notice));
  }
}

const NOTHING_SAID: ReadonlyMap<string, Verdict> = new Map();
