import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { tablesOf } from '../support/doc-tables';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const PAGE = read('docs/EVIDENCE.md');
const TABLES = tablesOf(PAGE);

describe('docs/EVIDENCE.md', () => {
  it('gives an address for every claim of the tables of others', () => {
    const addresses = [...(TABLES[2]?.rows ?? []), ...(TABLES[3]?.rows ?? [])].map((row) => row.join(' '));
    const without = addresses.filter((row) => !row.includes('](https://'));
    expect(without.map((row) => row.slice(0, 20))).toEqual([
      expect.stringMatching(/^RLHN, count: its tab/),
      expect.stringMatching(/^The score stood agai/),
    ]);
  });
});
