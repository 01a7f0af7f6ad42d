import { describe, expect, it } from 'vitest';

import { lacking } from '../../src/app/floor';

/** A browser that has everything, as far as the page asks. */
const NEW = {
  WebAssembly: {},
  Worker: {},
  BigInt: {},
  structuredClone: {},
  URL: { canParse: {} },
  Array: { prototype: { toSorted: {} } },
};

describe('lacking', () => {
  it('lets a browser in that has everything', () => {
    expect(lacking(NEW)).toEqual([]);
  });

  it('names each part that is not there', () => {
    expect(lacking({ ...NEW, Array: { prototype: {} }, URL: {} })).toEqual([
      'checked addresses (URL.canParse)',
      'sorted copies (Array.prototype.toSorted)',
    ]);
    expect(lacking({})).toHaveLength(6);
  });
});
