import { describe, expect, it } from 'vitest';

import { exportInWords, writtenInWords } from '../../../../src/pages/audit/basket/basket-words';

describe('writtenInWords', () => {
  it('names both files and counts what is not in the first', () => {
    const cleaned = {
      name: 'a.cleaned.jsonl',
      reasonsName: 'a.removed.csv',
      zipName: 'a.cleaned.zip',
      zip: new Blob([]),
      pairsRemoved: 1234,
      recordsRemoved: 1,
    };
    expect(writtenInWords(cleaned)).toBe(
      'a.cleaned.zip holds a.cleaned.jsonl without 1,234 pairs and 1 record, and a.removed.csv, which says why each pair went.',
    );
  });
});

describe('exportInWords', () => {
  it('says how much was read, how fast, and how long the rest will take', () => {
    expect(exportInWords({ bytesRead: 120e6, bytesTotal: 1e9, rate: 44e6, secondsLeft: 20 })).toBe(
      'Read: 120 MB of 1.0 GB, 44 MB per second, 20 s left',
    );
  });
});
