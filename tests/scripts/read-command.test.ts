/** How `npm run read` ends, and what it says of the checks before a run. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { PreflightCheck } from '../../src/report/preflight';
import { runScript } from '../support/run-script';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-read-'));
  const line = (id: string, negatives: string[]) =>
    `${JSON.stringify({ query_id: id, query: `query ${id}`, pos: [`positive ${id}`], neg: negatives })}\n`;
  writeFileSync(
    join(folder, 'good.jsonl'),
    line('1', ['text a', 'text b']) + line('2', ['text c', 'text d']),
  );
  writeFileSync(
    join(folder, 'leaky.jsonl'),
    line('1', ['text a', 'text b']) + line('2', ['positive 2', 'text d']),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (...args: string[]) => runScript('read.mjs', args, { cwd: folder });

describe('npm run read', { timeout: 180_000 }, () => {
  it('says in one line that all checks pass, and then ends with 0, strict or not', async () => {
    const { code, stdout } = await read('good.jsonl', '--strict');
    expect(stdout).toContain('Preflight: 4 checks pass, 2 do not apply.\n');
    expect(code).toBe(0);
  });

  it('says what fails, where, and ends with 4 where it is strict', async () => {
    const { code, stdout } = await read('good.jsonl', 'leaky.jsonl', '--strict');
    expect(stdout).toContain('Preflight: 1 of 4 checks fails, 2 do not apply.\n');
    expect(stdout).toMatch(/✗ 1 negative is a positive of its own query \(leaky 1\)\. Take them out/);
    expect(stdout).toContain('leaky, line 2, “query 2”: “positive 2”\n');
    expect(code).toBe(4);
  });

  it('ends with 0 where it is not strict, and says the checks for programs', async () => {
    const { code, stdout } = await read('leaky.jsonl', '--json');
    expect(code).toBe(0);
    const [file] = JSON.parse(stdout) as { preflight: PreflightCheck[] }[];
    expect(file?.preflight[1]).toMatchObject({ id: 'positives', passed: false, count: 1 });
  });
});
