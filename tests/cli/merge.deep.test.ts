import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, expect, it } from 'vitest';

import { runScript } from '../support/run-script';
import { temporaryFolder } from '../support/temporary';

const RECORD = {
  query: 'q',
  positive: 'p',
  negatives: ['n'],
  query_embedding: [1, 0],
  positive_embedding: [0.8, 0.6],
  negative_embeddings: [[0, 1]],
};

const folder = temporaryFolder({ 'a.part1.jsonl': `${JSON.stringify(RECORD)}\n` });
beforeAll(async () => {
  const at = (name: string) => join(folder, name);
  await runScript('negscope.mjs', ['partial', 'idf', at('a.part1.jsonl'), '--out', at('whole.idf')]);
  writeFileSync(at('short.idf'), readFileSync(at('whole.idf')).subarray(0, -8));
}, 120_000);

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
