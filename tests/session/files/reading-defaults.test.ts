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

  it.each(['', '?label=columns', '?label=column:', '?top-k=0', '?top-k=2.5', '?top-k=ten'])(
    'are none where %j asks for nothing that there is',
    (search) => {
      expect(readingDefaults(search)).toEqual({});
    },
  );
});
