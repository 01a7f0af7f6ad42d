/** The audit of a finished run: its pairs in linked views, filtered by the address, and the pair in the reader. */

import { transfer } from 'comlink';

import { ask } from '../../app/ask';
import { distinct } from '../../app/distinct';
import { noticeOf, type Notice } from '../../app/errors';
import { openPairViews, type PairViewsWorker } from '../../app/pair-views';
import type { Session } from '../../app/session.svelte';
import type { Mark } from '../../candidates/marks/marks';
import type { FoundId } from '../../crossfilter/found';
import type { CrossIdentity } from '../../encoder/cross/cross-encoder';
import type { AskedRows, RowFilter, TextHits } from '../../crossfilter/cross-filter';
import type { PairsLoaded, PlaneRequest, ViewAnswer } from '../../crossfilter/pair-views';
import type { Picture } from '../../crossfilter/plane';
import type { PairPlaces } from '../../scoring/pairs';
import { rowsWithPair, rowsWithPairs } from '../../scoring/same-pairs';
import { flatBuffers } from '../../scoring/flat-pairs';
import { Comparison } from '../comparison.svelte';
import { CrossState } from '../cross/cross-state.svelte';
import { textsOf } from '../pairs/pair-texts';
import type { FinishedRun, RunSource } from '../run/runs';
import { fromParameters } from './audit-link';
import { AUDIT_START, MARK_FILTERS, type AuditPlace, type PairFilter, type PairName } from './filter';
import { ListWindow } from './list-window.svelte';
import { MarksState } from './marks.svelte';
import { NearSearch } from './near-search.svelte';
import { pairsOfRows, rowsOfPairs, type PreparedPairs } from './row-names';
import { ReaderState } from './reader-state.svelte';
import { RecordState } from './record-state.svelte';
import { SqlFilter } from './sql-filter';
import type { Gating } from '../../scoring/weightings';

/** Limit for the worker of the linked views to answer first, in seconds. */
const START_LIMIT_SECONDS = 30;

export class AuditState {
  readonly comparison: Comparison;
  readonly marks: MarksState;
  readonly list: ListWindow;
  readonly reader: ReaderState;
  readonly record: RecordState;
  readonly nearSearch: NearSearch;
  readonly cross: CrossState;

  /** The place of the address, and what of it was not understood, one sentence each. */
  place = $state.raw<AuditPlace>(AUDIT_START);
  unread = $state.raw<readonly string[]>([]);
  /** `preparing`: the pairs of the run are being loaded into the views. */
  phase = $state<'empty' | 'preparing' | 'ready'>('empty');
  loaded = $state.raw<PairsLoaded | null>(null);
  /** The views under the filter; null before the first. */
  answer = $state.raw<ViewAnswer | null>(null);
  /** All pairs in the plane; null before it is drawn. */
  ground = $state.raw<Picture | null>(null);
  /** The row in the reader; null if there is none. */
  row = $state<number | null>(null);
  searching = $state(false);
  /** How many pairs have a score of a cross-encoder, and of which; null where none has. */
  scored = $state.raw<{ readonly pairs: number; readonly by: CrossIdentity } | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** What is wrong with the query of the filter. */
  sqlNotice = $state.raw<Notice | null>(null);

  /** Place in the list of the pair that is read; −1 where it is not there. */
  readonly index = $derived.by(() => (this.row === null ? -1 : this.placeOf(this.row)));

  /** Names of sources in the link that the run does not have. */
  readonly missing = $derived.by(() => {
    const { filter, pair } = this.place;
    const asked = pair === null ? filter.sources : [...filter.sources, pair.source];
    return distinct(asked).filter((name) => !this.sources.some(({ entry }) => entry.name === name));
  });

