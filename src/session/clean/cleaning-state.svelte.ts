/** Cleaning a file after a run: which pairs are looked for, which of them go, and writing the file anew. */

import * as Comlink from 'comlink';

import type { CleanFormat, ExportProgress } from '../../candidates/clean/types';
import type { PairText } from '../../candidates/types';
import { PAIR_REASONS } from '../../engine/pair-reasons';
import type { PairCriteria, PairFindings } from '../../engine/types';
import { distinct } from '../../app/distinct';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import { ask, type WorkerAccess } from '../../app/ask';
import { BUCKETS, type BucketId } from '../../scoring/buckets';
import type { CleanSubject } from './clean-subjects';
import { rangesInWords, writtenInWords } from './clean-words';
import { GATES, type Gate } from '../result/gate-words';
import { PairSelection, type FoundPair } from './pair-selection';

/** Pairs that the table shows at a time. */
export const PAIRS_PAGE = 25;

/** Why a pair goes that the user chose from all pairs. */
const BY_HAND = 'chosen by hand';

/** Null at an end: the range has none there. */
export interface OpenRange {
  readonly from: number | null;
  readonly to: number | null;
}

const NO_RANGE: OpenRange = { from: null, to: null };

/** The pairs found in a file. */
export interface FoundPairs {
  readonly subject: CleanSubject;
  readonly selection: PairSelection;
  readonly reasons: readonly string[];
}

type Pair = Pick<WorkerPair, 'candidates' | 'engine' | 'guard'>;

export class CleaningState {
  /** Key of the file on the page; null: the first one. */
  fileKey = $state<number | null>(null);
  buckets = $state.raw<readonly BucketId[]>([]);
  ranges = $state.raw<Readonly<Record<Gate, OpenRange>>>({ rho: NO_RANGE, eta: NO_RANGE, psi: NO_RANGE });
  flagged = $state(false);
  found = $state.raw<FoundPairs | null>(null);
  /** 0-based page of the table. */
  page = $state(0);
  /** Texts of the page's pairs; none while they are fetched. */
  texts = $state.raw<readonly PairText[]>([]);
  format = $state<CleanFormat>('same');
  withoutRejects = $state(false);
  busy = $state<'finding' | 'writing' | null>(null);
  progress = $state.raw<ExportProgress | null>(null);
  written = $state.raw<string | null>(null);
  notice = $state.raw<Notice | null>(null);

  private turn = 0;

  constructor(
    private readonly workers: WorkerAccess<Pair>,
    private readonly save: (name: string, content: Blob) => void,
  ) {}

  /** What is wrong with the ranges, one sentence each. */
  get problems(): readonly string[] {
    return GATES.flatMap(({ id, sign }) => {
      const { from, to } = this.ranges[id];
      const isShare = (value: number | null) => value === null || (value >= 0 && value <= 1);
      if (!isShare(from) || !isShare(to)) return [`${sign}: from 0 to 1.`];
      return from !== null && to !== null && from > to ? [`${sign}: the range ends before it begins.`] : [];
    });
  }

  /** The numbers of what is chosen; null before pairs were looked for. */
  get choice(): Pick<PairSelection, 'found' | 'chosen' | 'of' | 'sources' | 'emptied'> | null {
    if (!this.found) return null;
    const { found, chosen, of, sources, emptied } = this.found.selection;
    return { found, chosen, of, sources, emptied };
  }

  get pages(): number {
    return Math.ceil((this.found?.selection.found ?? 0) / PAIRS_PAGE);
  }

  get hasPrevious(): boolean {
    return this.page > 0;
  }

  get hasNext(): boolean {
    return this.page + 1 < this.pages;
  }

  /** The pairs of the page. */
  get rows(): readonly FoundPair[] {
    if (!this.found) return [];
    return this.found.selection.rows(this.page * PAIRS_PAGE, (this.page + 1) * PAIRS_PAGE);
  }

  /** True where what was found is still what would be found in the file. */
  isCurrent({ fileId, run, tau, sources }: CleanSubject): boolean {
    const then = this.found?.subject;
    if (then?.fileId !== fileId || then.run !== run || then.tau !== tau) return false;
    return then.sources.every(({ id }, i) => sources[i]?.id === id);
  }

  /** True where something is asked for. */
  asksFor(subject: CleanSubject): boolean {
    const { buckets, gates, whole } = this.criteria(subject);
    return buckets.length + Object.keys(gates).length + whole.length > 0;
  }

  setBucket(bucket: BucketId, chosen: boolean): void {
    this.buckets = BUCKETS.map(({ id }) => id).filter((id) =>
      id === bucket ? chosen : this.buckets.includes(id),
    );
  }

  setRange(gate: Gate, range: Partial<OpenRange>): void {
    this.ranges = { ...this.ranges, [gate]: { ...this.ranges[gate], ...range } };
  }

