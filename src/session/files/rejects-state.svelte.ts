/** The rejects of all files as a table: shown by pages, saved as a whole. */

import type { Reject } from '../../candidates/candidate-record';
import type { RejectCount, RejectFilter } from '../../candidates/store/rejects';
import { noticeOf, RejectsLostError, type Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import { ask, type WorkerAccess } from '../../app/ask';

/** Rejects that the table shows at a time. */
export const REJECTS_PAGE = 100;

/** Rejects read at a time where all are. */
const REJECTS_AT_ONCE = 5000;

export interface RejectsPage {
  readonly total: number;
  readonly rejects: readonly Reject[];
}

export class RejectsState {
  /** How many rejects each file has of each code. */
  counts = $state.raw<readonly RejectCount[]>([]);
  /** What is shown, from the first reject on. */
  rows = $state.raw<readonly Reject[]>([]);
  exporting = $state(false);
  notice = $state.raw<Notice | null>(null);

  private asked = 0;

  constructor(private readonly workers: WorkerAccess) {}

  /** Rejects of all files. */
  get all(): number {
    return sum(this.counts);
  }

  /** How many records of a file name ids that were not found. */
  unknownIds(id: number): number {
    return sum(this.counts.filter((count) => count.id === id && count.code === 'unknown-id'));
  }

  /**
   * Reads the counts again, which needs no DuckDB.
   * @returns false if a worker fails
   */
  async count(): Promise<boolean> {
    const counts = await this.ask(({ candidates }) => candidates.rejectCounts());
    if (!counts) return false;
    this.counts = counts;
    return true;
  }

  /** Reads counts and rows again. */
  async refresh(): Promise<void> {
    if (await this.count()) await this.load([]);
  }

  /** Shows the next page behind those shown. */
  more(): Promise<void> {
    return this.load(this.rows);
  }

  /** All rejects, as text; null with a notice if some cannot be read. */
  async written(write: (rejects: readonly Reject[]) => string): Promise<string[] | null> {
    this.exporting = true;
    try {
      const texts: string[] = [];
      for await (const page of this.pages({})) texts.push(write(page));
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

  /** Loads the page behind `shown`. Answers to older questions are dropped. */
  private async load(shown: readonly Reject[]): Promise<void> {
    const turn = ++this.asked;
    const page = await this.page({}, shown.length, REJECTS_PAGE);
    if (!page || turn !== this.asked) return;
    this.rows = [...shown, ...page.rejects];
  }

  private page(filter: RejectFilter, offset: number, limit: number): Promise<RejectsPage | null> {
    return this.ask(({ candidates }) => candidates.rejects(filter, { offset, limit }));
  }

  private ask<T>(question: (pair: Pick<WorkerPair, 'candidates'>) => Promise<T>): Promise<T | null> {
    this.notice = null;
    return ask(this.workers, question, (notice) => (this.notice = notice));
  }
}

function sum(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
