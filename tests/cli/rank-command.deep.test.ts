import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { Report } from '../../src/report/result';
import { demoFile } from '../browser/files';
import { CHECKPOINTS, checkpointsAreHere } from '../support/folders';
import { temporaryFolder } from '../support/temporary';
import { planeRecords, rankIn } from './rank-process';

const LIMIT = { timeout: 180_000 };

const folder = temporaryFolder({
  'near.jsonl': planeRecords([0.9, 0.8]),
  'far.jsonl': planeRecords([-0.9, 0.1]),
  'nothing.jsonl': '',
  'no-onnx/config.json': '{}',
});

it.each([
  ['an unknown reference', 'near.jsonl --reference near,nera', /no source nera\. The sources are near\./],
  [
    'a model folder without ONNX, before a file is read',
    'nothing.jsonl --model no-onnx',
    /^(?![^]*nothing\.jsonl)[^]*Nothing was ranked\.[^]*onnx/,
  ],
])('ends with 1 for %s, and says why', LIMIT, async (_case, args, reason) => {
  const { code, stdout, stderr } = await rankIn(folder, args.split(' '));
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(reason);
});

it.runIf(checkpointsAreHere)('ranks by a checkpoint as training wrote it', LIMIT, async () => {
  const options = `--sample 40 --report report.json --model ${join(CHECKPOINTS, 'bert-mean')}`;
  const args = [...['bm25', 'random'].map(demoFile), ...options.split(' ')];
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
    const given = '--verdicts verdicts.jsonl --report out.json'.split(' ');
    const { code, stdout, stderr } = await rankIn(folder, [...files, ...given]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/verdicts, line 7, key ffff: No pair of this run has this key/);
    expect(stderr).toMatch(/verdicts, line 8, key eeee: .*cut off/);
    // Of two queries there is a rate and no interval.
    expect(stdout).toMatch(/near: false negatives 100\u00a0% \(too few queries\), \d judged/);
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
