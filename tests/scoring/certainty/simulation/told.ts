/** What is said of the simulation: the shares that are demanded, and the tables of docs/CERTAINTY.md. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

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
  const clean = shares.flatMap(({ clean: rows }) =>
    rows
      .filter(({ miners }) => miners === 'clean miners' || miners === 'each deeper one')
      .flatMap(({ barred }) => barred),
  );
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

const percent = (value: number) => (100 * value).toFixed(value > 0 && value < 0.0995 ? 1 : 0);

/** Makes a table of its heads and rows. */
type MakeTable = (heads: string[], rows: string[][]) => string;

/** By the name of their place in the document. */
function tablesOf(
  { shares, coverage, early, copies, units, runs_of: runsOf }: Figures,
  table: MakeTable,
): Record<string, string> {
  const [first] = shares;
  const names = first?.mixes.map(({ references }) => references) ?? [];
  const cells = (references: string, what: 'kept' | 'told') =>
    [0, 1, 2, 3, 4, 5].map((column) =>
      shares
        .map(({ mixes }) =>
          percent(mixes.find((row) => row.references === references)?.[what][column] ?? NaN),
        )
        .join('/'),
    );
  return {
    mixes: table(
      ['ticked', '2 %', '5 %', '10 %', '20 %', '30 %', '100 %'],
      [
        ...names.map((references) => [references, ...cells(references, 'kept')]),
        ['two clean ones: something said', ...cells('two clean ones', 'told')],
      ],
    ),
    clean: table(
      ['file', 'miners', 'own queries', '200', '20,000'],
      shares.flatMap(({ file, clean }) => {
        // Miners that are alike share a row.
        const shown = clean.map(({ miners, barred }) => ({ miners, cells: barred.map(percent).join(' ') }));
        return [...new Set(shown.map(({ cells }) => cells))].map((cells) => {
          const alike = shown.filter((row) => row.cells === cells);
          return [file, alike.map(({ miners }) => miners).join('; '), ...cells.split(' ')];
        });
      }),
    ),
    coverage: table(
      ['units', ...units.map((count) => count.toLocaleString('en-US'))],
      coverage.map(({ name, at }) => [
        name,
        ...at.map((cell) =>
          cell ? `${(100 * cell.score).toFixed(1)}/${(100 * cell.difference).toFixed(1)}` : '–',
        ),
      ]),
    ),
    early: table(
      ['units at hand', ...runsOf.map((count) => count.toLocaleString('en-US'))],
      early.map(({ name, at }) => [
        name,
        ...at.map(
          (run) => `${[run.early, run.settled, run.wrong].map(percent).join('/')}, ${Math.round(run.units)}`,
        ),
      ]),
    ),
    copies: table(
      ['words changed', ...copies.map(({ changed }) => `${percent(changed)} %`)],
      [['found', ...copies.map(({ found }) => `${percent(found)} %`)]],
    ),
  };
}

/** Puts each table between its marks in docs/CERTAINTY.md. @param project the folder of the project */
export async function writeTables(project: string, figures: Figures, table: MakeTable): Promise<void> {
  const filepath = join(project, 'docs', 'CERTAINTY.md');
  const text = Object.entries(tablesOf(figures, table)).reduce(
    (document, [name, made]) =>
      document.replace(
        new RegExp(`(<!-- ${name} -->)[\\s\\S]*?(<!-- /${name} -->)`),
        (_, before: string, after: string) => `${before}\n\n${made}\n\n${after}`,
      ),
    readFileSync(filepath, 'utf8'),
  );
  const options = await resolveConfig(join(project, 'package.json'));
  writeFileSync(filepath, await format(text, { ...options, plugins: [], filepath }));
}
