/** The pairs of the run in the linked views, under the filter and in the order of the address. */

import { transfer } from 'comlink';

import type { WorkerAccess } from '../../app/ask';
import { Asked } from '../../app/asked.svelte';
import type { Notice } from '../../app/errors';
import { openPairViews, type PairViewsWorker } from '../../app/pair-views';
import type { WorkerPair } from '../../app/workers';
import type { LoadedSource } from '../../candidates/outcomes';
import type { TextMatches } from '../../candidates/store/store';
import type { RowFilter } from '../../crossfilter/cross-filter';
import type { FigureId } from '../../crossfilter/figures';
import type { PairsLoaded, PlaneRequest, ViewAnswer } from '../../crossfilter/pair-views';
import type { Picture } from '../../crossfilter/plane';
import { flatBuffers } from '../../scoring/flat-pairs';
import type { Gating } from '../../scoring/weightings';
import { formatCount } from '../../ui/words';
import { named } from '../../named-error';
import { WorkerBrokenError } from '../../worker';
import type { FinishedRun } from '../run/runs';
import { askedPairsSql, askSql, sqlAsked, type LoadedEntry, type SqlAsked } from './ask-sql';
import { MARK_FILTERS, VERDICT_FILTERS, type AuditPlace, type PairSort } from './filter';
import type { MarksState } from './marks.svelte';
import { rowsOfPairs, type RowNames } from './row-names';

/** The worker with Audit's pairs broke off: nothing of it is the user's work. */
class PairsLostError extends named(
  'PairsLostError',
  (reason: string) =>
    `The worker with the pairs of this page broke off: ${reason} Press "Start again": the pairs are prepared anew. ` +
    'Files, result and marks stay as they are.',
) {}

/** Limit for the worker of the linked views to answer first, in seconds. */
const START_LIMIT_SECONDS = 30;

/** Pairs that an SQL filter takes at most: more would hold up the page as they cross from the worker. */
const MOST_PAIRS = 50_000;

/** A run. */
interface RunAsked {
  /** When it was done, in milliseconds since 1970. */
  readonly at: number;
  /** Files that were read by then: those of evaluation say what is found. */
  readonly evaluations: number;
  /** How often the user had the pairs prepared anew. */
  readonly starts: number;
}

/** Which pairs the views hold: those of a run, gated so. */
export type PairsAsked = RunAsked & Gating;

/** The pairs that the views hold. */
export interface PreparedPairs {
  /** The place of each row, and the id of its query. */
  readonly names: RowNames & { readonly query: Int32Array };
  readonly loaded: PairsLoaded;
}

interface SearchAsked {
  readonly run: RunAsked;
  readonly search: string;
  /** Ids of the loaded sources. */
  readonly loaded: readonly number[];
}

interface PickAsked extends SqlAsked {
  readonly run: RunAsked;
}

interface ViewAsked {
  readonly pairs: PairsAsked;
  readonly filter: Omit<RowFilter, 'texts' | 'asked'>;
  readonly sort: PairSort;
  readonly search: SearchAsked | null;
  readonly sql: PickAsked | null;
  readonly marks: number;
  readonly plane: PlaneRequest | null;
}

/** The views under the filter. */
export interface Viewed extends ViewAnswer {
  readonly of: PreparedPairs;
  /** What the list was asked for. */
  readonly list: string;
}

/** What the filter is asked of, as it is now. */
interface FilteredBy {
  /** The run whose pairs are shown; null where there is none, or its pairs went with the workers. */
  readonly run: FinishedRun | null;
  /** Sources whose pairs have marks: those of the run, and those loaded. */
  readonly labelled: readonly LoadedSource[];
  /** Number of files of evaluation. */
  readonly evaluations: number;
  /** The loaded sources. */
  readonly entries: readonly LoadedEntry[];
  readonly place: AuditPlace;
  readonly marks: MarksState;
}

export class FilteredPairs {
  readonly pairs: Asked<PairsAsked, PreparedPairs>;
  readonly view: Asked<ViewAsked, Viewed>;
  /** All pairs in the plane. */
  readonly ground: Asked<{ readonly run: RunAsked; readonly plane: PlaneRequest }, Picture>;
  private readonly texts: Asked<SearchAsked, TextMatches>;
  private readonly picked: Asked<PickAsked, { readonly rows: Int32Array; readonly truncated: boolean }>;

  /** How the plane is drawn; null where it is not. */
  plane = $state.raw<PlaneRequest | null>(null);

  /** The worker broke off. */
  isLost = $state(false);
  private starts = $state(0);
  private views: PairViewsWorker | null = null;
  /** The run whose pairs the worker of the views holds, as it was asked for. */
  private held: { readonly run: string; readonly prepared: PreparedPairs } | null = null;
  /** The code of every row's label. */
  private readonly codes = $derived.by(() => {
    void this.by.marks.version;
    return this.prepared === null ? NO_CODES : this.by.marks.codesOf(this.prepared.names);
  });

  constructor(
    workers: WorkerAccess<WorkerPair>,
    private readonly by: FilteredBy,
  ) {
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
    this.ground = new Asked(workers, {
      question: () => (this.runAsked && this.plane ? { run: this.runAsked, plane: this.plane } : null),
      answer: async (_, { plane }) => {
        // Else they may be painted of the run before.
        await this.pairs.ask();
        return this.ask((api) => api.paintGround(plane));
      },
    });
    this.view = new Asked(workers, {
      question: () => this.viewAsked,
      answer: (_, asked) => this.look(asked),
    });
  }

