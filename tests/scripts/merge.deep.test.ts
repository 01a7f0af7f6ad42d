/** `npm run merge` where it refuses: a sentence, exit status 1, and no file. What is refused is in `tests/shards`. */

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { runScript } from '../support/run-script';

/** A part of the pass score of another version, as far as it is read. */
const OTHER = JSON.stringify({ kind: 'negscope-sums', schema_version: 0 });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-merge-'));
  writeFileSync(join(folder, 'other.json'), OTHER);
  writeFileSync(join(folder, 'short.json'), OTHER.slice(0, -5));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['short.json', '--report', 'short.json is cut off or damaged: it is no whole JSON. Make this part again.'],
  ['other.json', '--out', 'other.json has the form 0, this program reads form 4.'],
])('%s: nothing is written', { timeout: 120_000 }, async (part, option, words) => {
  const before = readdirSync(folder);
  const out = join(folder, 'out.json');
  const { code, stderr } = await runScript('merge.mjs', [join(folder, part), option, out]);
  expect(stderr).toContain('Nothing was written.');
  expect(stderr).toContain(words);
  expect(code).toBe(1);
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(folder)).toEqual(before);
});
