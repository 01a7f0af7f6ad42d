/** What is demanded of the figures: shares of the draws. */

import type { Figures } from './main';

/** A share in words, with the most that it may be where something is demanded. */
type Demand = readonly [what: string, share: number, most?: number];

/** What is demanded of the figures. */
export function demandsOf({ shares, coverage, early }: Figures): Demand[] {
  const demanded = shares.filter(({ file }) => file !== 'demo');
  const at = (references: string, column: number, what: 'kept' | 'told') =>
    demanded.flatMap(({ mixes }) =>
      mixes.filter((row) => row.references === references).map((row) => row[what][column] ?? NaN),
    );
  const most = (values: readonly number[]) => Math.max(...values);
  const clean = shares.flatMap(({ clean: rows }) => rows.flatMap(({ barred }) => barred));
  const held = coverage.flatMap(({ at: cells }) =>
    cells.flatMap((cell) => (cell ? [1 - cell.difference] : [])),
  );
  const wrong = early.flatMap(({ at: cells }) => cells.map((cell) => cell.wrong));
  const untold = at('two clean ones', 1, 'told').map((told) => 1 - told);
  return [
    ['30 % random, nothing ticked: ranked', most(at('none', 4, 'kept')), 0.03],
    ['30 % random, one ticked: ranked', most(at('a clean one, or the mix', 4, 'kept')), 0.03],
    ['5 % random, two clean ticked: nothing said', most(untold), 0.15],
    ['10 % random, two clean ticked: ranked', most(at('two clean ones', 2, 'kept')), 0.05],
    [
      '30 % random, two mixes and a clean one ticked: ranked',
      most(at('a clean one and two mixes', 4, 'kept')),
      0.03,
    ],
    ['a clean miner: barred', most(clean), 0.02],
    ['two files of random passages alone: ranked', most(shares.map(({ alone }) => alone)), 0],
    ['intervals of differences that miss, at worst', most(held)],
    ['runs that stop early with a wrong order, at worst', most(wrong), 0.05],
  ];
}
