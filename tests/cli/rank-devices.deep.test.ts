/** `npm run rank` on what the user has installed: onnxruntime for Node. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { ensureOthers } from '../../bench/lib/native.mjs';
import type { Report } from '../../src/report/result';
import { MADE_FILES } from '../support/made-encoder';
import { schemaFaults } from '../support/report-schema';
import { rankIn } from './rank-process';

const LIMIT = { timeout: 300_000 };
const DEMO = ['bm25', 'random'].map((name) => join(import.meta.dirname, `../../public/demo/${name}.jsonl`));
/** Where the bench installs what it compares with. */
const BENCH = join(import.meta.dirname, '../../bench');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-devices-'));
  for (const [path, content] of Object.entries(MADE_FILES)) {
    const file = join(folder, 'made', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content instanceof Uint8Array ? content : JSON.stringify(content));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function ranked(cwd: string, args: readonly string[]): Promise<Report> {
  const path = join(folder, 'report.json');
  const { code, stderr } = await rankIn(cwd, [...DEMO, '--sample', '40', '--report', path, ...args]);
  expect(code, stderr).toBe(0);
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  expect(schemaFaults(report)).toEqual([]);
  return report;
}

/** What both say of each source, but for the figures. */
const said = ({ ranking, audit, verdict }: Report) => [ranking, audit.flags, verdict.sources];

function expectNear(one: Report, other: Report, gap: number): void {
  expect(said(one)).toEqual(said(other));
  for (const [name, { eci, trace, mean_rho, mean_eta, mean_psi }] of Object.entries(other.sources)) {
    const its = one.sources[name];
    for (const [a, b] of [
      [its?.eci, eci],
      [its?.trace, trace],
      [its?.mean_rho, mean_rho],
      [its?.mean_eta, mean_eta],
      [its?.mean_psi, mean_psi],
    ])
      expect(Math.abs((a ?? NaN) - (b ?? NaN)), name).toBeLessThanOrEqual(gap * Math.abs(b ?? NaN));
  }
}

it('encodes by onnxruntime for Node within 1e-5 of wasm', LIMIT, async ({ skip }) => {
  const missing = await ensureOthers(false);
  skip(missing !== null, missing ?? undefined);
  const args = ['--model', join(folder, 'made')];
  const native = await ranked(BENCH, [...args, '--runtime', 'native']);
  expect(native.device).toMatchObject({ kind: 'native', reason: expect.stringContaining('on cpu') });
  expect(native.encoder).toMatchObject({ parity: { texts: 8, warning: null } });
  expectNear(native, await ranked(BENCH, args), 1e-5);
  const { code, stderr } = await rankIn(BENCH, [...DEMO, '--runtime', 'native', '--device', 'dml']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^--device dml: onnxruntime-node 1\.\d+\.\d+ cannot use it here \(/);
});
