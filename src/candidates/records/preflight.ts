/** The checks of a source before a run, put together. */

import type { CheckFound, SourcePreflight } from '../outcomes';
import type { CheckedRecords } from '../store/source-checks';
import type { Tally } from './tally';

export interface Checked {
  readonly records: CheckedRecords;
  readonly scores: CheckFound | null;
  /** Whether the file names texts or queries by ids that companion files resolve. */
  readonly usesCompanions: boolean;
  /** Entries of the file with an id that no companion has; none for a source that is not the first of its file. */
  readonly unknownIds: CheckFound;
}

export function sourcePreflight({ records, scores, usesCompanions, unknownIds }: Checked): SourcePreflight {
  const { ids, ...others } = records;
  const applies = ids !== null || usesCompanions || unknownIds.count > 0;
  return {
    ...others,
    ids: applies
      ? {
          count: (ids?.count ?? 0) + unknownIds.count,
          example: ids?.example ?? unknownIds.example,
        }
      : null,
    scores,
    companions: usesCompanions ? { count: 0, example: null } : null,
  };
}

/** Entries that were rejected because no companion has an id that they name. */
export function unknownIdsOf(tally: Tally): CheckFound {
  const reason = tally.reasons().find(({ code }) => code === 'unknown-id');
  if (reason === undefined) return { count: 0, example: null };
  return { count: reason.count, example: { place: reason.place, query: null, text: reason.message } };
}
