/** The rejects of all files as a table: filtered, shown by pages, exported as a whole. */

import type { Reject, RejectCode } from '../../candidates/candidate-record';
import type { RejectCount, RejectFilter } from '../../candidates/api';
import { distinct } from '../../app/distinct';
import { noticeOf, RejectsLostError, type Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import { ask, type WorkerAccess } from '../../app/ask';

/** Rejects that the table shows at a time. */
export const REJECTS_PAGE = 100;

/** Rejects read at a time for an export. */
const REJECTS_AT_ONCE = 5000;

/** Rest after the last key of a search, in milliseconds. */
const SEARCH_REST_MS = 250;

/** A choice of a filter with the number of rejects behind it. */
export interface RejectChoice<T> {
  readonly value: T;
  readonly words: string;
  readonly count: number;
}

export interface RejectsPage {
  readonly total: number;
  readonly rejects: readonly Reject[];
}

export class RejectsState {
  /** How many rejects each file has of each code. */
  counts = $state.raw<readonly RejectCount[]>([]);
  /** Key of a file in the store; null for all files. */
  fileId = $state<number | null>(null);
  code = $state<RejectCode | null>(null);
  text = $state('');
  /** What is shown, from the first reject that passes the filter. */
  rows = $state.raw<readonly Reject[]>([]);
  /** Rejects that pass the filter. */
  total = $state(0);
  exporting = $state(false);
  notice = $state.raw<Notice | null>(null);

  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly workers: WorkerAccess) {}

  /** Rejects of all files. */
  get all(): number {
    return sum(this.counts);
  }

  /** Files that have rejects, in the order in which they were read. */
  get files(): readonly RejectChoice<number>[] {
    const ids = distinct(this.counts.map(({ id }) => id));
    return ids.map((id) => {
      const own = this.counts.filter((count) => count.id === id);
      return { value: id, words: own[0]?.file ?? '', count: sum(own) };
    });
  }

  /** Codes of the rejects of the file that is chosen, the most frequent first. */
  get codes(): readonly RejectChoice<RejectCode>[] {
    const own = this.counts.filter(({ id }) => this.fileId === null || id === this.fileId);
    const codes = distinct(own.map(({ code }) => code));
    return codes
      .map((code) => ({ value: code, words: code, count: sum(own.filter((count) => count.code === code)) }))
      .sort((a, b) => b.count - a.count);
  }

  /** How many records of a file name ids that were not found. */
  unknownIds(id: number): number {
    return sum(this.counts.filter((count) => count.id === id && count.code === 'unknown-id'));
  }

  /**
   * Reads the counts again, which needs no DuckDB. A filter for a file or code that is gone is reset.
   * @returns false if a worker fails
   */
  async count(): Promise<boolean> {
    const counts = await this.ask(({ candidates }) => candidates.rejectCounts());
    if (!counts) return false;
    this.counts = counts;
    if (!counts.some(({ id }) => id === this.fileId)) this.fileId = null;
    this.dropMissingCode();
    return true;
  }

  /** Reads counts and rows again. */
  async refresh(): Promise<void> {
    if (await this.count()) await this.show();
  }

  /** Shows the rejects of one file, of every code. */
  showFile(id: number): Promise<void> {
    this.fileId = id;
    this.code = null;
    this.text = '';
    return this.show();
  }

  chooseFile(id: number | null): Promise<void> {
    this.fileId = id;
    this.dropMissingCode();
    return this.show();
  }

  chooseCode(code: RejectCode | null): Promise<void> {
    this.code = code;
    return this.show();
  }

  /** Searches when the typing rests. */
  search(text: string): void {
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.show(), SEARCH_REST_MS);
  }

  /** Shows the next page behind those shown. */
  more(): Promise<void> {
    return this.load(this.rows);
  }

  /** All rejects that pass the filter, as text; null with a notice if some cannot be read. */
  async written(write: (rejects: readonly Reject[]) => string): Promise<string[] | null> {
    this.exporting = true;
    try {
      const texts: string[] = [];
      for await (const page of this.pages(this.filter())) texts.push(write(page));
      return texts;
    } catch (error) {
      this.notice = noticeOf(error);
      return null;
    } finally {
      this.exporting = false;
    }
  }

  /**
   * All rejects of a file by its key in the store.
   * @throws RejectsLostError if some cannot be read
   */
  async ofFile(id: number): Promise<Reject[]> {
    const all: Reject[] = [];
    for await (const page of this.pages({ id })) all.push(...page);
    return all;
  }

  /** The first rejects of a file; none if a worker fails. */
  async firstOfFile(id: number, limit: number): Promise<readonly Reject[]> {
    return (await this.page({ id }, 0, limit))?.rejects ?? [];
  }

  private async *pages(filter: RejectFilter): AsyncGenerator<readonly Reject[]> {
    for (let offset = 0; ;) {
      const page = await this.page(filter, offset, REJECTS_AT_ONCE);
      if (!page) throw new RejectsLostError();
      if (page.rejects.length > 0) yield page.rejects;
      offset += page.rejects.length;
      if (page.rejects.length === 0 || offset >= page.total) return;
    }
  }

  private show(): Promise<void> {
    clearTimeout(this.timer);
    return this.load([]);
  }

  /** Loads the page behind `shown`. Answers to older questions are dropped. */
  private async load(shown: readonly Reject[]): Promise<void> {
    const turn = ++this.asked;
    const page = await this.page(this.filter(), shown.length, REJECTS_PAGE);
    if (!page || turn !== this.asked) return;
    this.rows = [...shown, ...page.rejects];
    this.total = page.total;
  }

  private page(filter: RejectFilter, offset: number, limit: number): Promise<RejectsPage | null> {
    return this.ask(({ candidates }) => candidates.rejects(filter, { offset, limit }));
  }

  private filter(): RejectFilter {
    const text = this.text.trim();
    return {
      ...(this.fileId === null ? {} : { id: this.fileId }),
      ...(this.code === null ? {} : { code: this.code }),
      ...(text === '' ? {} : { text }),
    };
  }

  private dropMissingCode(): void {
    if (!this.codes.some(({ value }) => value === this.code)) this.code = null;
  }

  private ask<T>(question: (pair: Pick<WorkerPair, 'candidates'>) => Promise<T>): Promise<T | null> {
    this.notice = null;
    return ask(this.workers, question, (notice) => (this.notice = notice));
  }
}

function sum(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
