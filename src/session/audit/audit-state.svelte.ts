/** The audit of a finished run: its pairs in the linked views under the filter of the address, the list, and the pair in the reader. */

import { transfer } from 'comlink';
import { untrack } from 'svelte';

import { Asked } from '../../app/asked.svelte';
import type { Notice } from '../../app/errors';
import type { HistoryStep } from '../../app/router.svelte';
import type { Session } from '../../app/session.svelte';
import { openPairViews, type WorkerPair } from '../../app/workers';
import type { Mark } from '../../candidates/marks/marks';
import type { TextMatches } from '../../candidates/candidates';
import type { RowFilter } from '../../crossfilter/cross-filter';
import type { FigureId } from '../../crossfilter/figures';
import type { PairsLoaded, ViewAnswer } from '../../crossfilter/pair-views';
import type { PlaneRequest } from '../../crossfilter/plane';
import { named } from '../../named-error';
import type { RankedSource } from '../../report/ranking';
import { flatBuffers } from '../../scoring/flat-pairs';
import type { PairPlaces } from '../../scoring/pairs';
import { rowsByPair } from '../../scoring/same-pairs';
import type { Gating } from '../../scoring/weightings';
import { formatCount } from '../../ui/words';
import { WorkerBrokenError, WorkerSilentError } from '../../worker';
import { Comparison } from '../comparison.svelte';
import { CrossState } from '../cross/cross-state.svelte';
import type { SourceEntry } from '../files/file-entries.svelte';
import type { FinishedRun, RunSource } from '../run/runs';
import { askedPairsSql, askTables, sqlAsked } from './ask-sql';
import { fromParameters, toParameters } from './audit-link';
import {
  AUDIT_START,
  MARK_FILTERS,
  VERDICT_FILTERS,
  type AuditPlace,
  type PairName,
  type PairSort,
} from './filter';
import { MarksState } from './marks.svelte';
import { readPair, readRows, type ListRow, type ReadPair } from './reading';
import { pairsOfRows, rowsOfPairs, type RowNames } from './row-names';

/** The worker with Audit's pairs broke off: nothing of it is the user's work. */
class PairsLostError extends named(
  'PairsLostError',
  (reason: string) =>
    `The worker with the pairs of this page broke off: ${reason} Press "Start again": the pairs are prepared anew. ` +
    'Files, result and marks stay as they are. If that does not help, the server may have another version of this ' +
    'page: save report and labels, then reload.',
) {}

const START_LIMIT_SECONDS = 30;

/** Pairs that an SQL filter takes at most: more would hold up the page as they cross from the worker. */
const MOST_PAIRS = 50_000;

type PairsAsked = NonNullable<AuditState['pairsAsked']>;
type ViewAsked = NonNullable<AuditState['viewAsked']>;

interface PreparedPairs {
  /** The run that they are of, as it was asked for. */
  readonly of: string;
  /** The place of each row. */
  readonly names: RowNames;
  readonly loaded: PairsLoaded;
}

export interface Viewed extends ViewAnswer {
  readonly of: PreparedPairs;
  readonly list: string;
}

/** What is asked of the prepared pairs: some rows. Its answer says which pairs it is of. */
interface OfPairs<What> {
  readonly pairs: PairsAsked;
  readonly what: What;
}

export class AuditState {
  readonly comparison: Comparison;
  readonly marks: MarksState;
  readonly cross: CrossState;
  readonly pairs: Asked<PairsAsked, PreparedPairs>;
  private readonly view: Asked<ViewAsked, Viewed>;
  private readonly texts: Asked<NonNullable<AuditState['searchAsked']>, TextMatches>;
  private readonly picked: Asked<
    NonNullable<AuditState['sqlAsked']>,
    { readonly rows: Int32Array; readonly truncated: boolean }
  >;
  private readonly list: Asked<
    OfPairs<readonly number[]>,
    { readonly of: PreparedPairs | null; readonly rows: readonly ListRow[] }
  >;
  readonly reader: Asked<OfPairs<number>, { readonly of: PreparedPairs | null } & ReadPair>;

