import { describe, expect, it } from 'vitest';

import { allRemarks } from '../../../../src/pages/rank/result/remarks';
import { fileCounts } from '../../../support/results';

const COUNTS = fileCounts({
  merged: 2,
  repeated: 51,
  leftOut: 1000,
  blankNegativesRemoved: 1,
  duplicateNegativesRemoved: 2,
  furtherPositivesIgnored: 3,
  normalisedRecords: 4,
  negativesEqualPositive: 5,
  recordsOfKnownPositives: 6,
  missingScores: 8,
  duplicateQueryIds: 9,
});

const OF_SOURCE = [
  '2 duplicate negatives removed',
  '1 blank negative removed',
  '3 further positives ignored',
];
const OF_FILE = [
  '2 lines joined by query and positive',
  '51 repeated lines',
  '1,000 records left out by the sample',
];
const OF_SOURCE_TOO = [
  '4 records brought to unit norm',
  '6 records with known positives only as negatives',
  '8 records with a missing score',
  '9 records with the query id of an earlier one',
];

describe('remarks', () => {
  it('are those of file and source where the file is one source', () => {
    expect(allRemarks(COUNTS)).toEqual([...OF_SOURCE, ...OF_FILE, ...OF_SOURCE_TOO]);
  });
});
