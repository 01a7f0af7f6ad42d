import { describe, expect, it } from 'vitest';

import { exportInWords, writtenInWords } from '../../../../src/pages/audit/basket/basket-words';

describe('writtenInWords', () => {
  it('names the file, or counts them, and what is not in them', () => {
    const cleaned = {
      names: ['a.cleaned.jsonl'],
      zipName: 'a.cleaned.zip',
      zip: new Blob([]),
      pairsRemoved: 1234,
      recordsRemoved: 1,
    };
    expect(writtenInWords(cleaned)).toBe(
      'a.cleaned.zip holds a.cleaned.jsonl without 1,234 pairs and 1 record, and says of each pair why it went and who marked it.',
    );
    expect(writtenInWords({ ...cleaned, names: ['a', 'b'] })).toContain(
      'holds 2 cleaned files without 1,234',
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
