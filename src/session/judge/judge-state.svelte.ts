/** Judging pairs: the seeded sample of the finished run, the verdicts on it, and what they say. */

import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import type { PairText } from '../../candidates/api';
import type { WeighedToken } from '../../engine/types';
import type { RefusedLine, RequestForm } from '../../judge/batch-api';
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
import type { JudgedSample } from '../../report/false-negatives';
import type { RunState } from '../run/run-state.svelte';
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
    const texts = await this.ask(({ candidates }) => textsOf(sample, candidates));
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

type Texts = Pick<PairText, 'query' | 'positive' | 'negative'>;

/** The texts of pairs, in their order. */
async function textsOf(
  pairs: readonly OrderedPair[],
  candidates: Pick<WorkerPair['candidates'], 'pairTexts'>,
): Promise<(Texts | undefined)[]> {
  const found: (Texts | undefined)[] = pairs.map(() => undefined);
  for (const source of new Set(pairs.map(({ at }) => at.source))) {
    const places = [...pairs.keys()].filter((i) => pairs[i]?.at.source === source);
    const column = (of: (pair: OrderedPair) => number) =>
      Int32Array.from(places, (i) => of(pairs[i] as OrderedPair));
    const texts = await candidates.pairTexts(
      source,
      column(({ at }) => at.record),
      column(({ at }) => at.position),
    );
    places.forEach((place, i) => (found[place] = texts[i]));
  }
  return found;
}
