/** Every row of docs/RELIABILITY.md names the file of a test that is there. */

import { describe, expect, it } from 'vitest';

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { tablesOf, testFault } from '../support/doc-tables';

const PROJECT = resolve(import.meta.dirname, '../..');
const PAGE = 'docs/RELIABILITY.md';

const tables = tablesOf(readFileSync(resolve(PROJECT, PAGE), 'utf8'));

describe(PAGE, () => {
  it('has a column "Test" in every table', () => {
    expect(tables.length).toBeGreaterThan(4);
    for (const { heading, columns } of tables) expect(columns.at(-1), heading).toBe('Test');
  });

  for (const { heading, rows } of tables) {
    it(`${heading}: every row names its test`, () => {
      const faults = rows.map((row) => testFault(row.at(-1) ?? '', PROJECT));
      expect(faults.filter((fault) => fault !== null)).toEqual([]);
    });
  }
});
