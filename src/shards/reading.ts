/** The records of one shard, read as the page reads files, in batches: nothing of the file is kept. */

import type { CandidateRecord, Reject } from '../candidates/candidate-record';
import { planFile, type FilePlan } from '../candidates/formats/plan';
import { defaultLoadOptions } from '../candidates/reading';
import { Companions } from '../candidates/records/companions';
import { FilePasses } from '../candidates/records/file-passes';
import type { FileReading } from '../candidates/records/reader';
import { SourceTally } from '../candidates/records/tally';
import { ShardError, type ReadFile, type Shard } from './parts';

export type EmbeddedRecord = CandidateRecord & {
  readonly embeddings: NonNullable<CandidateRecord['embeddings']>;
};

/** One file, which is opened when its turn comes. */
export interface ShardFile extends Shard {
  open(): Promise<File>;
}

/** Tells how far it is: the file, and its records so far. */
export type OnRecords = (file: string, records: number) => void;

const REPEATS_UNSEEN = { query: 0, positive: 0, negative: 0 };

export class ShardReading {
  private constructor(
    private readonly plan: FilePlan,
    private readonly reading: FileReading,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * @param normalise bring embeddings of another norm to norm 1 instead of rejecting the record
   * @param group the column of units; null: none
   * @throws CandidatesError, ShardError for a file without embeddings, or with ids in place of texts
   */
  static async open(file: File, normalise: boolean, group: string | null = null): Promise<ShardReading> {
    const { signal } = new AbortController();
    const options = { ...defaultLoadOptions(file.name), normalise, group, label: { kind: 'file' } as const };
    const plan = await planFile(file, options, signal);
    if ('fields' in plan || 'companion' in plan || plan.namesIds || !plan.embedded) {
      throw new ShardError(
        `${file.name}: expected records with query, positive, negatives, all as texts, and query_embedding, ` +
          'positive_embedding and negative_embeddings (docs/FORMATS.md).',
      );
    }
    const rules = { normalise, expected: true, other: null };
    const passes = new FilePasses(plan, options, rules, new Companions(), signal, () => undefined);
    return new ShardReading(plan, (await passes.prepare(false)).reading, signal);
  }

  /** @param rejects get those of the file @throws CandidatesError */
  async *records(rejects: Reject[] = []): AsyncGenerator<EmbeddedRecord> {
    for await (const batch of this.reading.batches(this.signal, { onBytes: () => undefined })) {
      rejects.push(...batch.rejects);
      for (const record of batch.records) {
        const { embeddings } = record;
        if (embeddings !== null) yield { ...record, embeddings };
      }
    }
  }

  /** Once it was read. */
  get told(): ReadFile {
    const { plan, reading } = this;
    const tally = reading.sources.get(null) ?? new SourceTally();
    const counts = { ...reading.tally.counts(), ...tally.counts };
    return {
      interpretation: plan.interpretation,
      placeKind: reading.placeKind,
      counts: { ...counts, recordsOfKnownPositives: 0, duplicateQueryIds: 0 },
      byK: tally.byK().map(({ k, copies, records }) => ({ k, copies, records })),
      warnings: [...reading.warnings.found(reading.placeKind), ...tally.warnings.found(REPEATS_UNSEEN)],
    };
  }
}
