import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('docs/EVIDENCE.md gives an address for every study of others', () => {
  const page = readFileSync(new URL('../../docs/EVIDENCE.md', import.meta.url), 'utf8');
  const [, ofOthers = ''] = /## What others measured([^]*?)## What follows/.exec(page) ?? [];
  const studies = ofOthers.match(/^- [^]*?(?=\n- |\n\n)/gm) ?? [];
  expect(studies).toHaveLength(8);
  const without = studies.filter((study) => !study.includes('](https://'));
  expect(without.map((study) => study.slice(0, 22))).toEqual(['- In our own trial the']);
});
