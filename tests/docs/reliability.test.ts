/** Every row of docs/RELIABILITY.md names a test that is there. */

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
    for (const row of rows) {
      it(`${heading}: "${row[0]}" names its test`, () => {
        expect(testFault(row.at(-1) ?? '', PROJECT)).toBeNull();
      });
    }
  }
});

describe('the check of a row', () => {
  const here = 'tests/docs/reliability.test.ts';

  it('accepts a title, also of a test that is made in a loop', () => {
    expect(
      testFault(`\`${here} › accepts a title, also of a test that is made in a loop\``, PROJECT),
    ).toBeNull();
    expect(testFault(`\`${here} › Faults: "a tab" names its test\``, PROJECT)).toBeNull();
  });

  it('refuses a row without a test, without the file, or with a title that no test has', () => {
    expect(testFault('', PROJECT)).toContain('names no test');
    expect(testFault('by hand', PROJECT)).toContain('names no test');
    expect(testFault('`tests/none.test.ts › title`', PROJECT)).toContain('is not there');
    expect(testFault(`\`${here} › refuses nothing\``, PROJECT)).toContain('has no test of that title');
  });
});
