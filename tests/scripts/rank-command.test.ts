/** How the command behaves: streams, exit status, messages. Its figures are tested in tests/browser/figures.spec.ts. */

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Report } from '../../src/report/types';

const PROJECT = resolve(import.meta.dirname, '../..');
const LIMIT_MS = 180_000;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-command-'));
  writeFileSync(join(folder, 'near.jsonl'), records([0.9, 0.8]));
  writeFileSync(join(folder, 'far.jsonl'), `${records([-0.9, 0.1])}not JSON\n`);
  writeFileSync(join(folder, 'empty.jsonl'), '');
  mkdirSync(join(folder, 'void'));
  mkdirSync(join(folder, 'about'));
  writeFileSync(join(folder, 'about', 'README.md'), 'nothing here');
  mkdirSync(join(folder, 'no-onnx'));
  writeFileSync(join(folder, 'no-onnx', 'config.json'), '{}');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Two records with embeddings in the plane, whose negatives have these cosines to the query. */
function records(cosines: number[]): string {
  const record = (query: string) => ({
    query,
    positive: 'the positive',
    negatives: cosines.map((cosine) => `negative at ${cosine}`),
    query_embedding: [1, 0],
    positive_embedding: [0.8, 0.6],
    negative_embeddings: cosines.map((cosine) => [cosine, Math.sqrt(1 - cosine ** 2)]),
  });
  return ['first query', 'second query'].map((query) => `${JSON.stringify(record(query))}\n`).join('');
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as npm does, in the folder of the made files. */
function rank(...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [join(PROJECT, 'scripts', 'rank.mjs'), ...args], { cwd: folder });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, stdout, stderr }));
  });
}

const readReport = (path: string): Report => JSON.parse(readFileSync(path, 'utf8')) as Report;

describe('npm run rank', { timeout: LIMIT_MS }, () => {
  it('explains itself', async () => {
    const { code, stdout } = await rank('--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^usage: npm run rank -- \[FILE or FOLDER…\]/);
  });

  it('prints the verdict and the table on standard output, and counts rejected records beside them', async () => {
    const { code, stdout, stderr } = await rank('near.jsonl', 'far.jsonl', '--report', 'out.json');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('far: 1 line of 3 rejected (1 broken-json)'),
    });
    const [verdict = '', table = '', ...rest] = stdout.trimEnd().split('\n\n');
    // Pairs at a cosine of 0.98 and 1 to the positive, facts of the pairs; of shares two records say nothing.
    expect(rest).toEqual(['near: negatives 4 as near to it as positives of other queries']);
    // Two records each: too few for a rank, and nothing was audited.
    expect(verdict).toMatch(/far|near/);
    expect(verdict).not.toMatch(/best|ranks first/);
    const lines = table.split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^ +source +ECI +trace +mean ρ +mean η +mean ψ +inverted +pairs +reading$/);
    expect(lines.slice(1).map((line) => line.split(/ +/)[0])).toEqual(['–', '–']);
    const report = readReport(join(folder, 'out.json'));
    expect(lines.slice(1).map((line) => line.split(/ +/)[1])).toEqual(report.ranking);
    expect(report.sources['far']?.file_counts).toMatchObject({ read: 3, records: 2, rejected: 1 });
  });

  it('hands temperature, seed, batch and normalise to the run, and the reference to the audit', async () => {
    const options = '--tau 0.2 --seed 7 --sample 1 --batch 3 --normalise --reference near --device wasm';
    const { code } = await rank('near.jsonl', 'far.jsonl', '--report', 'out.json', ...options.split(' '));
    expect(code).toBe(0);
    const { settings, audit, sources } = readReport(join(folder, 'out.json'));
    expect(settings).toMatchObject({ tau: 0.2, seed: 7, sample: 1, batch_size: 3, normalise: true });
    expect(audit.reference).toEqual(['near']);
    expect(sources['near']).toMatchObject({ records: 1, records_loaded: 2 });
  });

  it('ends with 2 where it ranked but refused a whole file', async () => {
    const { code, stdout, stderr } = await rank('near.jsonl', 'empty.jsonl', '--report', 'out.json');
    expect(code).toBe(2);
    expect(stdout).toContain('near');
    expect(stderr).toMatch(/refused .*empty\.jsonl/);
    expect(readReport(join(folder, 'out.json')).files).toEqual([
      { file: 'near.jsonl', status: 'loaded', source: 'near', same_as: null },
      expect.objectContaining({ file: 'empty.jsonl', status: 'refused' }),
    ]);
  });

  it.each([
    ['a file that is not there', ['missing.jsonl'], /missing\.jsonl: there is no such file/],
    ['a folder without a file', ['void'], /Nothing was ranked\.\nno file of data in .*void/],
    ['a folder without data', ['about'], /Nothing was ranked\.\nno file of data in .*about/],
    ['nothing but refused files', ['empty.jsonl'], /Nothing was ranked\.[^]*empty\.jsonl/],
    [
      'an unknown reference',
      ['near.jsonl', '--reference', 'near,nera'],
      /no source nera\. The sources are near\./,
    ],
    ['a model folder without ONNX', ['near.jsonl', '--model', 'no-onnx'], /Nothing was ranked\.[^]*onnx/],
    ['a bad number', ['near.jsonl', '--tau', 'hot'], /--tau hot: expected a number above 0/],
    ['an unknown option', ['--fast'], /--fast/],
  ])('ends with 1 for %s, and says why', async (_case, args, reason) => {
    const { code, stdout, stderr } = await rank(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(reason);
  });
});
