import { describe, expect, it } from 'vitest';

import { linesOf, sharedStart, startToDrop } from '../../src/ui/charts/text';

describe('what names begin with', () => {
  it.each([
    [['xquad_2026-08_bm25', 'xquad_2026-08_dense', 'xquad_2026-08_bm25s'], 'xquad_2026-08_'],
    [['runs/a', 'runs/b'], 'runs/'],
    [['bm25', 'bm25-2'], ''],
    [['data_', 'data_more'], ''],
    [['a_b', 'a_c'], ''],
    [['alone_in_its_file'], ''],
    [['same_name', 'same_name'], 'same_'],
    [[], ''],
  ])('%j: %j', (names, start) => expect(sharedStart(names)).toBe(start));

  it('is left out only where a name is too long for its place', () => {
    const names = ['xquad_2026-08_bm25', 'xquad_2026-08_dense'];
    expect(startToDrop(names, 18)).toBe('xquad_2026-08_');
    expect(startToDrop(names, 19)).toBe('');
  });
});

it('breaks lines between words, and not between a number and its sign', () => {
  expect(linesOf('inversion 5.5\u00a0% < 8.1\u00a0%', 10, 5.6 * 22)).toEqual([
    'inversion 5.5\u00a0% <',
    '8.1\u00a0%',
  ]);
});
