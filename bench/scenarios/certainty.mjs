/** Verdict and intervals by simulation on real files: the tables of docs/CERTAINTY.md. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { PROJECT } from '../../scripts/lib/paths.mjs';
import { openSources } from '../../scripts/lib/source-modules.mjs';
import { inShare } from '../lib/line.mjs';
import { markdownTable } from '../lib/table.mjs';

/** @typedef {import('../native/certainty/main').Figures} Figures */
/** @typedef {import('../types').Line} Line */

const SIZES = { seeds: 500, draws: 2000, runs: 500 };
const QUICK = { seeds: 3, draws: 20, runs: 10 };

const DOCUMENT = join(PROJECT, 'docs', 'CERTAINTY.md');

/** @type {import('../types').Scenario} */
export const certainty = {
  id: 'certainty',
  about:
    `In Node, on files of ../shared and the demo: ${SIZES.seeds} draws of queries and passages for who keeps a rank, ${SIZES.draws} for intervals, ${SIZES.runs} runs that may stop ` +
    'early. Shares are of the draws; docs/CERTAINTY.md has what is drawn. Without --quick its tables are written anew.',

  async run({ quick, say }) {
    const sources = await openSources(join(PROJECT, 'vitest.config.ts'));
    try {
      const main = await sources.ssrLoadModule('/bench/native/certainty/main.ts');
      const places = main['placesOf'](PROJECT, join(PROJECT, '..', 'shared'));
      if (!places.isHere) return [inShare('the verdict by simulation', null, null, '../shared is not here')];
      const tell = (/** @type {string} */ text) => say(`certainty: ${text}`);
      const figures = await main['measureCertainty'](quick ? QUICK : SIZES, places, tell);
      if (!quick) await writeTables(tablesOf(figures));
      return linesOf(figures);
    } finally {
      await sources.close();
    }
  },
};

/** What is demanded of the figures. @param {Figures} figures @returns {Line[]} */
export function linesOf({ shares, coverage, early }) {
  const demanded = shares.filter(({ file }) => file !== 'demo');
  const at = (
    /** @type {string} */ references,
    /** @type {number} */ column,
    /** @type {'kept' | 'told'} */ what,
  ) =>
    demanded.flatMap(({ mixes }) =>
      mixes.filter((row) => row.references === references).map((row) => row[what][column] ?? NaN),
    );
  const most = (/** @type {number[]} */ values) => Math.max(...values);
  const clean = shares.flatMap(({ clean: rows }) =>
    rows
      .filter(({ miners }) => miners === 'clean miners' || miners === 'each deeper one')
      .flatMap(({ barred }) => barred),
  );
  const held = coverage.flatMap(({ at: cells }) =>
    cells.flatMap((cell) => (cell ? [1 - cell.difference] : [])),
  );
  const wrong = early.flatMap(({ at: cells }) => cells.map((cell) => cell.wrong));
  return [
    inShare('30 % random, nothing ticked: ranked', most(at('none', 4, 'kept')), 0.03),
    inShare('30 % random, one ticked: ranked', most(at('a clean one, or the mix', 4, 'kept')), 0.03),
    inShare(
      '5 % random, two clean ticked: nothing said',
      most(at('two clean ones', 1, 'told').map((told) => 1 - told)),
      0.15,
    ),
    inShare('10 % random, two clean ticked: ranked', most(at('two clean ones', 2, 'kept')), 0.05),
    inShare(
      '30 % random, two mixes and a clean one ticked: ranked',
      most(at('a clean one and two mixes', 4, 'kept')),
      0.03,
    ),
    inShare('a clean miner: barred', most(clean), 0.02),
    inShare('two files of random passages alone: ranked', most(shares.map(({ alone }) => alone)), 0),
    inShare('intervals of differences that miss, at worst', most(held)),
    inShare('runs that stop early with a wrong order, at worst', most(wrong), 0.05),
  ];
}

/** @param {number} value */
const percent = (value) => (100 * value).toFixed(value > 0 && value < 0.0995 ? 1 : 0);

/** By the name of their place in the document. @param {Figures} figures @returns {Record<string, string>} */
export function tablesOf({ shares, coverage, early, copies, units, runs_of: runsOf }) {
  const [first] = shares;
  const names = first?.mixes.map(({ references }) => references) ?? [];
  const cells = (/** @type {string} */ references, /** @type {'kept' | 'told'} */ what) =>
    [0, 1, 2, 3, 4, 5].map((column) =>
      shares
        .map(({ mixes }) =>
          percent(mixes.find((row) => row.references === references)?.[what][column] ?? NaN),
        )
        .join('/'),
    );
  return {
    mixes: markdownTable(
      ['ticked', '2 %', '5 %', '10 %', '20 %', '30 %', '100 %'],
      [
        ...names.map((references) => [references, ...cells(references, 'kept')]),
        ['two clean ones: something said', ...cells('two clean ones', 'told')],
      ],
    ),
    clean: markdownTable(
      ['file', 'miners', 'own queries', '200', '20,000'],
      shares.flatMap(({ file, clean }) =>
        clean.map(({ miners, barred }) => [file, miners, ...barred.map(percent)]),
      ),
    ),
    coverage: markdownTable(
      ['units', ...units.map((count) => count.toLocaleString('en-US'))],
      coverage.map(({ name, at }) => [
        name,
        ...at.map((cell) =>
          cell ? `${(100 * cell.score).toFixed(1)}/${(100 * cell.difference).toFixed(1)}` : '–',
        ),
      ]),
    ),
    early: markdownTable(
      ['units at hand', ...runsOf.map((count) => count.toLocaleString('en-US'))],
      early.map(({ name, at }) => [
        name,
        ...at.map(
          (run) => `${[run.early, run.settled, run.wrong].map(percent).join('/')}, ${Math.round(run.units)}`,
        ),
      ]),
    ),
    copies: markdownTable(
      ['words changed', ...copies.map(({ changed }) => `${percent(changed)} %`)],
      [['found', ...copies.map(({ found }) => `${percent(found)} %`)]],
    ),
  };
}

/** Puts each table between its marks. @param {Record<string, string>} tables */
async function writeTables(tables) {
  const text = Object.entries(tables).reduce(
    (document, [name, table]) =>
      document.replace(
        new RegExp(`(<!-- ${name} -->)[\\s\\S]*?(<!-- /${name} -->)`),
        (_, before, after) => `${before}\n\n${table}\n\n${after}`,
      ),
    readFileSync(DOCUMENT, 'utf8'),
  );
  const options = await resolveConfig(join(PROJECT, 'package.json'));
  writeFileSync(DOCUMENT, await format(text, { ...options, plugins: [], filepath: DOCUMENT }));
}