  private views: PairViewsWorker | null = null;
  private prepared: PreparedPairs | null = null;
  private texts: TextHits | null = null;
  private readonly sqlFilter: SqlFilter;
  /** Place in the list where the reader was under this filter and order. */
  private lastIndex = 0;
  private viewing = false;
  private again = false;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.marks = session.state(MarksState);
    const viewed = (rows: Int32Array) => this.askViews((api) => api.pairsOf(rows));
    this.list = new ListWindow(this.comparison.workers, viewed);
    this.reader = new ReaderState(this.comparison.workers, viewed);
    const rowsOf = (query: number) => this.askViews((api) => api.rowsOfQuery(query));
    this.record = new RecordState(rowsOf, (rows) => this.list.read(rows));
    this.cross = session.state(CrossState);
    this.nearSearch = new NearSearch(this.comparison.workers, this.comparison.run);
    this.sqlFilter = new SqlFilter(
      this.comparison.workers,
      this.marks,
      (notice) => (this.sqlNotice = notice),
    );
  }

  /** The run whose pairs are shown; null where there is none, or its pairs went with the workers. */
  get run(): FinishedRun | null {
    const { finished } = this.comparison.run;
    return finished?.inEngine ? finished : null;
  }

  get sources(): readonly RunSource[] {
    return this.run?.sources ?? [];
  }

  /** Under what the gates are shown. */
  get gating(): Gating | null {
    return this.run?.result.settings ?? null;
  }

  /** Why the run did not look for something; null if it did. */
  leftOut(id: FoundId): string | null {
    const reasons: Readonly<Partial<Record<FoundId, string>>> = this.run?.result.findings.left_out ?? {};
    return reasons[id] ?? null;
  }

  /** Goes where an address says. */
  read(parameters: URLSearchParams): void {
    const { place, problems } = fromParameters(parameters);
    if (!sameList(place, this.place)) this.lastIndex = 0;
    this.place = place;
    this.unread = problems;
  }

  /** Brings the views to the run, its temperature and weighting, and then to the filter. */
  async prepare(): Promise<void> {
    const { run, gating } = this;
    if (run === null || gating === null || this.phase === 'preparing') return;
    const { findings } = run.result;
    const same = this.prepared?.at === run.at && this.prepared.findings === findings;
    if (same && sameGating(this.prepared?.gating, gating)) return;
    if (!same) this.phase = 'preparing';
    this.notice = null;
    const ready = same ? await this.recompute(gating) : await this.load(run, gating);
    this.phase = ready ? 'ready' : 'empty';
    if (!ready) return;
    this.list.forget();
    this.record.forget();
    this.row = null;
    await this.show();
    // The run or its temperature may have changed meanwhile.
    await this.prepare();
  }

  /** Brings the views to the filter and order of the address; of several calls the latest counts. */
  async show(): Promise<void> {
    this.again = true;
    if (this.viewing || this.phase !== 'ready') return;
    this.viewing = true;
    try {
      while (this.again) {
        this.again = false;
        const { filter, sort } = this.place;
        const texts = await this.matches(filter.search.trim());
        if (texts === undefined) continue;
        const asked = await this.askedRows(filter.sql.trim());
        const answer = await this.askViews((api) =>
          api.view(this.rowFilter(filter, texts, asked), { ...sort }),
        );
        if (answer === null) return;
        this.answer = answer;
      }
    } finally {
      this.viewing = false;
    }
  }

  /** Brings the current marks into the views. */
  async followMarks(): Promise<void> {
    const codes = this.markCodes();
    if (this.phase !== 'ready' || codes === null) return;
    await this.askViews((api) => api.setMarks(codes));
    await this.show();
  }

  /** Sets how the plane is drawn; later answers of the views hold its picture. */
  async drawPlane(request: PlaneRequest): Promise<void> {
    if (this.phase !== 'ready') return;
    this.ground = await this.askViews((api) => api.setPlane(request));
    await this.show();
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
    if (!isListed && asked !== null && this.viewing) return;
    const other = pair === null ? 0 : Math.min(this.lastIndex, rows.length - 1);
    const row = isListed ? asked : (rows[other] ?? null);
    if (row !== null) this.lastIndex = this.placeOf(row);
    if (row === this.row) return;
    this.row = row;
    void this.reader.read(row);
  }

  /** Reads a row at once; returns its name, for the address. */
  select(row: number): PairName | null {
    this.row = row;
    this.lastIndex = this.placeOf(row);
    void this.reader.read(row);
    return this.nameOf(row);
  }

  /** Marks the pair that is shown, wherever it stands; null takes its mark away. While another one is read nothing is marked. */
  async mark(mark: Mark | null): Promise<void> {
    const shown = this.reader.current?.pair.row;
    if (shown !== undefined && shown === this.row) await this.marks.mark(this.pairsLike(shown), mark);
  }

  /** The pairs of the list, wherever they stand, as marks are made on them. */
  get selection(): readonly PairPlaces[] {
    if (this.answer === null || this.loaded === null) return [];
    return this.pairsAt(rowsWithPairs(this.loaded.same, this.answer.rows));
  }

  /** All pairs with the query and the negative of a row, in any source. */
  pairsLike(row: number): readonly PairPlaces[] {
    return this.pairsAt(this.rowsLike(row));
  }

  /** Sources that hold the pair of a row, in the order of the run. */
  sourcesLike(row: number): readonly RunSource[] {
    const ids = this.rowsLike(row).map((each) => this.prepared?.names.source[each]);
    return this.sources.filter(({ id }) => ids.includes(id));
  }

  private rowsLike(row: number): readonly number[] {
    return this.loaded ? rowsWithPair(this.loaded.same, row) : [row];
  }

  /** Place in the list of a row, or of another one with its pair; −1 where there is none. */
  placeOf(row: number): number {
    const rows = this.answer?.rows;
    const first = this.loaded?.same.first;
    if (!rows || !first) return -1;
    return rows.findIndex((listed) => first[listed] === first[row]);
  }

  /** Scores the first pairs of the list by the cross-encoder, in every source where they stand. */
  async scoreListed(count: number): Promise<void> {
    const rows = (this.answer?.rows ?? new Int32Array(0)).slice(0, count);
    const { prepared } = this;
    const pairs = await this.askViews((api) => api.pairsOf(rows));
    if (pairs === null) return;
    const texts = await this.ask(({ candidates }) => textsOf(pairs, candidates));
    if (texts === null) return;
    const asked = texts.map((text) => ({ query: text?.query ?? '', passage: text?.negative ?? '' }));
    const by = this.cross.identity;
    const scores = await this.cross.score(asked);
    if (scores === null || by === null || this.prepared !== prepared) return;
    const anew = this.scored?.by !== by;
    const scored = await this.askViews((api) => api.setScores(rows, scores, anew));
    if (scored === null) return;
    this.scored = { pairs: scored, by };
    this.list.forget();
    await this.show();
    void this.reader.read(this.row);
  }

  /** Some rows, as marks and notes are made on them. */
  pairsAt(rows: readonly number[] | Int32Array): readonly PairPlaces[] {
    return this.prepared ? pairsOfRows(this.prepared.names, Int32Array.from(rows)) : [];
  }

  private nameOf(row: number): PairName | null {
    const names = this.prepared?.names;
    const source = this.sources.find(({ id }) => id === names?.source[row]);
    if (!names || !source) return null;
    const { record, position } = names;
    return { source: source.entry.name, record: record[row] as number, position: position[row] as number };
  }

  private rowOf({ source: name, record, position }: PairName): number | null {
    const names = this.prepared?.names;
    const source = this.sources.find(({ entry }) => entry.name === name);
    if (!names || !source) return null;
    return rowsOfPairs(names, [{ source: source.id, record, position }])[0] ?? null;
  }

  private async load(run: FinishedRun, gating: Gating): Promise<boolean> {
    const pairs = await this.ask(({ engine }) => engine.flatPairs());
    if (pairs === null) return false;
    const { source, record, position } = pairs;
    const names = { source: source.slice(), record: record.slice(), position: position.slice() };
    this.views ??= openPairViews();
    const buffers = flatBuffers(pairs);
    try {
      const { api, start } = this.views;
      this.loaded = await start(api.load(transfer(pairs, buffers), plain(gating)), START_LIMIT_SECONDS);
    } catch (error) {
      this.notice = noticeOf(error);
      this.views = null;
      return false;
    }
    this.answer = null;
    this.ground = null;
    this.scored = null;
    this.prepared = { at: run.at, findings: run.result.findings, gating: plain(gating), names };
    await this.marks.attach(run.sources.map(({ loaded }) => loaded));
    const codes = this.markCodes();
    if (codes) await this.askViews((api) => api.setMarks(codes));
    return true;
  }

  private async recompute(gating: Gating): Promise<boolean> {
    const codes = this.markCodes();
    if (!this.prepared || !this.loaded || !codes) return false;
    const all = await this.askViews((api) => api.recompute(plain(gating), codes));
    if (all === null) return false;
    this.loaded = { ...this.loaded, all };
    this.prepared = { ...this.prepared, gating: plain(gating) };
    return true;
  }

  private markCodes(): Uint8Array | null {
    return this.prepared && this.marks.codesOf(this.prepared.names);
  }

  private rowFilter(filter: PairFilter, texts: TextHits | null, asked: AskedRows | null): RowFilter {
    const { sources, found, ranges, marks } = filter;
    const ids = this.sources.flatMap(({ id, entry }) => (sources.includes(entry.name) ? [id] : []));
    const codes = marks.map((mark) => MARK_FILTERS.indexOf(mark));
    return { sources: sources.length === 0 ? null : ids, found, ranges, marks: codes, texts, asked };
  }

  private askedRows(sql: string): Promise<AskedRows | null> {
    const { prepared, sources } = this;
    return prepared ? this.sqlFilter.rowsOf(sql, prepared.names, sources) : Promise.resolve(null);
  }

  /** Texts that match a search; null without one, undefined if another search has begun. */
  private async matches(search: string): Promise<TextHits | null | undefined> {
    if (search === '') return null;
    if (this.texts?.search === search) return this.texts;
    this.searching = true;
    const matches = await this.ask(({ candidates }) => candidates.findTexts(search));
    this.searching = false;
    if (matches === null) return undefined;
    this.texts = { search, ...matches };
    return this.texts;
  }

  /** An answer of the views; null, with a notice, if they fail. */
  private async askViews<T>(question: (api: PairViewsWorker['api']) => Promise<T>): Promise<T | null> {
    if (this.views === null) return null;
    try {
      return await this.views.guard(question(this.views.api));
    } catch (error) {
      this.notice = noticeOf(error);
      return null;
    }
  }

  private ask<T>(question: Parameters<typeof ask<T, Workers>>[1]): Promise<T | null> {
    return ask<T, Workers>(this.comparison.workers, question, (notice) => (this.notice = notice));
  }
}

type Workers = Awaited<ReturnType<Comparison['workers']['ready']>>;

/** Only temperature and weighting of a run's settings, for a worker. */
function plain({ tau, weighting }: Gating): Gating {
  return { tau, weighting };
}

/** Whether two places show the same list. */
function sameList(a: AuditPlace, b: AuditPlace): boolean {
  return JSON.stringify([a.filter, a.sort]) === JSON.stringify([b.filter, b.sort]);
}

function sameGating(a: Gating | undefined, b: Gating): boolean {
  return a?.tau === b.tau && a.weighting === b.weighting;
}
