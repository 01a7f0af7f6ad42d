import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { tablesOf } from '../support/doc-tables';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const PAGE = read('docs/EVIDENCE.md');
const TABLES = tablesOf(PAGE);

describe('docs/EVIDENCE.md', () => {
  it('has at most 900 words and four tables', () => {
    expect(PAGE.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length).toBeLessThanOrEqual(900);
    expect(TABLES).toHaveLength(4);
  });

  it('gives an address for every claim of the tables of others', () => {
    const addresses = [...(TABLES[2]?.rows ?? []), ...(TABLES[3]?.rows ?? [])].map((row) => row.join(' '));
    const without = addresses.filter((row) => !row.includes('](https://'));
    expect(without.map((row) => row.slice(0, 20))).toEqual([
      expect.stringMatching(/^RLHN, count: its tab/),
      expect.stringMatching(/^The score stood agai/),
    ]);
  });

  it('is linked from what the README cannot tell, from the Lab and from the documents of the page', () => {
    const [, chapter = ''] = read('README.md').split('## What it cannot tell');
    expect(chapter.split('\n## ')[0]).toContain('docs/EVIDENCE.md');
    expect(read('src/pages/lab/TrainingCell.svelte')).toContain('href="docs/EVIDENCE.html"');
    expect(read('scripts/lib/docs-site.mjs')).toContain("'EVIDENCE'");
  });
});
