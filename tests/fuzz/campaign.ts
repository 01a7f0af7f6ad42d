/** Damages a file in a seeded way, reads it and judges what came of it. An input is fixed by the seed and its number. */

import { basename } from 'node:path';

import type { CandidateRecord } from '../../src/candidates/candidate-record';
import { unpack } from '../../src/candidates/read/archive';
import { planFile } from '../../src/candidates/formats/plan';
import { loadFile } from '../../src/candidates/load';
import type { LoadOutcome } from '../../src/candidates/outcomes';
import { defaultLoadOptions, type LoadOptions } from '../../src/candidates/reading';
import { Companions } from '../../src/candidates/records/companions';
import { seededRandom } from '../../src/scoring/random';
import { MemoryStore } from '../candidates/memory-store';
import { damageOf } from './damage';
import { expectCounted, expectEveryLine, expectNoMixture, expectNoOldMixture, expectSame } from './judge';
import {
  plainCompanions,
  plainReading,
  textsOf,
  type PlainCompanions,
  type PlainReading,
  type PlainTable,
} from './plain-reading';
import { subjects } from './subjects';
import type { Bytes, Damaged, Mutation, Subject } from './types';

/** What came of one input. */
export interface Result {
  readonly mutation: string;
  /** `nothing`: this damage means nothing for this subject. */
  readonly status: LoadOutcome['status'] | 'nothing';
  readonly records: number;
  readonly milliseconds: number;
}

interface Loaded {
  readonly outcome: LoadOutcome;
  readonly records: readonly CandidateRecord[];
}

/** Reads one subject, damaged or not, again and again. */
export class Campaign {
  private readonly store = new MemoryStore();
  private readonly companions = new Companions();
  private readonly known: PlainCompanions;
  private readonly mutations: readonly Mutation[];

  private constructor(readonly subject: Subject) {
    this.known = plainCompanions(subject);
    this.mutations = damageOf(subject.container);
  }

  /** The records of the original, and the texts of each of its entries. */
  private original: readonly CandidateRecord[] = [];
  private originalTexts: readonly ReadonlySet<string>[] = [];

  static async start(subject: Subject): Promise<Campaign> {
    const campaign = new Campaign(subject);
    for (const { path, bytes } of subject.companions)
      await campaign.load(basename(path), bytes, defaultLoadOptions(path));
    const { outcome, records } = await campaign.load(subject.file, subject.bytes, subject.options);
    campaign.original = records;
    const reading = await campaign.reading(outcome, { bytes: subject.bytes });
    const entries = subject.columns?.[0]?.values.map((_, row) =>
      subject.columns?.map(({ values }) => values[row]),
    );
    campaign.originalTexts = (entries ?? reading?.all ?? []).map((entry) => textsOf(entry, campaign.known));
    campaign.forget(outcome);
    return campaign;
  }

  /** Ways in which the subject is damaged. */
  get ways(): number {
    return this.mutations.length;
  }

  /** What is done to the subject for an input. */
  wayOf(index: number): string {
    return this.mutations[index % this.mutations.length]?.name ?? '';
  }

  /**
   * Damages, reads and judges.
   * @param index of the input: the way of the damage, and with the seed its details
   * @throws Unsound, and whatever reading throws
   */
  async input(index: number, seed: number): Promise<Result> {
    const mutation = this.mutations[index % this.mutations.length];
    if (mutation === undefined) throw new Error(`no damage fits ${this.subject.name}`);
    const { name } = mutation;
    // Far apart for neighbours: 2^32 over the golden ratio.
    const random = seededRandom(seed + Math.imul(index, 0x9e3779b1));
    const applied = mutation.apply(this.subject, random);
    if (applied === null) return { mutation: name, status: 'nothing', records: 0, milliseconds: 0 };
    const damaged: Damaged = applied instanceof Uint8Array ? { bytes: applied } : applied;
    const start = performance.now();
    const { status, records } = isZip(damaged.bytes)
      ? await this.readArchive(damaged.bytes)
      : await this.readOne(this.subject.file, damaged, mutation.same === true);
    return { mutation: name, status, records, milliseconds: performance.now() - start };
  }

