import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { reportDifferences } from '../../scripts/lib/report-differences.mjs';

const REPORT = {
  created: '2026-01-01',
  negscope: { version: '0.1.0' },
  sources: { bm25: { eci: 0.5, file: 'bm25.jsonl', counts: [1, 2] } },
  cost: { seconds: 1 },
};
const bm25 = (changes: object) => ({
  ...REPORT,
  sources: { bm25: { ...REPORT.sources.bm25, ...changes } },
});

describe('reportDifferences', () => {
  it('overlooks time, cost and versions, and nothing else', () => {
    expect(reportDifferences(REPORT, { ...REPORT, created: 'later', cost: null, negscope: null })).toEqual(
      [],
    );
    const lasting = (seconds: number) => ({
      ...REPORT,
      experiments: { runs: { mixing: { tau: 1, seconds } } },
    });
    expect(reportDifferences(lasting(1), lasting(2))).toEqual([]);
    expect(reportDifferences(REPORT, bm25({ file: 'other' }))).toEqual([
      { path: 'sources.bm25.file', gap: Infinity },
    ]);
    expect(reportDifferences(REPORT, bm25({ counts: [1, 3] }))).toEqual([
      { path: 'sources.bm25.counts.1', gap: 1 / 3 },
    ]);
    expect(reportDifferences(REPORT, bm25({ more: 0 }))).toEqual([
      { path: 'sources.bm25.more', gap: Infinity },
    ]);
  });

  it('tells another order of keys, which is other bytes', () => {
    const { created, ...rest } = REPORT;
    const turned = { created, sources: { bm25: { file: 'bm25.jsonl', eci: 0.5, counts: [1, 2] } } };
    expect(reportDifferences({ ...rest, sources: REPORT.sources }, turned)).toEqual([
      { path: '(order of keys)', gap: Infinity },
    ]);
  });
});

describe('the command', () => {
  let folder: string;
  const SCRIPT = 'scripts/compare-reports.mjs';
  const file = (name: string, report: object) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(report));
    return path;
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'negscope-reports-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('forgives a gap of rounding, and says where it is', () => {
    const near = file('near.json', bm25({ eci: 0.5 * (1 + 4e-13) }));
    const out = execFileSync(process.execPath, [SCRIPT, file('a.json', REPORT), near], { encoding: 'utf8' });
    expect(out).toMatch(/^sources\.bm25\.eci: gap 4\.\d\de-13\n$/);
  });

  it('fails above 1e-12, and without two reports', () => {
    const far = file('far.json', bm25({ eci: 0.5 * (1 + 4e-12) }));
    expect(spawnSync(process.execPath, [SCRIPT, file('a.json', REPORT), far]).status).toBe(1);
    const missing = spawnSync(process.execPath, [SCRIPT, far, join(folder, 'none.json')], {
      encoding: 'utf8',
    });
    expect(missing.status).toBe(1);
    expect(missing.stderr).toContain('none.json');
  });
});
