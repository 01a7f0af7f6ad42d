import { describe, expect, it } from 'vitest';

import { needsReload } from '../../../src/app/offline/arrival';

const now = 1_000_000_000;
const first = { sealed: false, controlled: false, reloadedAt: null, now };

describe('needsReload', () => {
  it('is once, where neither server nor service worker seal the page yet', () => {
    expect(needsReload(first)).toBe(true);
  });

  it('is not where the server seals the page, or the service worker answers already', () => {
    expect(needsReload({ ...first, sealed: true })).toBe(false);
    expect(needsReload({ ...first, controlled: true })).toBe(false);
  });

  it('is not right after a reload that did not help, but again at a later visit', () => {
    expect(needsReload({ ...first, reloadedAt: now - 2000 })).toBe(false);
    expect(needsReload({ ...first, reloadedAt: now - 3_600_000 })).toBe(true);
  });
});
