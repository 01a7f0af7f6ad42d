/** What reading the files of a source told, in a form in which shards add up. */

import type { PlaceKind } from '../candidates/candidate-record';
import type { Interpretation, ReadingWarning } from '../candidates/reading';
import type { RecordsOfK } from '../scoring/k-counts';
import { SourceTally, type EntryCounts, type ReadCounts } from '../candidates/records/tally';
import type { ShardReading } from './reading';

export interface SourceFile {
  /** How the first shard was read. */
  readonly interpretation: Interpretation;
  readonly place_kind: PlaceKind;
  readonly entries: EntryCounts;
  readonly counts: ReadCounts;
  /** Records by number of negatives. */
  readonly by_k: readonly RecordsOfK[];
  /** Signs of a wrong reading that the fields gave. */
  readonly field_signs: readonly ReadingWarning[];
}

/** What reading one shard told. */
export function sourceFileOf({ plan, reading }: ShardReading): SourceFile {
  const tally = reading.sources.get(null) ?? new SourceTally();
  return {
    interpretation: plan.interpretation,
    place_kind: reading.placeKind,
    entries: reading.tally.counts(),
    counts: tally.counts,
    by_k: tally.byK().map(({ k, copies, records }) => ({ k, copies, records })),
    field_signs: reading.warnings.found(reading.placeKind),
  };
}

/** Both together. @param first of the shard that comes first in the whole file */
export function addedFiles(first: SourceFile, second: SourceFile): SourceFile {
  const signs = new Map(
    [...second.field_signs, ...first.field_signs].map((sign) => [sign.code + sign.message, sign]),
  );
  return {
    ...first,
    entries: addedCounts(first.entries, second.entries),
    counts: addedCounts(first.counts, second.counts),
    by_k: addedRows(first.by_k, second.by_k),
    field_signs: [...signs.values()].sort(
      (a, b) => Number(a.message > b.message) - Number(a.message < b.message),
    ),
  };
}

/** Ascending, so that shards in another order give the same. */
function addedRows(a: readonly RecordsOfK[], b: readonly RecordsOfK[]): RecordsOfK[] {
  const rows = new Map<string, RecordsOfK>();
  for (const row of [...a, ...b]) {
    const key = `${row.k} ${row.copies}`;
    rows.set(key, { ...row, records: (rows.get(key)?.records ?? 0) + row.records });
  }
  return [...rows.values()].sort((one, other) => one.k - other.k || one.copies - other.copies);
}

function addedCounts<T extends Readonly<Record<string, number>>>(a: T, b: T): T {
  return Object.fromEntries(Object.entries(a).map(([key, count]) => [key, count + (b[key] ?? 0)])) as T;
}
