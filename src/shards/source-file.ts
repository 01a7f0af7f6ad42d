/** What reading the files of a source told, in a form in which shards add up. */

import type { PlaceKind } from '../candidates/candidate-record';
import type { Interpretation, ReadingWarning } from '../candidates/reading';
import { SourceWarnings, type SourceLooks } from '../candidates/records/reading-warnings';
import { SourceTally, type EntryCounts, type ReadCounts } from '../candidates/records/tally';
import type { ShardReading } from './reading';

export interface SourceFile {
  /** How the first shard was read. */
  readonly interpretation: Interpretation;
  readonly place_kind: PlaceKind;
  readonly entries: EntryCounts;
  readonly counts: ReadCounts;
  /** Records by number of negatives. */
  readonly by_k: readonly (readonly [number, number])[];
  readonly looks: SourceLooks;
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
    by_k: [...tally.byK],
    looks: tally.warnings.looks(),
    field_signs: reading.warnings.found(reading.placeKind),
  };
}

/** Both together. @param first of the shard that comes first in the whole file */
export function addedFiles(first: SourceFile, second: SourceFile): SourceFile {
  const byK = new Map(first.by_k);
  for (const [k, records] of second.by_k) byK.set(k, (byK.get(k) ?? 0) + records);
  const warnings = new SourceWarnings();
  warnings.addLooks(first.looks);
  warnings.addLooks(second.looks);
  const signs = new Map(
    [...second.field_signs, ...first.field_signs].map((sign) => [sign.code + sign.message, sign]),
  );
  return {
    ...first,
    entries: addedCounts(first.entries, second.entries),
    counts: addedCounts(first.counts, second.counts),
    by_k: [...byK].sort(([a], [b]) => a - b),
    looks: warnings.looks(),
    field_signs: [...signs.values()].sort(
      (a, b) => Number(a.message > b.message) - Number(a.message < b.message),
    ),
  };
}

function addedCounts<T extends Readonly<Record<string, number>>>(a: T, b: T): T {
  return Object.fromEntries(Object.entries(a).map(([key, count]) => [key, count + (b[key] ?? 0)])) as T;
}
