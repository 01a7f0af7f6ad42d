/** The command itself, in small sizes: everything runs, and the results have their shape. No speed is asserted. */

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { asText } from '../../bench/lib/print.mjs';
import type { BenchResults, ScenarioId } from '../../bench/types';
import { runScript } from '../support/run-script';
import { temporaryFolder } from '../support/temporary';

const PROJECT = resolve(import.meta.dirname, '../..');
const DOCUMENT = join(PROJECT, 'docs', 'BENCHMARKS.md');
const LIMIT_MS = 300_000;
/** How many figures each scenario has in small sizes. */
const LINES: Record<ScenarioId, number> = {
  demo: 4,
  load: 4,
  strip: 13,
  mining: 4,
  certainty: existsSync(join(PROJECT, '../shared/data/xquad')) ? 9 : 1,
  kernels: 2,
};

const folder = temporaryFolder();

const bench = (...args: string[]) => runScript('bench.mjs', args, { cwd: folder });

describe('npm run bench', { timeout: LIMIT_MS }, () => {
  it('explains itself, and refuses what it does not know', async () => {
    const help = await bench('--help');
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('usage: npm run bench') });
    const unknown = await bench('demo', 'z');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no scenario z.') });
    writeFileSync(join(folder, 'other.json'), '{}');
    const other = await bench('--compare', 'other.json');
    expect(other).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--compare other.json: these are'),
    });
  });

  it('measures everything in small sizes, writes it down and sets it beside an earlier run', async () => {
    const file = join(folder, 'results.json');
    const documentBefore = statSync(DOCUMENT).mtimeMs;
    const earlier = join(PROJECT, 'bench', 'results', '2026-11-23.json');
    const { code, stdout, stderr } = await bench('--quick', '--out', file, '--compare', earlier);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('results.json') });
    const results = JSON.parse(readFileSync(file, 'utf8')) as BenchResults;
    expect(results).toMatchObject({ schema_version: 2, quick: true });
    for (const id of Object.keys(LINES) as ScenarioId[]) {
      const outcome = results.scenarios[id];
      expect(outcome, `scenario ${id}`).toMatchObject({ status: 'run' });
      if (outcome?.status !== 'run') continue;
      expect(outcome.lines.length, id).toBe(LINES[id]);
      // A figure, or why there is none.
      for (const { what, figure, note } of outcome.lines)
        expect(figure ?? (note === null ? NaN : 0), what).toBeGreaterThanOrEqual(0);
    }
    const before = JSON.parse(readFileSync(earlier, 'utf8')) as BenchResults;
    expect(stdout.trimEnd()).toBe(asText(results, before).trimEnd());
    // Small sizes say nothing of speed: the document stays as it is.
    expect(statSync(DOCUMENT).mtimeMs).toBe(documentBefore);
  });
});
