import { describe, expect, it } from 'vitest';

import { listInCell } from '../../../src/candidates/read/cell-list';

function values(text: string): unknown {
  return listInCell(text)?.map(({ value }) => value) ?? null;
}

describe('a list in a cell', () => {
  it.each<[string, unknown]>([
    ['["a", "b\\n\\u00e9\\/"]', ['a', 'b\né/']],
    [`['a', "b's", 'say \\'c\\'', '\\xe9', '\\U0001F600']`, ['a', "b's", "say 'c'", 'é', '😀']],
    [" [ 'a' , ] ", ['a']],
    ["('a', 'b')", ['a', 'b']],
    ['[1, -2.5, .5, 1e3, None, nan, True, false]', [1, -2.5, 0.5, 1000, null, null, true, false]],
    [`[{'text': 'a', "score": 1.5}, ['b', ['c']]]`, [{ text: 'a', score: 1.5 }, ['b', ['c']]]],
    [`['a \\d \\\\ "b"']`, ['a \\d \\ "b"']],
  ])('of JSON or Python is read: %s', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  it.each(["['a' 'b']", "['a'] and more", '[a]', "['a',, 'b']", '[1] a note', "['a\n']"])(
    'of anything else is none: %s',
    (text) => {
      expect(values(text)).toBeNull();
    },
  );

  it('of ids without brackets is read, and of millions of them it is none', () => {
    expect(values('d1, d2 ,d3')).toEqual(['d1', 'd2', 'd3']);
    expect(values('7 12')).toEqual(['7', '12']);
    expect(listInCell(`${'d1,'.repeat(4_000_000)}d1`)).toBeNull();
  });
});
