/** The audit of a finished run: its pairs under the filter of the address, the list, and the pair in the reader. */

import { Asked } from '../../app/asked.svelte';
import type { Notice } from '../../app/errors';
import type { HistoryStep } from '../../app/router.svelte';
import type { Session } from '../../app/session.svelte';
import type { WorkerPair } from '../../app/workers';
import type { Mark } from '../../candidates/marks/marks';
import type { LoadedSource } from '../../candidates/outcomes';
import type { PairsLoaded } from '../../crossfilter/pair-views';
import type { RankedSource } from '../../report/ranking';
import type { PairPlaces } from '../../scoring/pairs';
import { rowsWithPairs } from '../../scoring/same-pairs';
import type { Gating } from '../../scoring/weightings';
import { Comparison } from '../comparison.svelte';
import { CrossState } from '../cross/cross-state.svelte';
import type { SourceEntry } from '../files/file-entries.svelte';
import type { FinishedRun, RunSource } from '../run/runs';
import { fromParameters, toParameters } from './audit-link';
import { AUDIT_START, type AuditPlace, type PairName } from './filter';
import { FilteredPairs, type PairsAsked, type PreparedPairs, type Viewed } from './filtered-pairs.svelte';
import { MarksState } from './marks.svelte';
import { readPair, readRows, type ListRow, type ReadPair } from './reading';
import { pairsOfRows, rowsOfPairs } from './row-names';

interface OfPairs {
  readonly of: PreparedPairs | null;
}

/** Asked of the prepared pairs: some rows, or a query. Its answer says which pairs it is of. */
type AskedOfPairs<What, Answer> = Asked<
  { readonly pairs: PairsAsked; readonly what: What },
  Answer & OfPairs
>;

export class AuditState {
  readonly comparison: Comparison;
  readonly marks: MarksState;
  readonly filtered: FilteredPairs;
  /** Rows of the list that are in view. */
  inView = $state.raw<readonly number[]>([]);
  private readonly list: AskedOfPairs<readonly number[], { readonly rows: readonly ListRow[] }>;
  readonly reader: AskedOfPairs<number, ReadPair>;
  readonly cross: CrossState;

  /** The place of the address, and what of it was not understood, one sentence each. */
  place = $state.raw<AuditPlace>(AUDIT_START);
  unread = $state.raw<readonly string[]>([]);
  /** The row in the reader, and the pairs that it is of. */
  private chosen = $state.raw<{ readonly of: PreparedPairs; readonly row: number } | null>(null);

  readonly loaded = $derived.by<PairsLoaded | null>(() => this.filtered.prepared?.loaded ?? null);
  /** The list and the counts as they were last; `filtered.isCurrent` says whether they are of the filter of now. */
  readonly answer = $derived.by<Viewed | null>(() => this.filtered.answer);

  /** Place in the list of the pair that is read; −1 where it is not there. */
  readonly index = $derived.by(() => (this.row === null ? -1 : this.placeOf(this.row)));

  /** Names of sources in the link that the run does not have. */
  readonly missing = $derived.by(() => {
    const { filter, pair } = this.place;
    const isShown = (name: string) => this.sources.some(({ entry }) => entry.name === name);
    const ofPair = pair === null || filter.sources.includes(pair.source) ? [] : [pair.source];
    return [...filter.sources, ...ofPair].filter((name) => !isShown(name));
  });

