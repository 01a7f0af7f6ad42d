import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { LIMITS } from '../../src/candidates/limits';

const MEBIBYTE = 2 ** 20;
const count = (value: number) => value.toLocaleString('en');

/** The second cell of each row of the table in docs/FORMATS.md, in its order. */
function documented(): string[] {
  const text = readFileSync(new URL('../../docs/FORMATS.md', import.meta.url), 'utf8');
  const [, chapter = ''] = text.split('\n## Limits\n');
  const [table = ''] = chapter.split('\n\n').filter((part) => part.startsWith('| '));
  return table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[2]?.trim() ?? '');
}

it('docs/FORMATS.md has the limits that hold', () => {
  expect(documented()).toEqual([
    count(LIMITS.dimensions),
    `${LIMITS.recordBytes / MEBIBYTE} MiB`,
    `${LIMITS.hitsBytes / MEBIBYTE} MiB`,
    count(LIMITS.columns),
    count(LIMITS.quotedCharacters),
    `${LIMITS.archiveBytes / 1024 / MEBIBYTE} GiB`,
  ]);
});
