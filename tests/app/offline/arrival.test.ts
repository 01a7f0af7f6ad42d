import { describe, expect, it } from 'vitest';

import { needsReload, standsAlone } from '../../../src/app/offline/arrival';

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

describe('a page without a service worker', () => {
  const given = 'http://localhost:4000/a1b2/?given=yes';
  const place = { version: 'v', address: given, scope: 'http://localhost:4000/a1b2/', known: null };

  it('is that of the development server, and that of the command with files, whatever was left at its port', () => {
    expect(standsAlone({ ...place, version: null, address: 'http://localhost/' })).toBe(true);
    expect(standsAlone(place)).toBe(true);
    expect(standsAlone({ ...place, known: 'http://localhost:4000/' })).toBe(true);
  });

  it('is none that a link only says is given: its own service worker stays', () => {
    expect(standsAlone({ ...place, known: place.scope })).toBe(false);
    const address = 'https://me.example/negscope/?given=yes';
    expect(standsAlone({ ...place, address, scope: 'https://me.example/negscope/' })).toBe(false);
    expect(standsAlone({ ...place, address, known: 'https://me.example/' })).toBe(false);
  });
});
