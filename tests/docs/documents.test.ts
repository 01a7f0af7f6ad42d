/** The documents name no npm script, no option, no file and no test that is gone, and say the limits and the version that hold. */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { LIMITS } from '../../src/candidates/limits';
import { scoreFormula } from '../../src/scoring/weightings';
import { tablesOf, testFault } from '../support/doc-tables';

const PROJECT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(PROJECT, path), 'utf8');
const filesIn = (folder: string) => readdirSync(resolve(PROJECT, folder)).map((name) => `${folder}/${name}`);

const PAGES = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs').filter((path) => path.endsWith('.md'))];

const { scripts, version } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  version: string;
};

/** Where the commands read their options. */
const COMMANDS = ['scripts', 'scripts/lib', 'bench', 'src/cli', 'src/session/inputs', 'src/mining']
  .flatMap(filesIn)
  .filter((path) => /\.(mjs|ts)$/.test(path))
  .map(read)
  .join('\n');

/** What a page has between backticks: a span, or each line of a block. */
function codeOf(page: string): string[] {
  return [...read(page).matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g)].flatMap(([, block, span = '']) =>
    block === undefined ? [span] : block.split('\n'),
  );
}

/** Options of our own commands: other tools' options stand behind their names. */
function optionsOf(page: string): string[] {
  return codeOf(page)
    .map((code) => code.trim())
    .filter((code) => /^(--|npm |npx negscope|negscope )/.test(code))
    .flatMap((code) => code.match(/(?<=^|\s)--[a-z][a-z-]+/g) ?? []);
}

/** How a command's source has an option: in its help, or as a key of a table; the table of mining has `_` for each `-`. */
function isTaken(option: string): boolean {
  const name = option.slice(2);
  const forms = [option, `'${name}'`, ` ${name}:`, ` ${name.replaceAll('-', '_')}:`];
  return forms.some((form) => COMMANDS.includes(form));
}

/** Source files by the end of their path. */
const SOURCES = ['src', 'workers', 'scripts', 'tests']
  .flatMap((folder) => readdirSync(resolve(PROJECT, folder), { recursive: true, encoding: 'utf8' }))
  .map((path) => `/${path}`);

const isThere = (path: string) =>
  existsSync(resolve(PROJECT, path)) || SOURCES.some((source) => source.endsWith(`/${path}`));

/** Paths that begin with a folder of the project, and names that end as a source file does. */
function filesOf(page: string): string[] {
  const ours = /^(src|tests|scripts|docs|bench|workers|examples|public)\/[\w./-]+$/;
  const source = /^[\w./-]+\.(ts|svelte|wgsl|css)$/;
  return codeOf(page).filter((code) => ours.test(code) || source.test(code));
}

describe.each(PAGES)('%s', (page) => {
  it('names npm scripts that are there', () => {
    const named = [...read(page).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('names options that a command takes', () => {
    expect(optionsOf(page).filter((option) => !isTaken(option))).toEqual([]);
  });

  it('names files that are there', () => {
    expect(filesOf(page).filter((path) => !isThere(path))).toEqual([]);
  });
});

it('finds the options and files of the pages', () => {
  expect(optionsOf('docs/GUIDE.md')).toContain('--reference');
  expect(filesOf('docs/ARCHITECTURE.md')).toContain('engine/result.ts');
});

it('CITATION.cff has the version of the package and the formula of the report', () => {
  const citation = read('CITATION.cff').replace(/\n {2}(?! )/g, ' ');
  expect(citation).toContain(`\nversion: ${version}\n`);
  expect(citation).toContain(scoreFormula('full'));
});

it('docs/FORMATS.md has the limits that hold', () => {
  const mebibytes = (bytes: number) => `${bytes / 2 ** 20} MiB`;
  const table = tablesOf(read('docs/FORMATS.md')).find(({ heading }) => heading === 'Limits');
  expect(table?.rows.map(([, limit]) => limit)).toEqual([
    LIMITS.dimensions.toLocaleString('en'),
    mebibytes(LIMITS.recordBytes),
    mebibytes(LIMITS.hitsBytes),
    LIMITS.columns.toLocaleString('en'),
    LIMITS.quotedCharacters.toLocaleString('en'),
    `${LIMITS.archiveBytes / 2 ** 30} GiB`,
  ]);
});

it('docs/EVIDENCE.md gives an address for every study of others', () => {
  const [, ofOthers = ''] =
    /## What others measured([^]*?)## What follows/.exec(read('docs/EVIDENCE.md')) ?? [];
  const studies = ofOthers.match(/^- [^]*?(?=\n- |\n\n)/gm) ?? [];
  expect(studies).toHaveLength(8);
  const without = studies.filter((study) => !study.includes('](https://'));
  expect(without.map((study) => study.slice(0, 22))).toEqual(['- In our own trial the']);
});

describe('docs/RELIABILITY.md', () => {
  const tables = tablesOf(read('docs/RELIABILITY.md'));

  it('has a column "Test" in every table', () => {
    expect(tables.length).toBeGreaterThan(4);
    for (const { heading, columns } of tables) expect(columns.at(-1), heading).toBe('Test');
  });

  it.each(tables)('$heading: every row names its test, which is there', ({ rows }) => {
    const faults = rows.map((row) => testFault(row.at(-1) ?? '', PROJECT));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });
});