  /** The sources of the pairs, in their order, as they are shown. */
  readonly rows = $derived.by(() =>
    (this.loaded?.sources ?? []).map((id) => this.comparison.ranked.rows.find((row) => row.id === id)),
  );
  /** Of the page that is open. */
  onParameters: (parameters: URLSearchParams, step: HistoryStep) => void = () => undefined;
  /** Place in the list where the reader was under this filter and order. */
  private lastIndex = 0;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.marks = session.state(MarksState);
    this.cross = session.state(CrossState);
    const { workers } = this.comparison;
    this.filtered = new FilteredPairs(workers, this);
    const ofPairs = <What, Answer>(
      what: () => What | null,
      answer: (workers: WorkerPair, what: What) => Promise<Answer>,
    ): AskedOfPairs<What, Answer> =>
      new Asked<{ readonly pairs: PairsAsked; readonly what: What }, Answer & OfPairs>(workers, {
        question: () => {
          const { pairsAsked: pairs, prepared } = this.filtered;
          const asked = what();
          return pairs && prepared && asked !== null ? { pairs, what: asked } : null;
        },
        answer: async (pair, { what: asked }) => {
          const of = this.filtered.prepared;
          return { ...(await answer(pair, asked)), of };
        },
      });
    this.list = ofPairs(
      () => (this.inView.length > 0 ? this.inView : null),
      async (pair, rows) => {
        const viewed = await this.filtered.ask((api) => api.pairsOf(Int32Array.from(rows)));
        return { rows: await readRows(pair, viewed) };
      },
    );
    this.reader = ofPairs(
      () => this.row,
      async (pair, row) => {
        const [viewed] = await this.filtered.ask((api) => api.pairsOf(Int32Array.of(row)));
        if (!viewed) throw new Error(`There is no pair ${row}.`);
        return readPair(pair, viewed);
      },
    );
  }

  /** The run whose pairs are shown. */
  get run(): FinishedRun | null {
    return this.comparison.run.finished;
  }

  get sources(): readonly RunSource[] {
    return this.run?.sources ?? [];
  }

  /** The loaded sources. */
  get entries(): readonly SourceEntry[] {
    return this.comparison.sources.entries;
  }

  /** Number of files of evaluation. */
  get evaluations(): number {
    const { companions } = this.comparison.sources;
    return companions.filter(({ companion }) => companion?.kind === 'evaluation').length;
  }

  /** Sources whose pairs have marks. */
  get labelled(): readonly LoadedSource[] {
    const ofRun = this.sources.map((source) => source.loaded);
    const loaded = this.entries.map((entry) => entry.loaded);
    return [...ofRun, ...loaded.filter((each) => !ofRun.includes(each))];
  }

  /** Under what the gates are shown. */
  get gating(): Gating | null {
    return this.run?.result.settings ?? null;
  }

  /** `preparing`: the pairs of the run are being loaded into the views, or gated otherwise. */
  get phase(): 'empty' | 'preparing' | 'ready' {
    const { pairs } = this.filtered;
    if (this.run === null || pairs.notice !== null) return 'empty';
    return pairs.value === null ? 'preparing' : 'ready';
  }

  get row(): number | null {
    return this.chosen !== null && this.chosen.of === this.filtered.prepared ? this.chosen.row : null;
  }

  /** The pair in the reader; the one before stays until the next one is there. */
  get read(): ReadPair | null {
    const { last, notice } = this.reader;
    const isHere = this.row !== null && notice === null && last?.of === this.filtered.prepared;
    return isHere ? last : null;
  }

  get notices(): readonly Notice[] {
    const { filtered, list, marks } = this;
    const all = [...filtered.notices, ...[list, marks].flatMap(({ notice }) => notice ?? [])];
    return all.filter(({ message }, i) => all.findIndex((other) => other.message === message) === i);
  }

  /** What the page asks again whenever it has become another question. */
  get questions(): readonly Pick<Asked<unknown, unknown>, 'follow'>[] {
    const { pairs, view, ground } = this.filtered;
    return [pairs, view, ground, this.list, this.reader];
  }

  /** A row of the list; those of the last view stay until the next ones are there. */
  listRow(row: number): ListRow | undefined {
    const { last } = this.list;
    return last?.of === this.filtered.prepared ? last?.rows.find(({ pair }) => pair.row === row) : undefined;
  }

  /** Goes where an address says. */
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
    if (!isListed && asked !== null && !this.filtered.isCurrent) return;
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
    if (!this.filtered.isCurrent || this.answer === null) return [];
    return this.pairsAt(rowsWithPairs(this.answer.of.loaded.same, this.answer.rows));
  }

  /** All pairs with the query and the negative of a row, in any source. */
  pairsLike(row: number): readonly PairPlaces[] {
    return this.pairsAt(this.rowsLike(row));
  }

  /** Sources that hold the pair of a row, in the order of the run. */
  sourcesLike(row: number): readonly RankedSource[] {
    const ids = this.rowsLike(row).map((each) => this.names?.source[each]);
    return this.comparison.view.rows.filter(({ id }) => ids.includes(id));
  }

  /** Whether two rows have one query. */
  haveOneQuery(row: number, other: number): boolean {
    return this.names?.query[row] === this.names?.query[other];
  }

  /** Place in the list of a row, or of another one with its pair; −1 where there is none. */
  placeOf(row: number): number {
    const rows = this.answer?.rows;
    const first = this.loaded?.same;
    if (!rows || !first) return -1;
    return rows.findIndex((listed) => first[listed] === first[row]);
  }

  /** Some rows, as marks and notes are made on them. */
  pairsAt(rows: readonly number[] | Int32Array): readonly PairPlaces[] {
    return this.names ? pairsOfRows(this.names, Int32Array.from(rows)) : [];
  }

  private get names(): PreparedPairs['names'] | null {
    return this.filtered.prepared?.names ?? null;
  }

  private choose(row: number): void {
    const of = this.filtered.prepared;
    if (of === null) return;
    this.lastIndex = this.placeOf(row);
    if (row !== this.row) this.chosen = { of, row };
  }

  private rowsLike(row: number): readonly number[] {
    return this.loaded ? rowsWithPairs(this.loaded.same, [row]) : [row];
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