  /** The place of the address, and what of it was not understood, one sentence each. */
  place = $state.raw<AuditPlace>(AUDIT_START);
  unread = $state.raw<readonly string[]>([]);
  inView = $state.raw<readonly number[]>([]);
  plane = $state.raw<PlaneRequest | null>(null);
  isLost = $state(false);
  private starts = $state(0);
  private views: ReturnType<typeof openPairViews> | null = null;
  private chosen = $state.raw<{ readonly of: PreparedPairs; readonly row: number } | null>(null);

  readonly loaded = $derived.by<PairsLoaded | null>(() => this.prepared?.loaded ?? null);
  private readonly same = $derived.by(() => this.loaded?.same ?? NO_ROWS);
  private readonly rowsLike = $derived.by(() => rowsByPair(this.same));
  /**
   * The list and the counts as they were last under a filter of these pairs, which {@link isCurrent} may be of now; null
   * before the first, and where the last one failed.
   */
  readonly answer = $derived.by<Viewed | null>(() => {
    const { last, notice } = this.view;
    return last !== null && notice === null && last.of === this.prepared ? last : null;
  });

  /** Place in the list of the pair that is read; −1 where it is not there. */
  readonly index = $derived.by(() => (this.row === null ? -1 : this.placeOf(this.row)));

  /** Names of sources in the link that the run does not have. */
  readonly missing = $derived.by(() => {
    const { filter, pair } = this.place;
    const isShown = (name: string) => this.sources.some(({ entry }) => entry.name === name);
    const ofPair = pair === null || filter.sources.includes(pair.source) ? [] : [pair.source];
    return [...filter.sources, ...ofPair].filter((name) => !isShown(name));
  });

