/** What `npm run rank` refuses once its session stands, and what it does with pairs to judge. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Report } from '../../src/report/result';
import { CHECKPOINTS, checkpointsAreHere } from '../support/folders';
import { planeRecords, rankIn } from './rank-process';

const LIMIT = { timeout: 180_000 };

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-command-'));
  writeFileSync(join(folder, 'near.jsonl'), planeRecords([0.9, 0.8]));
  writeFileSync(join(folder, 'far.jsonl'), planeRecords([-0.9, 0.1]));
  writeFileSync(join(folder, 'nothing.jsonl'), '');
  mkdirSync(join(folder, 'no-onnx'));
  writeFileSync(join(folder, 'no-onnx', 'config.json'), '{}');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['an unknown reference', ['--reference', 'near,nera'], /no source nera\. The sources are near\./],
  ['a model folder without ONNX', ['--model', 'no-onnx'], /Nothing was ranked\.[^]*onnx/],
])('ends with 1 for %s, and says why', LIMIT, async (_case, args, reason) => {
  const { code, stdout, stderr } = await rankIn(folder, ['near.jsonl', ...args]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(reason);
});

it('refuses a model folder without ONNX before it reads a file', LIMIT, async () => {
  const { stderr } = await rankIn(folder, ['nothing.jsonl', '--model', 'no-onnx']);
  expect(stderr).toMatch(/Nothing was ranked\.[^]*onnx/);
  expect(stderr).not.toContain('nothing.jsonl');
});

it.runIf(checkpointsAreHere)('ranks by a checkpoint as training wrote it', LIMIT, async () => {
  const demo = ['bm25', 'random'].map((name) => join(import.meta.dirname, `../../public/demo/${name}.jsonl`));
  const args = [
    ...demo,
    '--sample',
    '40',
    '--model',
    join(CHECKPOINTS, 'bert-mean'),
    '--report',
    'report.json',
  ];
  const { code, stderr } = await rankIn(folder, args);
  expect(code, stderr).toBe(0);
  const { encoder, ranking } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  expect(encoder).toMatchObject({ name: 'bert-mean', dimension: 32 });
  expect(ranking).toHaveLength(2);
});

it(
  'writes the pairs to judge, and takes verdicts: each wrong one is said with its line and key',
  LIMIT,
  async () => {
    const files = ['near.jsonl', 'far.jsonl', '--judge-sample', '6', '--judge-seed', '7'];
    await rankIn(folder, [...files, '--judge-out', 'sample.jsonl']);
    const sample = readFileSync(join(folder, 'sample.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(sample).toHaveLength(6);
    for (const { sources, ...texts } of sample) {
      expect(Object.keys(texts)).toEqual(['key', 'query', 'positive', 'negative', 'prompt']);
      expect(['near', 'far']).toContain((sources as string[])[0]);
    }
    const verdicts = sample.map(({ key, sources }) => {
      const verdict = (sources as string[]).includes('near') ? 'answers' : 'does not answer';
      return JSON.stringify({ key, verdict, judge: 'a test' });
    });
    const wrong = [
      JSON.stringify({ key: 'ffff', verdict: 'answers', judge: 'a test' }),
      '{"key":"eeee","verd',
    ];
    writeFileSync(join(folder, 'verdicts.jsonl'), [...verdicts, ...wrong].join('\n'));
    const { code, stdout, stderr } = await rankIn(folder, [
      ...files,
      '--verdicts',
      'verdicts.jsonl',
      '--report',
      'out.json',
    ]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/verdicts, line 7, key ffff: No pair of this run has this key/);
    expect(stderr).toMatch(/verdicts, line 8, key eeee: .*cut off/);
    // Of two queries there is a rate and no interval.
    expect(stdout).toMatch(/near: 100 % false negatives \(too few queries for an interval\), \d judged/);
    const { false_negatives: found } = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) as Report;
    expect(found).toMatchObject({ seed: 7, sample: 6, judged: 6 });
    expect(found?.judges).toMatchObject([{ judge: 'file verdicts.jsonl', judged: 6 }]);
    expect(found?.sources).toMatchObject({ near: { rate: 1, low: null }, far: { rate: 0, low: null } });
    expect(found?.refused.map(({ line, key }) => [line, key])).toEqual([
      [7, 'ffff'],
      [8, 'eeee'],
    ]);
  },
);
