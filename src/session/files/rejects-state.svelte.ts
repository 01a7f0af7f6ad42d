/** The rejects of all files: counted, the first of them to be shown, and the whole. */

import type { Reject } from '../../candidates/candidate-record';
import type { RejectCount } from '../../candidates/store/rejects';
import { RejectsLostError, type Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import { ask, type WorkerAccess } from '../../app/ask';

/** Rejects read at a time where all are. */
const AT_ONCE = 5000;

export class RejectsState {
  counts = $state.raw<readonly RejectCount[]>([]);
  notice = $state.raw<Notice | null>(null);

  constructor(private readonly workers: WorkerAccess) {}

  get all(): number {
    return sum(this.counts);
  }

  /** How many records of a file name ids that were not found. */
  unknownIds(id: number): number {
    return sum(this.counts.filter((count) => count.id === id && count.code === 'unknown-id'));
  }

  /** Reads the counts again, which needs no DuckDB. */
  async count(): Promise<void> {
    const counts = await this.ask(({ candidates }) => candidates.rejectCounts());
    if (counts) this.counts = counts;
  }

  /** The first rejects of a file, by its key in the store, or of all files; none if a worker fails. */
  async first(limit: number, id?: number): Promise<readonly Reject[]> {
    return (await this.part(id, 0, limit)) ?? [];
  }

  /**
   * All rejects of a file, by its key in the store, or of all files.
   * @throws RejectsLostError if some cannot be read
   */
  async whole(id?: number): Promise<Reject[]> {
    const all: Reject[] = [];
    for (;;) {
      const part = await this.part(id, all.length, AT_ONCE);
      if (!part) throw new RejectsLostError();
      all.push(...part);
      if (part.length < AT_ONCE) return all;
    }
  }

  private part(id: number | undefined, offset: number, limit: number): Promise<readonly Reject[] | null> {
    const filter = id === undefined ? {} : { id };
    return this.ask(async ({ candidates }) => (await candidates.rejects(filter, { offset, limit })).rejects);
  }

  private ask<T>(question: (pair: Pick<WorkerPair, 'candidates'>) => Promise<T>): Promise<T | null> {
    this.notice = null;
    return ask(this.workers, question, (notice) => (this.notice = notice));
  }
}

function sum(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
