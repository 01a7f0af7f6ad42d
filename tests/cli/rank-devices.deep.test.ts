import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { ensureOthers } from '../../bench/lib/native.mjs';
import type { Report } from '../../src/report/result';
import { demoFile } from '../browser/files';
import { writeModel } from '../browser/model-folders';
import { MADE_FILES } from '../support/made-encoder';
import { schemaFaults } from '../support/report-schema';
import { temporaryFolder } from '../support/temporary';
import { rankIn } from './rank-process';

const LIMIT = { timeout: 300_000 };
const DEMO = ['bm25', 'random'].map(demoFile);
/** Where the bench installs what it compares with. */
const BENCH = join(import.meta.dirname, '../../bench');

const folder = temporaryFolder();
writeModel(join(folder, 'made'), MADE_FILES);

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
  expect(native.device).toMatchObject({
    kind: 'native',
    reason: expect.stringContaining('on cpu'),
  });
  expect(native.encoder).toMatchObject({ parity: { texts: 4, warning: null } });
  expectNear(native, await ranked(BENCH, args), 1e-5);
  const { code, stderr } = await rankIn(BENCH, [...DEMO, '--runtime', 'native', '--device', 'dml']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^--device dml: onnxruntime-node 1\.\d+\.\d+ cannot use it here \(/);
});

it('encodes on wasm by an ONNX file, in threads of the runtime', LIMIT, async () => {
  const { device } = await ranked(BENCH, ['--model', join(folder, 'made')]);
  expect(device).toMatchObject({ kind: 'wasm', reason: expect.stringMatching(/^wasm, \d threads?: /) });
});