  /** Null until they are those of the run at its temperature and weighting. */
  get prepared(): PreparedPairs | null {
    return this.pairs.value;
  }

  /** The views as they were last under a filter of these pairs; null before the first, and where the last one failed. */
  get answer(): Viewed | null {
    const { last, notice } = this.view;
    return last !== null && notice === null && last.of === this.prepared ? last : null;
  }

  /** Whether the list is that of the filter and the order of now. Marks that the filter does not read leave it as it is. */
  get isCurrent(): boolean {
    const { answer, viewAsked } = this;
    return answer !== null && viewAsked !== null && answer.list === listAsked(viewAsked);
  }

  get searching(): boolean {
    return this.texts.isAsking;
  }

  /** Why there is less to see than was asked for. */
  get notices(): readonly Notice[] {
    const cut = this.picked.value?.truncated ? [TOO_MANY_PICKED] : [];
    return [this.pairs, this.view, this.texts, this.picked].flatMap(({ notice }) => notice ?? []).concat(cut);
  }

  /** @throws where the views' worker broke off, or has no pairs */
  async ask<T>(question: (api: PairViewsWorker['api']) => Promise<T>): Promise<T> {
    if (this.views === null) throw new Error('The linked views have no pairs.');
    try {
      return await this.views.guard(question(this.views.api));
    } catch (error) {
      if (!(error instanceof WorkerBrokenError)) throw error;
      this.isLost = true;
      throw new PairsLostError(error.message);
    }
  }

  /** Prepares the pairs in a fresh worker. */
  startAgain(): void {
    this.isLost = false;
    this.forget();
    this.starts += 1;
  }

  get pairsAsked(): PairsAsked | null {
    const settings = this.by.run?.result.settings;
    const { runAsked } = this;
    return runAsked && settings ? { ...runAsked, tau: settings.tau, weighting: settings.weighting } : null;
  }

  private get runAsked(): RunAsked | null {
    const run = this.by.run;
    return run && { at: run.at, evaluations: this.by.evaluations, starts: this.starts };
  }

  private get searchAsked(): SearchAsked | null {
    const search = this.by.place.filter.search.trim();
    const { runAsked: run } = this;
    return run && search !== ''
      ? { run, search, loaded: this.by.entries.map(({ loaded }) => loaded.id) }
      : null;
  }

  private get sqlAsked(): PickAsked | null {
    const sql = this.by.place.filter.sql.trim();
    const { runAsked: run } = this;
    return run && sql !== '' ? { run, ...sqlAsked(sql, this.by.entries, this.by.marks) } : null;
  }

  private get viewAsked(): ViewAsked | null {
    const { pairsAsked: pairs, prepared, plane } = this;
    if (pairs === null || prepared === null) return null;
    const { marks, run } = this.by;
    const place = this.by.place;
    const { sources, found, ranges } = place.filter;
    const ids = (run?.sources ?? []).flatMap(({ id, entry }) => (sources.includes(entry.name) ? [id] : []));
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
    const asked = JSON.stringify(run);
    try {
      const prepared =
        this.held?.run === asked
          ? await this.gateAnew(this.held.prepared, gating)
          : await this.load(workers, gating);
      this.held = { run: asked, prepared };
      return prepared;
    } catch (error) {
      // The next time in a fresh worker.
      this.forget();
      throw error;
    }
  }

  private forget(): void {
    this.views?.close();
    this.views = null;
    this.held = null;
  }

  private async gateAnew({ names, loaded }: PreparedPairs, gating: Gating): Promise<PreparedPairs> {
    return { names, loaded: { ...loaded, all: await this.ask((api) => api.recompute(gating)) } };
  }

  private async load({ candidates, engine }: WorkerPair, gating: Gating): Promise<PreparedPairs> {
    const pairs = await engine.flatPairs();
    const here = this.by.entries.map((entry) => entry.loaded.id);
    // A source that was removed since has no texts to look at.
    const isHere = ({ id }: { readonly id: number }) => here.includes(id);
    const files = await Promise.all(
      (this.by.run?.sources ?? []).filter(isHere).map(async ({ id }) => ({
        found: await candidates.foundInFile(id),
        scores: await candidates.fileScores(id),
      })),
    );
    const { source, record, position, query } = pairs;
    const names = structuredClone({ source, record, position, query });
    this.views ??= openPairViews();
    const { api, start } = this.views;
    const loaded = await start(
      api.load(transfer(pairs, flatBuffers(pairs)), gating, files),
      START_LIMIT_SECONDS,
    );
    await this.by.marks.attach(this.by.labelled);
    return { names, loaded };
  }

  private async look(asked: ViewAsked): Promise<Viewed> {
    const { filter, sort, search, sql, plane } = asked;
    const of = this.held?.prepared;
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
    const answer = await askSql(pair, this.by.marks, askedPairsSql(sql), { limit: MOST_PAIRS });
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
    const ids = new Map(this.by.run?.sources.map(({ id, entry }) => [entry.name, id]));
    const places = answer.rows.flatMap(([name, record, position]) => {
      const source = ids.get(String(name));
      return source === undefined
        ? []
        : [{ source, record: Number(record) - 1, position: Number(position) - 1 }];
    });
    const names = this.held?.prepared.names;
    return {
      rows: names ? rowsOfPairs(names, places) : NO_ROWS,
      truncated: answer.total > answer.rows.length,
    };
  }
}

/** The figure of a sort, which the histogram and a column of the list show too. */
export function drawnBy({ by }: PairSort): FigureId {
  return by === 'file' ? 'suspicion' : by;
}

/** What the rows of the list depend on. */
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
