/** Where the columns of the ribbon stand. */

import { expect, it } from 'vitest';

import { groupsOf, labelRoom, PITCH, placedColumns, ribbonTable } from '../../../src/pages/lab/ribbon';

const column = (group: string, name: string) => ({
  experiment: 'temperature' as const,
  group,
  name,
  own: false,
  ranks: [1, 2],
  above: [2],
  turned: false,
});

it('keeps the order, puts groups apart and never squeezes columns below their least distance', () => {
  const groups = groupsOf([column('a', '1'), column('b', '2'), column('a', '3')]);
  expect(groups.map(({ name, columns }) => [name, columns.map((each) => each.name)])).toEqual([
    ['a', ['1', '3']],
    ['b', ['2']],
  ]);
  const wide = placedColumns(groups, 102);
  const places = wide.groups.flatMap(({ columns }) => columns.map(({ at }) => at));
  expect(places).toEqual([14, 42, 88]);
  expect(wide.length).toBe(102);
  expect(placedColumns(groups, 10).pitch).toBe(PITCH);
  expect(placedColumns(groups, null).pitch).toBe(PITCH);
});

it('is a table too: ranks of the trusted, and how many of them are above a flagged source', () => {
  const source = (name: string) => ({ name }) as never;
  const table = ribbonTable({
    setting: 'default',
    trusted: [source('x'), source('y')],
    flagged: [source('z')],
    columns: [column('a', '1')],
  });
  expect(table.columns).toEqual([
    'varied',
    'variation',
    'x, rank',
    'y, rank',
    'z, trusted sources above it',
    'your setting',
  ]);
  expect(table.rows).toEqual([['a', '1', 1, 2, 2, 'no']]);
});

it('room for names grows with the longest', () => {
  expect(labelRoom(['alphanumeric-2, with queries'])).toBeGreaterThan(28 * 6.5);
  expect(labelRoom(['a', 'abc'])).toBe(labelRoom(['abc']));
});
