import '../runes';

import { describe, expect, it } from 'vitest';

import { readingDefaults } from '../../../src/session/files/reading-defaults';

describe('readingDefaults', () => {
  it('are what the address asks for', () => {
    expect(readingDefaults('?device=wasm&label=keys&top-k=25')).toEqual({
      label: { kind: 'keys' },
      topK: 25,
    });
    expect(readingDefaults('?label=column:a%20b')).toEqual({ label: { kind: 'column', column: 'a b' } });
  });

  it('trim the names of columns, however many blanks there are', () => {
    const blanks = '+'.repeat(200_000);
    const { mappingWhereItFits: mapping } = readingDefaults(
      `?map=${blanks}query=a${blanks}b${blanks},positive=p,negative=n`,
    );
    expect([mapping?.query.length, mapping?.query.at(-1)]).toEqual([200_002, 'b']);
    expect(readingDefaults(`?map=query=${blanks},positive=p,negative=n`)).toEqual({});
    expect(readingDefaults(`?map=query=a${blanks}%0a${blanks}x,positive=p,negative=n`)).toEqual({});
  });

  it('take a grade of 0, and none from an empty one', () => {
    expect(readingDefaults('?relevant=0&top-k=')).toEqual({ relevant: 0 });
    expect(readingDefaults('?relevant=2')).toEqual({ relevant: 2 });
  });

  it.each([
    '',
    '?label=columns',
    '?label=column:',
    '?top-k=',
    '?top-k=0',
    '?top-k=2.5',
    '?top-k=ten',
    '?relevant=',
    '?relevant=+',
    '?relevant=all',
  ])('are none where %j asks for nothing that there is', (search) => {
    expect(readingDefaults(search)).toEqual({});
  });
});
