/** Negatives of other kinds put into a source, and its columns with them. Nothing is encoded for it. */

import { fillGeometry } from '../engine/blocks';
import type { FinishedRun } from '../engine/finished-run';
import { distinctIds } from '../engine/lexicon';
import { PassageVectors } from '../engine/passage-vectors';
import type { SourceData } from '../engine/source-data';
import type { Task } from '../engine/task';
import type { IdRecords } from '../scoring/controls';
import { cosine, embedded, type Embedded } from '../scoring/neighbours';
import { pairRange } from '../scoring/pairs';
import { shuffled } from '../scoring/random';
import { withNegatives } from './made';

/** The nearest positives of other queries that are tried for a record. */
const MOST_NEAR = 50;

/** Draws from the pool for a record: some of its passages may stand there already. */
const DRAWS_PER_PASSAGE = 20;

/** Between two looks at the clock, and between two words on the progress. */
const RECORDS_AT_ONCE = 64;

/** Gives passages for a record, in the order in which they are to be taken. */
export type Supply = (record: number, random: () => number) => Iterable<number>;

/** One kind of negatives to put in. */
export interface ForeignPart {
  /** Of the pairs, of [0, 1]; of all parts together at most 1. */
  readonly share: number;
  readonly supply: Supply;
  /** True where a record may get the same passage more than once. */
  readonly repeats: boolean;
}

export interface ForeignRecords {
  readonly records: IdRecords;
  /** By pair: the place of the part that it comes from; −1 for a negative of the source. */
  readonly from: Int8Array;
  /** Records with at least one pair that was put in, ascending. */
  readonly changed: readonly number[];
}

/**
 * Replaces drawn negatives of each record. A part takes share·K of them in the mean: rounded down, or up where a number
 * drawn for the record is below what is left. Fewer where its supply ends.
 * @param randomOf gives the random numbers of a record
 */
export function withForeign<Records extends IdRecords>(
  records: Records,
  parts: readonly ForeignPart[],
  randomOf: (record: number) => () => number,
): ForeignRecords & { readonly records: Records } {
  const negatives = records.negatives.slice();
  const from = new Int8Array(negatives.length).fill(-1);
  const changed: number[] = [];
  for (const [record] of records.queries.entries()) {
    const { start, end } = pairRange(records.offsets, record);
    const random = randomOf(record);
    const counts = countsOf(parts, end - start, random());
    if (counts.every((count) => count === 0)) continue;
    const taken = new Set(records.negatives.subarray(start, end));
    const places = shuffled(
      Array.from({ length: end - start }, (_, k) => start + k),
      random,
    );
    for (const [p, { supply, repeats }] of parts.entries()) {
      let left = counts[p] ?? 0;
      if (left === 0) continue;
      for (const passage of supply(record, random)) {
        if (!repeats && taken.has(passage)) continue;
        taken.add(passage);
        const pair = places.pop() as number;
        negatives[pair] = passage;
        from[pair] = p;
        if (--left === 0) break;
      }
    }
    changed.push(record);
  }
  return { records: { ...records, negatives }, from, changed };
}

/** How many of K negatives each part takes: the steps of its running sum, each rounded up where `drawn` is below its rest. */
function countsOf(parts: readonly ForeignPart[], k: number, drawn: number): number[] {
  let exact = 0;
  let before = 0;
  return parts.map(({ share }) => {
    exact += share * k;
    const upTo = Math.min(k, Math.floor(exact) + Number(drawn < exact - Math.floor(exact)));
    const count = upTo - before;
    before = upTo;
    return count;
  });
}

/** What can be put into one source of a run. */
export class ForeignSupplies {
  readonly passages: PassageVectors;
  private readonly pool: Int32Array;
  private positives: readonly { readonly id: number; readonly at: Embedded }[] | null = null;
  private readonly nearest = new Map<number, readonly number[]>();

  constructor(
    private readonly run: Pick<FinishedRun, 'sources' | 'positives' | 'lexicon'>,
    readonly base: SourceData,
  ) {
    this.passages = new PassageVectors(run.sources);
    this.pool = distinctIds(
      run.sources.flatMap(({ structure }) => [structure.positives, structure.negatives]),
    );
  }

  /** Passages of any record of the run, but not the record's positive. */
  readonly random = (record: number, random: () => number): Iterable<number> => {
    const { pool, base } = this;
    const own = base.structure.positives[record];
    return (function* () {
      for (let draws = DRAWS_PER_PASSAGE * pool.length; draws > 0; draws--) {
        const passage = pool[Math.floor(random() * pool.length)] as number;
        if (passage !== own) yield passage;
      }
    })();
  };

  /** The record's positive. @param most times that it is given */
  copies(most: number): Supply {
    const { positives } = this.base.structure;
    return function* (record) {
      for (let times = 0; times < most; times++) yield positives[record] as number;
    };
  }

  /** Positives of other queries by their cosine to the record's own, as the control `false-negative` takes them. */
  readonly near = (record: number): readonly number[] => {
    const known = this.nearest.get(record) ?? this.nearestOthers(record);
    this.nearest.set(record, known);
    return known;
  };

  /**
   * Compares all positives, so that `near` has its answers at hand.
   * @param onPairs gets how many more pairs stand in the records that were compared
   * @throws RunCancelledError
   */
  async compare(task: Task, onPairs: (count: number) => void): Promise<void> {
    const { queries, offsets } = this.base.structure;
    let told = 0;
    for (const [record] of queries.entries()) {
      this.near(record);
      if (record % RECORDS_AT_ONCE === RECORDS_AT_ONCE - 1 || record === queries.length - 1) {
        const { end } = pairRange(offsets, record);
        onPairs(end - told);
        told = end;
      }
      await task.breathe();
    }
  }

  private nearestOthers(record: number): readonly number[] {
    const { queries, positives } = this.base.structure;
    const at = (id: number) => embedded(this.passages.of(id));
    this.positives ??= [...new Set(positives)].map((id) => ({ id, at: at(id) }));
    const own = positives[record] as number;
    const query = queries[record] as number;
    const ownAt = at(own);
    return this.positives
      .filter(({ id }) => id !== own && this.run.positives.isPositiveOfAnother(id, query))
      .map((other) => ({ id: other.id, nearness: cosine(ownAt, other.at) }))
      .sort((a, b) => b.nearness - a.nearness)
      .slice(0, MOST_NEAR)
      .map(({ id }) => id);
  }

  /** The source with these records: its own columns but for the records that changed. @throws RunCancelledError */
  async measured({ records, changed }: ForeignRecords, task: Task): Promise<SourceData> {
    const { base, passages } = this;
    const source = withNegatives(base, base.name, records, passages);
    const { margin, locality, distance, coverage } = base.columns;
    source.columns.margin.set(margin);
    source.columns.locality.set(locality);
    source.columns.distance.set(distance);
    source.columns.coverage.set(coverage);
    for (const record of changed) {
      fillGeometry(source, record);
      if (record % RECORDS_AT_ONCE === 0) await task.breathe();
    }
    await this.run.lexicon.cover(source, changed, task);
    return source;
  }
}
