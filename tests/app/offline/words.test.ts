import { describe, expect, it } from 'vitest';

import { offlineInWords } from '../../../src/app/offline/words';

const kept = { bytes: 40_000_000, totalBytes: 64_000_000, ready: false };
const offline = { kept, failure: null, keeping: false };

describe('offlineInWords', () => {
  it('promises nothing before everything is kept', () => {
    expect(offlineInWords({ ...offline, kept: null })).toBeNull();
    expect(offlineInWords(offline)).toBe('A copy for use offline takes 64 MB');
    expect(offlineInWords({ ...offline, keeping: true })).toBe(
      'Getting ready for use offline: 40 MB of 64 MB',
    );
    expect(offlineInWords({ ...offline, kept: { ...kept, ready: true } })).toBe('Works offline');
  });

  it.each([
    ['no room', 'Does not work offline: the browser has no room for 64 MB'],
    ['no network', 'Does not work offline yet: the server does not answer'],
    ['not on the server', 'Does not work offline: the server has another version by now. Reload first'],
    ['no service worker', 'Does not work offline: the service worker does not start'],
  ] as const)('says why, where %s', (failure, words) => {
    expect(offlineInWords({ ...offline, failure })).toBe(words);
  });
});
