import { describe, expect, it } from 'vitest';

import { offlineInWords } from '../../../src/app/offline/words';

const half = { bytes: 40_000_000, missingFiles: 3, totalBytes: 64_000_000 };

describe('offlineInWords', () => {
  it('promises nothing before everything is kept', () => {
    expect(offlineInWords(null, null)).toBeNull();
    expect(offlineInWords(half, null)).toBe('Getting ready for use offline: 40 MB of 64 MB');
    expect(offlineInWords({ ...half, missingFiles: 0, bytes: 64_000_000 }, null)).toBe('Works offline');
  });

  it.each([
    ['no room', 'Does not work offline: the browser has no room for 64 MB'],
    ['no network', 'Does not work offline yet: 3 files missing, and the server does not answer'],
    ['not on the server', 'Does not work offline: 3 files of this version no longer on the server'],
    ['not asked', 'A copy for use offline takes 64 MB'],
    ['no answer', 'Not kept for use offline: the service worker does not answer'],
  ] as const)('says why, where %s', (failure, words) => {
    expect(offlineInWords(half, failure)).toBe(words);
  });
});
