/** Counts of a file's entries and of each source's records. */

import { medianK } from '../../scoring/k-counts';
import { SourceWarnings } from './reading-warnings';
import { NO_COUNTS, type CandidateRecord, type ReadCounts, type Reject } from '../candidate-record';
import {
  EXAMPLE_LENGTH,
  type CheckExample,
  type CheckFound,
  type EntryCounts,
  type LoadedSource,
} from '../outcomes';

/** Rejects of one code, with the first of them. */
interface RejectReason extends Pick<Reject, 'code' | 'place' | 'message'> {
  count: number;
}

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
  private readonly byCode = new Map<string, RejectReason>();

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

/** Counts that add up over records. */
const COUNTED = (Object.keys(NO_COUNTS) as (keyof ReadCounts)[]).filter((name) => name !== 'hitsFound');

export class SourceTally {
  /** Of the source in the store; null before it has one. */
  key: number | null = null;
  readonly counts = { ...NO_COUNTS };
  readonly warnings = new SourceWarnings();
  /** Records by number of negatives and copies. */
  private readonly rows = new Map<string, LoadedSource['byK'][number]>();
  private unscored = 0;
  private firstWithout: CheckExample | null = null;

  add(record: CandidateRecord): void {
    const { counts } = this;
    const { scoreCheck: scores } = record;
    const copies = record.counts.duplicateNegativesRemoved;
    const k = record.negatives.length;
    this.warnings.add(record);
    this.countK(k, copies, record);
    for (const name of COUNTED) counts[name] += record.counts[name];
    counts.hitsFound = Math.max(counts.hitsFound, record.counts.hitsFound);
    if (scores === null) this.unscored += 1;
    if (scores !== 'fine') this.firstWithout ??= { place: record.place, query: record.query, text: null };
  }

  /** Records whose scores are missing or no finite numbers; null where no record has scores. */
  scoreCheck(): CheckFound | null {
    const { records, missingScores } = this.counts;
    if (this.unscored === records) return null;
    return { count: missingScores + this.unscored, example: this.firstWithout };
  }

  /** Records by number of negatives, the smallest first. */
  byK(): LoadedSource['byK'] {
    return [...this.rows.values()].sort((a, b) => a.k - b.k || a.copies - b.copies);
  }

  medianK(): number {
    return medianK(this.byK());
  }

  private countK(k: number, copies: number, { place, query }: CandidateRecord): void {
    const key = `${k} ${copies}`;
    const { records, first } = this.rows.get(key) ?? {
      records: 0,
      first: { place, query: query.slice(0, EXAMPLE_LENGTH) },
    };
    this.rows.set(key, { k, copies, records: records + 1, first });
  }
}
