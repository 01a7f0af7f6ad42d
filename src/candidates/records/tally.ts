/** Counts of what becomes of a file's entries, and of each source's records. */

import type { RejectReason } from '../errors';
import { SourceWarnings } from './reading-warnings';
import type { NormalisedRecord } from './record';
import type { Reject } from '../candidate-record';
import type { FileCounts } from '../outcomes';

/** Counts of whole entries: `read = loaded + merged + leftOut + rejected`. */
export type EntryCounts = Pick<
  FileCounts,
  'read' | 'loaded' | 'merged' | 'leftOut' | 'rejected' | 'blankLines'
>;

/** Counts of one source that reading alone can tell. */
export type ReadCounts = Pick<
  FileCounts,
  | 'records'
  | 'pairs'
  | 'blankNegativesRemoved'
  | 'duplicateNegativesRemoved'
  | 'furtherPositivesIgnored'
  | 'positivesNotFound'
  | 'normalisedRecords'
  | 'negativesEqualPositive'
  | 'negativeScores'
  | 'missingScores'
>;

/** Counts what becomes of one file's lines, elements or rows. */
export class Tally {
  read = 0;
  loaded = 0;
  merged = 0;
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
    const { read, loaded, merged, leftOut, rejected, blankLines } = this;
    return { read, loaded, merged, leftOut, rejected, blankLines };
  }
}

/** Counts the records of one source. */
export class SourceTally {
  private recordCount = 0;
  private pairs = 0;
  private blankNegatives = 0;
  private duplicateNegatives = 0;
  private furtherPositives = 0;
  private positivesNotFound = 0;
  private repaired = 0;
  private equalPositive = 0;
  private negativeScores = 0;
  private missingScores = 0;
  /** Signs that the source was read otherwise than it was meant. */
  readonly warnings = new SourceWarnings();
  /** Records by number of negatives. */
  private readonly byK = new Map<number, number>();

  add(normalised: NormalisedRecord): void {
    const { record, scores } = normalised;
    const k = record.negatives.length;
    this.warnings.add(record);
    this.recordCount += 1;
    this.pairs += k;
    this.byK.set(k, (this.byK.get(k) ?? 0) + 1);
    this.blankNegatives += normalised.blankNegativesRemoved;
    this.duplicateNegatives += normalised.duplicateNegativesRemoved;
    this.furtherPositives += normalised.furtherPositivesIgnored;
    this.positivesNotFound += normalised.positivesNotFound;
    if (normalised.embeddingsRepaired) this.repaired += 1;
    this.equalPositive += record.knownPositives.length;
    if (scores === 'negative') this.negativeScores += 1;
    if (scores === 'missing') this.missingScores += 1;
  }

  counts(): ReadCounts {
    return {
      records: this.recordCount,
      pairs: this.pairs,
      blankNegativesRemoved: this.blankNegatives,
      duplicateNegativesRemoved: this.duplicateNegatives,
      furtherPositivesIgnored: this.furtherPositives,
      positivesNotFound: this.positivesNotFound,
      normalisedRecords: this.repaired,
      negativesEqualPositive: this.equalPositive,
      negativeScores: this.negativeScores,
      missingScores: this.missingScores,
    };
  }

  /** Median number of negatives over the records: the mean of the middle two where their number is even. */
  medianK(): number {
    const ascending = [...this.byK].sort(([a], [b]) => a - b);
    const atRank = (rank: number): number => {
      let passed = 0;
      for (const [k, count] of ascending) {
        passed += count;
        if (passed > rank) return k;
      }
      return 0;
    };
    return (atRank(Math.floor((this.recordCount - 1) / 2)) + atRank(Math.floor(this.recordCount / 2))) / 2;
  }
}
