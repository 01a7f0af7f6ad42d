/** Judging pairs: the seeded sample of the finished run, the verdicts on it, and what they say. */

import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import type { PairText } from '../../candidates/api';
import type { WeighedToken } from '../../engine/types';
import { judgedFigures, type JudgingOrder, type OrderedPair } from '../../judge/figures';
import { sampleLine, type SampleForm } from '../../judge/requests';
import { JUDGE_SEED, JUDGED_PAIRS } from '../../judge/sample';
import {
  agreedVerdicts,
  readVerdicts,
  type RefusedVerdict,
  type Verdict,
  type VerdictBook,
} from '../../judge/verdicts';
import type { JudgedSample } from '../../report/false-negatives';
import type { RunState } from '../run/run-state.svelte';
import type { FinishedRun } from '../run/runs';

/** What a kept session has of it. */
export interface KeptVerdicts {
  readonly seed: number;
  readonly size: number;
  readonly verdicts: readonly (readonly [judge: string, readonly (readonly [string, Verdict])[]])[];
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
  seed = $state(JUDGE_SEED);
  /** Pairs asked for: the first of the order. */
  size = $state(JUDGED_PAIRS);
  book = $state.raw<VerdictBook>(new Map());
  /** Lines of the last file of verdicts that were not counted, and its name. */
  refused = $state.raw<readonly RefusedVerdict[]>([]);
  lastFile = $state<string | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** The pair that is judged next, with its texts. */
  current = $state.raw<JudgedPair | null>(null);
  private given = $state.raw<{ readonly order: JudgingOrder; readonly of: FinishedRun } | null>(null);
  private said = $state.raw<readonly Said[]>([]);

  /** The name under which the user judges. */
  static readonly ME = 'me';

  /** Null until it is there for the run and the seed. */
  readonly order = $derived.by(() => {
    const { finished } = this.run;
    const { given } = this;
    const fits = given?.of.at === finished?.at && given?.of.result.findings === finished?.result.findings;
    return given && fits && given.order.seed === this.seed ? given.order : null;
  });

  /** The pairs asked for. */
  readonly sample = $derived(this.order?.pairs.slice(0, this.size) ?? []);
  readonly verdicts = $derived(agreedVerdicts(this.book));
  readonly figures = $derived(this.order && judgedFigures(this.order, this.verdicts, this.size));
  private readonly mine = $derived<ReadonlyMap<string, Verdict>>(this.book.get(JudgeState.ME) ?? new Map());

  /** How many pairs of the sample the user has judged, and how many anybody has. */
  readonly doneByMe = $derived(this.sample.filter(({ key }) => this.mine.has(key)).length);
  readonly done = $derived(this.sample.filter(({ key }) => this.verdicts.has(key)).length);
  /** The first pair of the sample that the user has not judged; null where there is none. */
  readonly next = $derived(this.sample.find(({ key }) => !this.mine.has(key)) ?? null);
  /** The pair that the user judged last, and what was said of it. */
  readonly last = $derived.by(() => {
    const key = this.said.at(-1)?.key;
    const pair = this.order?.pairs.find((each) => each.key === key);
    const verdict = key === undefined ? undefined : this.mine.get(key);
    return pair && verdict ? { pair, verdict } : null;
  });

  constructor(
    private readonly workers: Workers,
    private readonly run: Pick<RunState, 'finished'>,
    search: string,
  ) {
    const asked = new URLSearchParams(search);
    this.seed = wholeIn(asked.get('judge-seed'), 0, 2 ** 32 - 1) ?? JUDGE_SEED;
    this.size = wholeIn(asked.get('judge-sample'), 1, Number.MAX_SAFE_INTEGER) ?? JUDGED_PAIRS;
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
    this.book = new Map([...this.book, ...verdicts]);
  }

  /** Forgets what a judge said. */
  forget(judge: string): void {
    this.book = new Map([...this.book].filter(([name]) => name !== judge));
    if (judge === JudgeState.ME) this.said = [];
  }

  /** The sample as JSON lines. @param nameOf name of a source by its key @returns null where a worker failed */
  async lines(
    form: SampleForm,
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
    return { seed, size, verdicts: [...book].map(([judge, own]) => [judge, [...own]] as const) };
  }

  restore({ seed, size, verdicts }: KeptVerdicts): void {
    this.seed = seed;
    this.size = size;
    this.book = new Map(verdicts.map(([judge, own]) => [judge, new Map(own)]));
  }

  private say(key: string, verdict: Verdict | undefined): void {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- the book is replaced as a whole
    const mine = new Map(this.mine);
    if (verdict === undefined) mine.delete(key);
    else mine.set(key, verdict);
    const others = [...this.book].filter(([judge]) => judge !== JudgeState.ME);
    this.book = new Map(mine.size === 0 ? others : [...others, [JudgeState.ME, mine]]);
  }

  private ask<T>(question: Parameters<typeof ask<T, Awaited<ReturnType<Workers['ready']>>>>[1]) {
    return ask(this.workers, question, (notice) => (this.notice = notice));
  }
}

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

/** A whole number within bounds; null for anything else. */
function wholeIn(text: string | null, least: number, most: number): number | null {
  const value = text === null || text.trim() === '' ? NaN : Number(text);
  return Number.isSafeInteger(value) && value >= least && value <= most ? value : null;
}
