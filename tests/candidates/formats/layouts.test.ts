import { describe, expect, it } from 'vitest';

import { layouts } from './layouts';
import { readLayout } from './read-layout';

describe('layouts of real files', () => {
  it('are eighty at the least, each under a name of its own', () => {
    expect(layouts.length).toBeGreaterThanOrEqual(80);
    expect(new Set(layouts.map(({ name }) => name)).size).toBe(layouts.length);
  });

  it.each(layouts)('$name', async (layout) => {
    expect(await readLayout(layout)).toEqual(layout.expected);
  });
});
