/** The command itself, in small sizes: everything runs, and the results have their shape. No speed is asserted. */

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { asMarkdown, asText } from '../../bench/lib/print.mjs';
import type { BenchResults, Outcome, ScenarioId } from '../../bench/types';
import { runScript } from '../support/run-script';

const PROJECT = resolve(import.meta.dirname, '../..');
const DOCUMENT = join(PROJECT, 'docs', 'BENCHMARKS.md');
const LIMIT_MS = 300_000;
const IDS: readonly ScenarioId[] = ['a', 'c', 'd', 'e', 'f', 'g'];
/** Scenarios that read ../shared, by what they need. */
const NEEDS: Partial<Record<ScenarioId, string>> = { a: 'data/xquad' };

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-bench-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bench = (...args: string[]) => runScript('bench.mjs', args, { cwd: folder });

const positive = v.pipe(v.number(), v.gtValue(0));
const notRun = v.strictObject({ not_run: v.string() });
const memory = v.strictObject({ own: positive, most_resident: positive });
const kernel = v.looseObject({
  accumulate: v.looseObject({ float64_seconds: positive }),
  logdet: v.looseObject({ float64_seconds: positive }),
});

const FIGURES = {
  a: v.looseObject({
    rows: v.pipe(v.array(v.looseObject({ wasm_seconds: positive })), v.length(1)),
    native: v.union([notRun, v.strictObject({ version: v.string() })]),
  }),
  c: v.looseObject({ dimensions: v.array(kernel) }),
  d: v.strictObject({
    pairs: positive,
    rows: v.array(v.strictObject({ what: v.string(), seconds: v.pipe(v.array(v.number()), v.length(25)) })),
  }),
  e: v.strictObject({
    rows: v.array(v.looseObject({ end: v.literal('loaded'), seconds: positive, peak: v.nullable(memory) })),
  }),
  f: v.strictObject({
    runs: v.array(v.looseObject({ total: positive, encodes: positive })),
    sent: v.pipe(v.array(v.strictObject({ file: v.string(), bytes: positive })), v.minLength(5)),
  }),
  g: v.strictObject({
    pairs: v.literal(1920),
    sources: v.literal(8),
    encodes: v.literal(0),
    rows: v.pipe(
      v.array(
        v.strictObject({
          what: v.string(),
          moves: v.array(
            v.strictObject({ first: positive, whole: positive, commits: positive, settled: positive }),
          ),
        }),
      ),
      v.length(4),
    ),
  }),
};

const Results = v.strictObject({
  schema_version: v.literal(1),
  created: v.pipe(v.string(), v.isoTimestamp()),
  negscope: v.strictObject({ version: v.string(), commit: v.nullable(v.string()) }),
  options: v.looseObject({ quick: v.literal(true) }),
  machine: v.looseObject({ cpu: v.string(), cores: positive, memory_bytes: positive, browser: v.string() }),
  seconds: positive,
  scenarios: v.record(v.string(), v.looseObject({ status: v.picklist(['run', 'not run', 'failed']) })),
  goals: v.record(
    v.string(),
    v.array(
      v.strictObject({
        what: v.string(),
        goal: v.string(),
        figure: v.nullable(v.string()),
        met: v.nullable(v.boolean()),
        why: v.nullable(v.string()),
      }),
    ),
  ),
});

describe('npm run bench', { timeout: LIMIT_MS }, () => {
  it('explains itself, and refuses what it does not know', async () => {
    const help = await bench('--help');
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('usage: npm run bench') });
    const unknown = await bench('a', 'z');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no scenario z.') });
    const texts = await bench('--texts', '0');
    expect(texts).toMatchObject({ code: 1, stderr: expect.stringContaining('--texts 0') });
  });

  it('measures everything in small sizes and writes it down', async () => {
    const file = join(folder, 'results.json');
    const documentBefore = existsSync(DOCUMENT) ? statSync(DOCUMENT).mtimeMs : null;
    const { code, stdout, stderr } = await bench('--quick', '--out', file);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('results.json') });
    const results = JSON.parse(readFileSync(file, 'utf8')) as BenchResults;
    v.parse(Results, results);
    for (const id of IDS) {
      const outcome = results.scenarios[id] as Outcome;
      const needs = NEEDS[id];
      if (needs !== undefined && !existsSync(resolve(PROJECT, '../shared', needs))) {
        expect(outcome).toMatchObject({ status: 'not run', reason: expect.stringContaining(needs) });
        continue;
      }
      expect(outcome, `scenario ${id}`).toMatchObject({ status: 'run' });
      if (outcome.status === 'run') v.parse(FIGURES[id], outcome.figures);
      expect(stdout).toMatch(new RegExp(`^${id}\\. .+ s\\)$`, 'm'));
    }
    expect(stdout.trimEnd()).toBe(asText(results).trimEnd());
    const markdown = asMarkdown(results, 'results.json');
    for (const id of IDS) expect(markdown).toContain(`\n## ${id}. `);
    expect(markdown).toContain(results.machine.cpu);
    for (const { what } of Object.values(results.goals).flat()) expect(markdown).toContain(`| ${what} |`);
    // Small sizes say nothing of speed: the document stays as it is.
    expect(existsSync(DOCUMENT) ? statSync(DOCUMENT).mtimeMs : null).toBe(documentBefore);
  });
});