  /** Looks for the pairs that were asked for; all of them are to go at first. */
  find(subject: CleanSubject): Promise<void> {
    const criteria = this.criteria(subject);
    const ranges = rangesInWords(criteria.gates);
    // The engine says that the gates are in the ranges asked for; the list of reasons says in which.
    const reasons = PAIR_REASONS.map(({ id, words }) =>
      ranges !== '' && id === 'gates' ? `gates: ${ranges}` : words,
    );
    return this.look(subject, criteria, reasons);
  }

  /** Shows all pairs of the file, none of which is to go at first. */
  showAll(subject: CleanSubject): Promise<void> {
    return this.look(subject, null, [BY_HAND]);
  }

  choose(index: number, chosen: boolean): void {
    this.change((selection) => selection.choose(index, chosen));
  }

  chooseAll(chosen: boolean): void {
    this.change((selection) => selection.chooseAll(chosen));
  }

  previous(): Promise<void> {
    return this.turnTo(this.page - 1);
  }

  next(): Promise<void> {
    return this.turnTo(this.page + 1);
  }

  async turnTo(page: number): Promise<void> {
    if (!this.found) return;
    const { selection } = this.found;
    this.page = Math.min(Math.max(0, page), Math.max(0, this.pages - 1));
    this.texts = [];
    const turn = ++this.turn;
    const texts: PairText[] = [];
    for (const { source, records, positions } of runs(this.rows)) {
      const own = await this.ask(({ candidates }) => candidates.pairTexts(source, records, positions));
      if (!own || turn !== this.turn || selection !== this.found?.selection) return;
      texts.push(...own);
    }
    this.texts = texts;
  }

  /** Writes the file of the pairs found without those that are to go, and saves it with the reasons in one zip. */
  async write(): Promise<void> {
    if (!this.found || this.busy) return;
    const { subject, selection, reasons } = this.found;
    const { format, withoutRejects } = this;
    this.busy = 'writing';
    this.written = null;
    const request = { fileId: subject.fileId, removed: selection.removed(), reasons, format, withoutRejects };
    const onProgress = Comlink.proxy((progress: ExportProgress) => {
      if (this.busy === 'writing') this.progress = progress;
    });
    const cleaned = await this.ask(({ candidates }) => candidates.exportCleaned(request, onProgress));
    if (cleaned) {
      this.save(cleaned.zipName, cleaned.zip);
      this.written = writtenInWords(cleaned);
    }
    this.busy = null;
    this.progress = null;
  }

  /** Ends the writing; `notice` says so. */
  async cancelWriting(): Promise<void> {
    if (this.busy === 'writing') await this.ask(({ candidates }) => candidates.cancelExport());
  }

  private criteria({ tau, sources }: CleanSubject): PairCriteria {
    const gates = GATES.flatMap(({ id }) => {
      const { from, to } = this.ranges[id];
      return from === null && to === null ? [] : [[id, { from: from ?? 0, to: to ?? 1 }] as const];
    });
    return {
      tau,
      sources: sources.map(({ id }) => id),
      buckets: [...this.buckets],
      gates: Object.fromEntries(gates),
      whole: this.flagged ? sources.filter(({ flagged }) => flagged).map(({ id }) => id) : [],
    };
  }

  /** @param criteria null: all pairs */
  private async look(
    subject: CleanSubject,
    criteria: PairCriteria | null,
    reasons: readonly string[],
  ): Promise<void> {
    if (this.busy) return;
    this.busy = 'finding';
    this.written = null;
    const ids = subject.sources.map(({ id }) => id);
    const all: PairCriteria = { tau: subject.tau, sources: ids, buckets: [], gates: {}, whole: ids };
    const whole = await this.ask(({ engine }) => engine.findPairs(all));
    const findings =
      criteria === null ? whole?.map(oneReason) : await this.ask(({ engine }) => engine.findPairs(criteria));
    this.busy = null;
    if (!whole || !findings) return;
    this.found = { subject, reasons, selection: new PairSelection(findings, whole, criteria !== null) };
    await this.turnTo(0);
  }

  /** A selection changes in place; the new object around it announces that. */
  private change(how: (selection: PairSelection) => void): void {
    if (!this.found) return;
    how(this.found.selection);
    this.found = { ...this.found };
  }

  private ask<T>(question: (pair: Pair) => Promise<T>): Promise<T | null> {
    this.notice = null;
    return ask(this.workers, question, (notice) => (this.notice = notice));
  }
}

/** The same pairs, all for the first reason of the list. */
function oneReason(findings: PairFindings): PairFindings {
  return { ...findings, reasons: new Uint8Array(findings.reasons.length) };
}

/** Neighbouring pairs of one source together, as the store is asked for their texts. */
function runs(rows: readonly FoundPair[]) {
  const sources = distinct(rows.map(({ source }) => source));
  return sources.map((source) => {
    const own = rows.filter((row) => row.source === source);
    return {
      source,
      records: Int32Array.from(own, ({ record }) => record),
      positions: Int32Array.from(own, ({ position }) => position),
    };
  });
}
