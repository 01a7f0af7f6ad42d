/** The records of a source as columns of ids, filled as its file is read. */

import type { CandidateRecord } from '../candidate-record';
import type { SourceStructure } from '../api';
import { QueryIdCheck } from './query-id-check';
import type { RecordKeys } from './record-rows';
import type { TextHash } from './text-hash';

const FIRST_LENGTH = 1024;

/** Whole numbers in a typed array that grows. */
class Integers {
  private values = new Int32Array(FIRST_LENGTH);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(Math.ceil(1.5 * this.length));
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  /** Gives up what is not used. */
  taken(): Int32Array {
    const taken = this.values.slice(0, this.length);
    this.values = new Int32Array(0);
    return taken;
  }
}

/** A source whose last record has come. */
export interface FilledColumns extends SourceStructure {
  /** Where each record starts in its file. */
  readonly places: Int32Array;
  /** Pairs whose negative is a positive of its very record, ascending. */
  readonly knownPositives: Int32Array;
  /** Further copies of negatives, and the first negative that has one. */
  readonly copies: { readonly count: number; readonly first: { record: number; passage: number } | null };
  readonly ids: QueryIdCheck;
  /** Whether a record has a value in the column of units. */
  readonly hasGroups: boolean;
}

export class SourceColumns {
  private readonly queries = new Integers();
  private readonly positives = new Integers();
  private readonly offsets = new Integers();
  private readonly negatives = new Integers();
  private readonly places = new Integers();
  private readonly knownPositives = new Integers();
  private readonly ids: QueryIdCheck;
  private copies = 0;
  private firstCopy: { record: number; passage: number } | null = null;
  private hasGroups = false;

  constructor(hash: TextHash) {
    this.ids = new QueryIdCheck(hash);
    this.offsets.push(0);
  }

  /** Records so far. */
  get length(): number {
    return this.queries.length;
  }

  add(record: CandidateRecord, { index, query, positive, negatives }: RecordKeys): void {
    const start = this.negatives.length;
    this.queries.push(query);
    this.positives.push(positive);
    for (const passage of negatives) this.negatives.push(passage);
    this.offsets.push(this.negatives.length);
    this.places.push(record.place);
    for (const position of [...record.knownPositives].sort((a, b) => a - b))
      this.knownPositives.push(start + position);
    const { copies } = record.origins;
    this.copies += copies.length;
    if (copies.length > 0 && this.firstCopy === null) {
      const position = Math.min(...copies.map((copy) => copy.position));
      this.firstCopy = { record: index, passage: negatives[position] as number };
    }
    this.ids.add(record.queryId, index, query, positive);
    this.hasGroups ||= record.group !== null;
  }

  /** @param id key of the source */
  filled(id: number): FilledColumns {
    return {
      id,
      queries: this.queries.taken(),
      positives: this.positives.taken(),
      offsets: this.offsets.taken(),
      negatives: this.negatives.taken(),
      places: this.places.taken(),
      knownPositives: this.knownPositives.taken(),
      copies: { count: this.copies, first: this.firstCopy },
      ids: this.ids,
      hasGroups: this.hasGroups,
    };
  }
}
