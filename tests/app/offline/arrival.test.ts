import { describe, expect, it } from 'vitest';

import { standsAlone } from '../../../src/app/offline/arrival';

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
