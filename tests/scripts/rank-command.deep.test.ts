/** What `npm run rank` refuses only once files are read: a browser is started for each. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { planeRecords, rankIn } from './rank-process';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-command-'));
  writeFileSync(join(folder, 'near.jsonl'), planeRecords([0.9, 0.8]));
  mkdirSync(join(folder, 'no-onnx'));
  writeFileSync(join(folder, 'no-onnx', 'config.json'), '{}');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['an unknown reference', ['--reference', 'near,nera'], /no source nera\. The sources are near\./],
  ['a model folder without ONNX', ['--model', 'no-onnx'], /Nothing was ranked\.[^]*onnx/],
])('ends with 1 for %s, and says why', { timeout: 180_000 }, async (_case, args, reason) => {
  const { code, stdout, stderr } = await rankIn(folder, ['near.jsonl', ...args]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(reason);
});
