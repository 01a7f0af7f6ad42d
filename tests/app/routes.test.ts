import { describe, expect, it } from 'vitest';

import { hashOf, routeOf } from '../../src/app/routes';

describe('routeOf', () => {
  it.each([
    ['', 'rank', ''],
    ['#', 'rank', ''],
    ['#?tau=0.1', 'rank', 'tau=0.1'],
    ['#learn', 'learn', ''],
    ['#audit?source=3&pair=a%26b', 'audit', 'source=3&pair=a%26b'],
    ['#audit?query=what?', 'audit', 'query=what%3F'],
    ['#no such page', 'no such page', ''],
  ])('reads %s', (hash, id, query) => {
    const route = routeOf(hash, 'rank');
    expect([route.id, route.parameters.toString()]).toEqual([id, query]);
  });
});

describe('hashOf', () => {
  it('is read back as it was', () => {
    const parameters = new URLSearchParams({ text: 'a&b=c #d?', tau: '0.05' });
    const hash = hashOf({ id: 'learn', parameters, embedded: false });
    expect(hash).toMatch(/^#learn\?text=a%26b/);
    const read = routeOf(hash, 'rank');
    expect(read.id).toBe('learn');
    expect([...read.parameters]).toEqual([...parameters]);
  });

  it('keeps embed=1 from the page and in the address', () => {
    const route = routeOf('#audit?embed=1&source=3', 'rank');
    expect([route.embedded, route.parameters.toString()]).toEqual([true, 'source=3']);
    expect(hashOf(route)).toBe('#audit?source=3&embed=1');
    expect(routeOf('#audit?source=3', 'rank').embedded).toBe(false);
  });

  it('leaves the question mark out where there are no parameters', () => {
    expect(hashOf({ id: 'rank', parameters: new URLSearchParams(), embedded: false })).toBe('#rank');
  });
});