  readonly rows = $derived.by(() =>
    (this.loaded?.sources ?? []).map((id) => this.comparison.ranked.rows.find((row) => row.id === id)),
  );
  private readonly codes = $derived.by(() => {
    void this.marks.version;
    return this.prepared === null ? NO_CODES : this.marks.codesOf(this.prepared.names);
  });
  /** Of the page that is open. */
  onParameters: (parameters: URLSearchParams, step: HistoryStep) => void = () => undefined;
  /** Place in the list where the reader was under this filter and order. */
  private lastIndex = 0;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.marks = session.state(MarksState);
    this.cross = session.state(CrossState);
    const { workers } = this.comparison;
    this.pairs = new Asked(workers, {
      question: () => this.pairsAsked,
      answer: (pair, asked) => this.prepare(pair, asked),
    });
    this.texts = new Asked(workers, {
      question: () => this.searchAsked,
      answer: ({ candidates }, { search }) => candidates.findTexts(search),
    });
    this.picked = new Asked(workers, {
      question: () => this.sqlAsked,
      answer: (pair, { sql }) => this.pick(pair, sql),
    });
    this.view = new Asked(workers, {
      question: () => this.viewAsked,
      answer: (_, asked) => this.look(asked),
    });
    this.list = new Asked(workers, {
      question: () => this.ofPairs(this.inView.length > 0 ? this.inView : null),
      answer: async (pair, { what }) => {
        const of = this.prepared;
        const viewed = await this.ask((api) => api.pairsOf(Int32Array.from(what)));
        return { of, rows: await readRows(pair, viewed) };
      },
    });
    this.reader = new Asked(workers, {
      question: () => this.ofPairs(this.row),
      answer: async (pair, { what }) => {
        const of = this.prepared;
        const [viewed] = await this.ask((api) => api.pairsOf(Int32Array.of(what)));
        if (!viewed) throw new Error(`There is no pair ${what}.`);
        return { of, ...(await readPair(pair, viewed)) };
      },
    });
  }

  get run(): FinishedRun | null {
    return this.comparison.run.finished;
  }

  get sources(): readonly RunSource[] {
    return this.run?.sources ?? [];
  }

  get entries(): readonly SourceEntry[] {
    return this.comparison.sources.entries;
  }

  get evaluations(): number {
    const { companions } = this.comparison.sources;
    return companions.filter(({ companion }) => companion?.kind === 'evaluation').length;
  }

  /** Finds marks again by the texts of loaded pairs and those of the run; in an effect, again whenever these change. */
  attach(): Promise<void> {
    const ofRun = this.sources.map((source) => source.loaded);
    const loaded = this.entries.map((entry) => entry.loaded);
    const all = [...ofRun, ...loaded.filter((each) => !ofRun.includes(each))];
    return untrack(() => this.marks.attach(all, loaded));
  }

  get gating(): Gating | null {
    return this.run?.result.settings ?? null;
  }

  /** `preparing`: the pairs of the run are being loaded into the views, or gated otherwise. */
  get phase(): 'empty' | 'preparing' | 'ready' {
    const { pairs } = this;
    if (this.run === null || pairs.notice !== null) return 'empty';
    return pairs.value === null ? 'preparing' : 'ready';
  }

  get row(): number | null {
    return this.chosen !== null && this.chosen.of === this.prepared ? this.chosen.row : null;
  }

  /** Whether the list is that of the filter and the order of now. Marks that the filter does not read leave it as it is. */
  get isCurrent(): boolean {
    const { answer, viewAsked } = this;
    return answer !== null && viewAsked !== null && answer.list === listAsked(viewAsked);
  }

  get searching(): boolean {
    return this.texts.isAsking;
  }

  /** The pair in the reader; the one before stays until the next one is there. */
  get read(): ReadPair | null {
    const { last, notice } = this.reader;
    const isHere = this.row !== null && notice === null && last?.of === this.prepared;
    return isHere ? last : null;
  }

  get notices(): readonly Notice[] {
    const asked = [this.pairs, this.view, this.texts, this.picked];
    const cut = this.picked.value?.truncated ? [TOO_MANY_PICKED] : [];
    const own = (all: readonly { readonly notice: Notice | null }[]) =>
      all.flatMap(({ notice }) => notice ?? []);
    const all = [...own(asked), ...cut, ...own([this.list, this.marks])];
    return all.filter(({ message }, i) => all.findIndex((other) => other.message === message) === i);
  }

  /** What the page asks again whenever it has become another question. */
  get questions(): readonly Pick<Asked<unknown, unknown>, 'follow'>[] {
    return [this.pairs, this.view, this.list, this.reader];
  }

  /** A row of the list; those of the last view stay until the next ones are there. */
  listRow(row: number): ListRow | undefined {
    const { last } = this.list;
    return last?.of === this.prepared ? last?.rows.find(({ pair }) => pair.row === row) : undefined;
  }

  goTo(parameters: URLSearchParams): void {
    const { place, problems } = fromParameters(parameters);
    if (!sameList(place, this.place)) this.lastIndex = 0;
    this.place = place;
    this.unread = [...this.comparison.settings.unread, ...problems];
  }

  /**
   * Reads the pair of the address. Where it is not in the list, the one that stands in its place is read: the next one
   * after a mark that took it out, the first one under another filter.
   */
  readPair(): void {
    const { pair } = this.place;
    const rows = this.answer?.rows ?? new Int32Array(0);
    const asked = pair === null ? null : this.rowOf(pair);
    const isListed = asked !== null && this.placeOf(asked) >= 0;
    // The list of this filter is still to come.
    if (!isListed && asked !== null && !this.isCurrent) return;
    const other = pair === null ? 0 : Math.min(this.lastIndex, rows.length - 1);
    const row = isListed ? asked : (rows[other] ?? null);
    if (row === null) this.chosen = null;
    else this.choose(row);
  }

  /** Writes a change of the place into the address, from where it comes back by {@link goTo}. */
  go(place: Partial<AuditPlace>, step: HistoryStep): void {
    this.onParameters(toParameters({ ...this.place, ...place }), step);
  }

  /** Reads a row at once, and says so in the address. */
  select(row: number): void {
    this.choose(row);
    const pair = this.nameOf(row);
    if (pair) this.go({ pair }, 'replace');
  }

  /** Marks the pair that is shown, wherever it stands; null takes its mark away. While another one is read nothing is marked. */
  async mark(mark: Mark | null): Promise<void> {
    const shown = this.reader.value?.pair.row;
    if (shown !== undefined) await this.marks.mark(this.pairsLike(shown), mark);
  }

  /** The pairs of the list, wherever they stand, as marks are made on them; none while the list is asked for. */
  get selection(): readonly PairPlaces[] {
    if (!this.isCurrent || this.answer === null) return [];
    return this.pairsAt(this.rowsLike(this.answer.rows));
  }

  /** All pairs with the query and the negative of a row, in any source. */
  pairsLike(row: number): readonly PairPlaces[] {
    return this.pairsAt(this.rowsLike([row]));
  }

  sourcesLike(row: number): readonly RankedSource[] {
    const ids = this.rowsLike([row]).map((each) => this.names?.source[each]);
    return this.comparison.view.rows.filter(({ id }) => ids.includes(id));
  }

  /** Place in the list of a row, or of another one with its pair; −1 where there is none. */
  placeOf(row: number): number {
    const { rows } = this.answer ?? { rows: NO_ROWS };
    return Math.max(-1, ...this.rowsLike([row]).map((each) => rows.indexOf(each)));
  }

  pairsAt(rows: readonly number[] | Int32Array): readonly PairPlaces[] {
    return this.names ? pairsOfRows(this.names, Int32Array.from(rows)) : [];
  }

  /** @throws where the views' worker broke off, or has no pairs */
  async ask<T>(question: (api: ReturnType<typeof openPairViews>['api']) => Promise<T>): Promise<T> {
    if (this.views === null) throw new Error('The linked views have no pairs.');
    return this.views.guard(question(this.views.api)).catch((error: unknown) => this.lose(error));
  }

  /** @throws the error, in words where the views' worker broke off or did not start */
  private lose(error: unknown): never {
    if (!(error instanceof WorkerBrokenError || error instanceof WorkerSilentError)) throw error;
    this.isLost = true;
    throw new PairsLostError(error.message);
  }

  startAgain(): void {
    this.isLost = false;
    this.forget();
    this.starts += 1;
  }

  /** Null until they are those of the run at its temperature and weighting. */
  private get prepared(): PreparedPairs | null {
    return this.pairs.value;
  }

  private ofPairs<What>(what: What | null): OfPairs<What> | null {
    const { pairsAsked: pairs, prepared } = this;
    return pairs && prepared && what !== null ? { pairs, what } : null;
  }

  private get pairsAsked() {
    const { gating, runAsked } = this;
    return runAsked && gating && { ...runAsked, tau: gating.tau, weighting: gating.weighting };
  }

  /** Files of evaluation that were read by then say what is found. `starts`: how often the user had the pairs prepared anew. */
  private get runAsked() {
    const { run, evaluations, starts } = this;
    return run && { at: run.at, evaluations, starts };
  }

  private get searchAsked() {
    const search = this.place.filter.search.trim();
    const { runAsked: run } = this;
    return run && search !== '' ? { run, search, loaded: this.entries.map(({ loaded }) => loaded.id) } : null;
  }

  private get sqlAsked() {
    const sql = this.place.filter.sql.trim();
    const { runAsked: run } = this;
    return run && sql !== '' ? { run, ...sqlAsked(sql, this.entries, this.marks) } : null;
  }

  private get viewAsked() {
    const { pairsAsked: pairs, prepared, plane } = this;
    if (pairs === null || prepared === null) return null;
    const { marks, place } = this;
    const { sources, found, ranges } = place.filter;
    const ids = this.sources.flatMap(({ id, entry }) => (sources.includes(entry.name) ? [id] : []));
    const filter = {
      sources: sources.length === 0 ? null : ids,
      found,
      ranges,
      marks: place.filter.marks.map((mark) => MARK_FILTERS.indexOf(mark)),
      verdicts: place.filter.verdicts.map((verdict) => VERDICT_FILTERS.indexOf(verdict)),
    };
    const { searchAsked: search, sqlAsked: sql } = this;
    return { pairs, filter, sort: place.sort, search, sql, marks: marks.version, plane };
  }

  private async prepare(workers: WorkerPair, { tau, weighting, ...run }: PairsAsked): Promise<PreparedPairs> {
    const gating = { tau, weighting };
    const of = JSON.stringify(run);
    const before = this.views === null ? null : this.pairs.last;
    try {
      if (before?.of !== of) return { of, ...(await this.load(workers, gating)) };
      const all = await this.ask((api) => api.recompute(gating));
      return { ...before, loaded: { ...before.loaded, all } };
    } catch (error) {
      // The next time in a fresh worker.
      this.forget();
      throw error;
    }
  }

  private forget(): void {
    this.views?.close();
    this.views = null;
  }

  private async load({ candidates, engine }: WorkerPair, gating: Gating) {
    const pairs = await engine.flatPairs();
    const here = this.entries.map((entry) => entry.loaded.id);
    // A source that was removed since has no texts to look at.
    const isHere = ({ id }: { readonly id: number }) => here.includes(id);
    const files = await Promise.all(
      this.sources.filter(isHere).map(async ({ id }) => ({
        found: await candidates.foundInFile(id),
        scores: await candidates.fileScores(id),
      })),
    );
    const { source, record, position } = pairs;
    const names = structuredClone({ source, record, position });
    this.views ??= openPairViews();
    const { api, start } = this.views;
    const answer = api.load(transfer(pairs, flatBuffers(pairs)), gating, files);
    const loaded = await start(answer, START_LIMIT_SECONDS).catch((error: unknown) => this.lose(error));
    await this.attach();
    return { names, loaded };
  }

  private async look(asked: ViewAsked): Promise<Viewed> {
    const { filter, sort, search, sql, plane } = asked;
    const of = this.pairs.last;
    if (!of) throw new Error('The linked views have no pairs.');
    // Where a search or a query failed nothing matches it.
    const rows: RowFilter = {
      ...filter,
      texts: search && ((await this.texts.ask()) ?? NO_TEXTS),
      asked: sql && ((await this.picked.ask())?.rows ?? NO_ROWS),
    };
    const answer = await this.ask((api) => api.view(rows, this.codes, { ...sort }, drawnBy(sort), plane));
    return { ...answer, of, list: listAsked(asked) };
  }

  private async pick(pair: WorkerPair, sql: string) {
    const answer = await askTables(pair, this.marks, (candidates) =>
      candidates.query(askedPairsSql(sql), { limit: MOST_PAIRS }),
    );
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
    const ids = new Map(this.sources.map(({ id, entry }) => [entry.name, id]));
    const places = answer.rows.flatMap(([name, record, position]) => {
      const source = ids.get(String(name));
      return source === undefined
        ? []
        : [{ source, record: Number(record) - 1, position: Number(position) - 1 }];
    });
    const names = this.pairs.last?.names;
    return {
      rows: names ? rowsOfPairs(names, places) : NO_ROWS,
      truncated: answer.total > answer.rows.length,
    };
  }

  private get names(): PreparedPairs['names'] | null {
    return this.prepared?.names ?? null;
  }

  private choose(row: number): void {
    const of = this.prepared;
    if (of === null) return;
    this.lastIndex = this.placeOf(row);
    if (row !== this.row) this.chosen = { of, row };
  }

  private nameOf(row: number): PairName | null {
    const { names } = this;
    const source = this.sources.find(({ id }) => id === names?.source[row]);
    if (!names || !source) return null;
    const { record, position } = names;
    return { source: source.entry.name, record: record[row] as number, position: position[row] as number };
  }

  private rowOf({ source: name, record, position }: PairName): number | null {
    const { names } = this;
    const source = this.sources.find(({ entry }) => entry.name === name);
    if (!names || !source) return null;
    return rowsOfPairs(names, [{ source: source.id, record, position }])[0] ?? null;
  }
}

function sameList(a: AuditPlace, b: AuditPlace): boolean {
  return JSON.stringify([a.filter, a.sort]) === JSON.stringify([b.filter, b.sort]);
}

/** The figure of a sort, which the histogram and a column of the list show too. */
export function drawnBy({ by }: PairSort): FigureId {
  return by === 'file' ? 'suspicion' : by;
}

function listAsked({ plane: _, marks, filter, ...rest }: ViewAsked): string {
  const readsMarks = filter.marks.length > 0 || filter.verdicts.length > 0;
  return JSON.stringify({ ...rest, filter, marks: readsMarks ? marks : null });
}

const NO_ROWS = new Int32Array(0);
const NO_CODES = new Uint8Array(0);
const NO_TEXTS: TextMatches = { queries: NO_ROWS, passages: NO_ROWS };

const TOO_MANY_PICKED: Notice = {
  name: 'SqlFilterError',
  message: `The answer has more than ${formatCount(MOST_PAIRS)} pairs; ${formatCount(MOST_PAIRS)} of them are shown. Narrow the query to see all of its pairs.`,
};
