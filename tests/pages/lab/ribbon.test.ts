/** Where the columns of the ribbon stand. */

import { expect, it } from 'vitest';

import { ribbonTable } from '../../../src/pages/lab/ribbon';

const column = (group: string, name: string) => ({
  experiment: 'temperature' as const,
  group,
  name,
  own: false,
  ranks: [1, 2],
  above: [2],
  turned: false,
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
