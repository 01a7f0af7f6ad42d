/** The records of one shard, read as the page reads files, in batches: nothing of the file is kept. */

import type { CandidateRecord, Reject } from '../candidates/candidate-record';
import { planFile, type FilePlan } from '../candidates/formats/plan';
import { defaultLoadOptions } from '../candidates/reading';
import { Companions } from '../candidates/records/companions';
import { FilePasses } from '../candidates/records/file-passes';
import type { FileReading } from '../candidates/records/reader';
import { ShardError } from './errors';

export type EmbeddedRecord = CandidateRecord & {
  readonly embeddings: NonNullable<CandidateRecord['embeddings']>;
};

export class ShardReading {
  private constructor(
    readonly plan: FilePlan,
    readonly reading: FileReading,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * @param normalise bring embeddings of another norm to norm 1 instead of rejecting the record
   * @param group the column of units; null: none
   * @throws CandidatesError, ShardError for a file without embeddings, or with ids in place of texts
   */
  static async open(file: File, normalise: boolean, group: string | null = null): Promise<ShardReading> {
    const { signal } = new AbortController();
    const label = { kind: 'file' } as const;
    const options = { ...defaultLoadOptions(file.name), normalise, group, label };
    const plan = await planFile(file, options, signal);
    if ('fields' in plan || 'companion' in plan) {
      const advice = 'Expected records with query, positive and negatives; docs/FORMATS.md has the layouts.';
      throw new ShardError(`${file.name}: no candidates were found. ${advice}`);
    }
    if (plan.namesIds) {
      throw new ShardError(
        `${file.name}: its records name ids. Expected texts: write them into the records.`,
      );
    }
    if (!plan.embedded) {
      const fields = 'query_embedding, positive_embedding and negative_embeddings';
      throw new ShardError(
        `${file.name}: its records have no embeddings. Expected ${fields} in each record.`,
      );
    }
    const rules = { normalise, expected: true, other: null };
    const passes = new FilePasses(plan, options, rules, new Companions(), signal, () => undefined);
    const { reading } = await passes.prepare(false);
    return new ShardReading(plan, reading, signal);
  }

  /** @param onRejects gets the rejects of each batch @throws CandidatesError */
  async *batches(onRejects: (rejects: readonly Reject[]) => void): AsyncGenerator<readonly EmbeddedRecord[]> {
    for await (const { records, rejects } of this.reading.batches(this.signal, {
      onBytes: () => undefined,
    })) {
      onRejects(rejects);
      yield records.filter(hasEmbeddings);
    }
  }
}

function hasEmbeddings(record: CandidateRecord): record is EmbeddedRecord {
  return record.embeddings !== null;
}
