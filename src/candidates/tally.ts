import type { RejectReason } from './errors';
import type { NormalisedRecord } from './record';
import type { FileCounts, Reject } from './types';

/** Counts what becomes of one file's lines, elements or rows. */
export class Tally {
  read = 0;
  records = 0;
  merged = 0;
  rejected = 0;
  blankLines = 0;
  #pairs = 0;
  #blankNegatives = 0;
  #duplicateNegatives = 0;
  #furtherPositives = 0;
  #repaired = 0;
  /** Records by number of negatives. */
  readonly #byK = new Map<number, number>();
  readonly #reasons = new Map<string, { code: string; count: number; place: number; message: string }>();

  addRecord(normalised: NormalisedRecord): void {
    const k = normalised.record.negatives.length;
    this.records += 1;
    this.#pairs += k;
    this.#byK.set(k, (this.#byK.get(k) ?? 0) + 1);
    this.#blankNegatives += normalised.blankNegativesRemoved;
    this.#duplicateNegatives += normalised.duplicateNegativesRemoved;
    this.#furtherPositives += normalised.furtherPositivesIgnored;
    if (normalised.embeddingsRepaired) this.#repaired += 1;
  }

  addReject({ code, place, message }: Reject): void {
    this.rejected += 1;
    const reason = this.#reasons.get(code);
    if (reason === undefined) this.#reasons.set(code, { code, count: 1, place, message });
    else reason.count += 1;
  }

  /** Reject codes with their counts, most frequent first. */
  reasons(): RejectReason[] {
    return [...this.#reasons.values()].sort((a, b) => b.count - a.count);
  }

  counts(): FileCounts {
    return {
      read: this.read,
      records: this.records,
      merged: this.merged,
      rejected: this.rejected,
      blankLines: this.blankLines,
      pairs: this.#pairs,
      blankNegativesRemoved: this.#blankNegatives,
      duplicateNegativesRemoved: this.#duplicateNegatives,
      furtherPositivesIgnored: this.#furtherPositives,
      normalisedRecords: this.#repaired,
    };
  }

  /** Median number of negatives over the records: the mean of the middle two where their number is even. */
  medianK(): number {
    const ascending = [...this.#byK].sort(([a], [b]) => a - b);
    const atRank = (rank: number): number => {
      let passed = 0;
      for (const [k, count] of ascending) {
        passed += count;
        if (passed > rank) return k;
      }
      return 0;
    };
    return (atRank(Math.floor((this.records - 1) / 2)) + atRank(Math.floor(this.records / 2))) / 2;
  }
}