  private async readOne(
    name: string,
    damaged: Damaged,
    same: boolean,
  ): Promise<{ status: LoadOutcome['status']; records: number }> {
    const { outcome, records } = await this.load(name, damaged.bytes, this.subject.options);
    const rejects = this.store.kept.get(outcome.id) ?? [];
    const { status } = outcome;
    expectCounted(outcome, name, rejects, this.store.written);
    expectEveryLine(outcome, damaged.bytes);
    if (same) expectSame(records, this.original);
    if (outcome.status === 'loaded') {
      const reading = await this.reading(outcome, damaged);
      if (reading !== null)
        expectNoMixture(records, reading, this.known, outcome.loaded.interpretation.format);
      else if (this.subject.container !== 'Parquet') expectNoOldMixture(records, this.originalTexts);
    }
    this.forget(outcome);
    return { status, records: records.length };
  }

  /** As the page does it: what an archive holds is read file by file, and one that holds nothing is refused as a file. */
  private async readArchive(bytes: Bytes): Promise<{ status: LoadOutcome['status']; records: number }> {
    const members = await unpack(new File([bytes], 'a.zip'), new AbortController().signal).catch(() => []);
    let records = 0;
    let status: LoadOutcome['status'] = 'refused';
    for (const { path, file } of members) {
      const { outcome, records: found } = await this.load(
        file.name,
        new Uint8Array(await file.arrayBuffer()),
        { ...this.subject.options, path },
      );
      expectCounted(outcome, file.name, this.store.kept.get(outcome.id) ?? [], this.store.written);
      records += found.length;
      if (outcome.status !== 'refused') status = outcome.status;
      this.forget(outcome);
    }
    if (members.length > 0) return { status, records };
    return this.readOne('a.zip', { bytes }, false);
  }

  private async load(name: string, bytes: Bytes, options: LoadOptions): Promise<Loaded> {
    const outcome = await loadFile(
      {
        store: this.store.store,
        companions: this.companions,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      },
      new File([bytes], name),
      options,
    );
    const records = outcome.status === 'loaded' ? [...this.store.written.values()].flat() : [];
    return { outcome, records };
  }

  /** What stands where, by other means than the program's; null where they do not read the file. */
  private async reading(outcome: LoadOutcome, { bytes, rows }: Damaged): Promise<PlainReading | null> {
    if (rows !== undefined) return { all: rows, at: (place) => rows[place - 1] };
    if (outcome.status !== 'loaded') return null;
    const { container } = outcome.loaded.interpretation;
    const isTable = container === 'CSV' || container === 'TSV';
    return plainReading(bytes, container, isTable ? await this.tableOf(bytes) : null);
  }

  private async tableOf(bytes: Bytes): Promise<PlainTable | null> {
    const { file, options } = this.subject;
    const { open } = await planFile(new File([bytes], file), options, new AbortController().signal);
    return open.table === null
      ? null
      : { delimiter: open.table.delimiter, hasHeader: open.table.header === 'first' };
  }

  /** Companions among the damaged files must not serve the next ones. */
  private forget(outcome: LoadOutcome): void {
    if (outcome.status === 'companion') this.companions.remove(outcome.id);
    this.store.kept.delete(outcome.id);
  }
}

const isZip = (bytes: Bytes): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** What the parent of a fuzzing process asks for. */
interface Job {
  /** Text in the names of the subjects, or the name of one. */
  readonly only: string;
  readonly seed: number;
  /** Numbers of the inputs, [from, to). */
  readonly from: number;
  readonly to: number;
}

/** What the process says of an input: that it begins, and what came of it. */
type Told =
  | { readonly type: 'begins'; readonly input: number; readonly subject: string; readonly index: number }
  | ({ readonly type: 'read'; readonly input: number } & Result)
  | { readonly type: 'failed'; readonly input: number; readonly message: string }
  | { readonly type: 'done' };

/** Reads the inputs of a job. Input n is damage n/S (rounded down) of subject n mod S, of S subjects. */
export async function perform(job: Job, tell: (told: Told) => void): Promise<void> {
  const chosen = await subjects(job.only);
  const one = chosen.filter(({ name }) => name === job.only);
  const campaigns: Campaign[] = [];
  for (const subject of one.length > 0 ? one : chosen) campaigns.push(await Campaign.start(subject));
  for (let input = job.from; input < job.to; input += 1) {
    const campaign = campaigns[input % campaigns.length];
    if (campaign === undefined) throw new Error(`no file to damage has “${job.only}” in its name`);
    const index = Math.floor(input / campaigns.length);
    tell({ type: 'begins', input, subject: campaign.subject.name, index });
    try {
      tell({ type: 'read', input, ...(await campaign.input(index, job.seed)) });
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      tell({ type: 'failed', input, message: `${campaign.wayOf(index)}: ${message}` });
    }
  }
  tell({ type: 'done' });
}
