/** `npm run merge` where a part is damaged, or of another pass: a sentence, exit status 1, and no file. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { runScript } from '../support/run-script';

const RECORD = {
  query: 'q',
  positive: 'p',
  negatives: ['n'],
  query_embedding: [1, 0],
  positive_embedding: [0.8, 0.6],
  negative_embeddings: [[0, 1]],
};

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-merge-'));
  const at = (name: string) => join(folder, name);
  writeFileSync(at('a.part1.jsonl'), `${JSON.stringify(RECORD)}\n`);
  await runScript('negscope.mjs', ['partial', 'idf', at('a.part1.jsonl'), '--out', at('whole.idf')]);
  writeFileSync(at('short.idf'), readFileSync(at('whole.idf')).subarray(0, -8));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['short.idf', ['--out', 'out'], 'short.idf is cut off, changed or no part. Make it again.'],
  [
    'whole.idf',
    ['--idf', 'whole.idf', '--report', 'out'],
    'whole.idf is negscope-texts; expected negscope-table.',
  ],
])('%s: nothing is written', { timeout: 120_000 }, async (part, options, words) => {
  const before = readdirSync(folder);
  const args = [part, ...options].map((each) => (each.startsWith('--') ? each : join(folder, each)));
  const { code, stderr } = await runScript('negscope.mjs', ['merge', ...args]);
  expect(stderr).toContain(words);
  expect(code).toBe(1);
  expect(existsSync(join(folder, 'out'))).toBe(false);
  expect(readdirSync(folder)).toEqual(before);
});
