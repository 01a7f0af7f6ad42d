/** Counts of a file's entries and of each source's records. */

import type { RejectReason } from '../errors';
import { SourceWarnings } from './reading-warnings';
import type { NormalisedRecord } from './record';
import type { Reject } from '../candidate-record';
import type { CheckExample, CheckFound, FileCounts } from '../outcomes';

/** Counts of whole entries: `read = loaded + merged + leftOut + rejected`. */
export type EntryCounts = Pick<
  FileCounts,
  'read' | 'loaded' | 'merged' | 'repeated' | 'leftOut' | 'rejected' | 'blankLines'
>;

/** Counts of one source that reading gives. */
export type ReadCounts = SourceTally['counts'];

/** Counts the entries of one file. */
export class Tally {
  read = 0;
  loaded = 0;
  merged = 0;
  repeated = 0;
  leftOut = 0;
  rejected = 0;
  blankLines = 0;
  /** Records of all sources. */
  records = 0;
  private readonly byCode = new Map<string, { -readonly [Key in keyof RejectReason]: RejectReason[Key] }>();

  addReject({ code, place, message }: Reject): void {
    this.rejected += 1;
    const reason = this.byCode.get(code);
    if (reason === undefined) this.byCode.set(code, { code, count: 1, place, message });
    else reason.count += 1;
  }

  /** Reject codes with their counts, most frequent first. */
  reasons(): RejectReason[] {
    return [...this.byCode.values()].sort((a, b) => b.count - a.count);
  }

  counts(): EntryCounts {
    const { read, loaded, merged, repeated, leftOut, rejected, blankLines } = this;
    return { read, loaded, merged, repeated, leftOut, rejected, blankLines };
  }
}

/** Counts the records of one source. */
export class SourceTally {
  readonly counts = {
    records: 0,
    pairs: 0,
    blankNegativesRemoved: 0,
    duplicateNegativesRemoved: 0,
    excludedNegatives: 0,
    hitsFound: 0,
    furtherPositivesIgnored: 0,
    positivesNotFound: 0,
    normalisedRecords: 0,
    negativesEqualPositive: 0,
    negativeScores: 0,
    missingScores: 0,
  };
  readonly warnings = new SourceWarnings();
  /** Records by number of negatives. */
  readonly byK = new Map<number, number>();
  private unscored = 0;
  private firstUnscored: CheckExample | null = null;
  private firstMissing: CheckExample | null = null;

  add(normalised: NormalisedRecord): void {
    const { counts } = this;
    const { record, scores } = normalised;
    const k = record.negatives.length;
    this.warnings.add(record);
    this.byK.set(k, (this.byK.get(k) ?? 0) + 1);
    counts.records += 1;
    counts.pairs += k;
    counts.blankNegativesRemoved += normalised.blankNegativesRemoved;
    counts.duplicateNegativesRemoved += normalised.duplicateNegativesRemoved;
    counts.excludedNegatives += normalised.excludedNegatives;
    counts.hitsFound = Math.max(counts.hitsFound, normalised.hitsFound);
    counts.furtherPositivesIgnored += normalised.furtherPositivesIgnored;
    counts.positivesNotFound += normalised.positivesNotFound;
    counts.normalisedRecords += Number(normalised.embeddingsRepaired);
    counts.negativesEqualPositive += record.knownPositives.length;
    counts.negativeScores += Number(scores === 'negative');
    counts.missingScores += Number(scores === 'missing');
    const example = { place: record.place, query: record.query, text: null };
    if (scores === 'missing') this.firstMissing ??= example;
    if (scores === null) {
      this.unscored += 1;
      this.firstUnscored ??= example;
    }
  }

  /** Records whose scores are missing or no finite numbers; null where no record has scores. */
  scoreCheck(): CheckFound | null {
    const { records, missingScores } = this.counts;
    if (this.unscored === records) return null;
    const first = [this.firstMissing, this.firstUnscored]
      .filter((each) => each !== null)
      .sort((a, b) => a.place - b.place);
    return { count: missingScores + this.unscored, example: first[0] ?? null };
  }

  /** The number of negatives that most records have, the larger one of two. */
  usualK(): number {
    const [first] = [...this.byK].sort(([a, m], [b, n]) => n - m || b - a);
    return first?.[0] ?? 0;
  }

  medianK(): number {
    return medianOfCounts(this.byK);
  }
}

/**
 * Median number of negatives of a record: the mean of the middle two for an even number of records.
 * @param byK records by number of negatives
 */
export function medianOfCounts(byK: Iterable<readonly [number, number]>): number {
  const ascending = [...byK].sort(([a], [b]) => a - b);
  const records = ascending.reduce((sum, [, count]) => sum + count, 0);
  const atRank = (rank: number): number => {
    let passed = 0;
    for (const [k, count] of ascending) {
      passed += count;
      if (passed > rank) return k;
    }
    return 0;
  };
  return (atRank(Math.floor((records - 1) / 2)) + atRank(Math.floor(records / 2))) / 2;
}
