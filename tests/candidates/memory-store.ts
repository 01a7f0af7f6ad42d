/** A store that keeps nothing but counts, for reading thousands of files where DuckDB is not what is looked at. */

import type { FilePlan } from '../../src/candidates/formats/plan';
import type { SourceChecks } from '../../src/candidates/store/source-checks';
import type { CandidateStore, StoredFile } from '../../src/candidates/store/store';
import type { CandidateRecord, Reject } from '../../src/candidates/candidate-record';
import type { LoadedFile } from '../../src/candidates/outcomes';

export class MemoryStore {
  readonly capacity = 1e9;
  /** Rejects that were kept, by file. */
  readonly kept = new Map<number, Reject[]>();
  /** Records that were written since the last `write`, by source. */
  written = new Map<number, CandidateRecord[]>();
  private next = 1;

  readonly rejects = {
    add: (id: number, rejects: readonly Reject[]): Promise<void> => {
      this.kept.set(id, [...(this.kept.get(id) ?? []), ...rejects]);
      return Promise.resolve();
    },
    drop: (id: number): Promise<void> => {
      this.kept.delete(id);
      return Promise.resolve();
    },
  };

  /** As the loader takes it. */
  get store(): CandidateStore<FilePlan> {
    return this as unknown as CandidateStore<FilePlan>;
  }

  newKey(): number {
    return this.next++;
  }

  write() {
    this.written = new Map();
    return Promise.resolve({
      full: false,
      take: (record: CandidateRecord, source: number): void => {
        const own = this.written.get(source);
        if (own === undefined) this.written.set(source, [record]);
        else own.push(record);
      },
      flush: () => Promise.resolve(),
      rollback: () => Promise.resolve(),
    });
  }

  check(): Promise<SourceChecks> {
    const repeats = { query: 0, positive: 0, negative: 0 };
    const none = { count: 0, example: null };
    const boilerplate = { ...none, texts: [], shuffled: false };
    const preflight = { ids: null, positives: none, repeats: none, boilerplate };
    return Promise.resolve({
      meetings: [],
      recordsOfKnownPositives: 0,
      duplicateQueryIds: 0,
      repeats,
      preflight,
    });
  }

  commit(_: unknown, { loaded }: StoredFile): Promise<LoadedFile> {
    return Promise.resolve(loaded);
  }

  keepWithout(): void {
    // Nothing is removed from this store.
  }

  files(): readonly StoredFile[] {
    return [];
  }

  sourceWithEmbeddings(): null {
    return null;
  }

  memory(): Promise<number> {
    return Promise.resolve(0);
  }
}
