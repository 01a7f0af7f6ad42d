/**
 * What `npm run rank` must show: the figures of an independent float64 implementation, through the built page.
 */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import type { Report } from '../../src/report/types';
import { differences, type Tolerance } from '../support/compare';
import { expect, sharedData, test } from './helpers';

const ROOT = resolve(import.meta.dirname, '../..');
const EXACT: Tolerance = { absolute: 1e-6, relative: 1e-6 };
/** With an encoder: 1e-4, and a pair or two of thousands at an edge. */
const ENCODED: Tolerance = { absolute: 2e-4, relative: 1e-4 };

interface Expected {
  readonly sources: Record<string, unknown>;
  readonly idf_corpus: { readonly texts: number; readonly distinct_tokens: number };
  readonly audit: Pick<Report['audit'], 'envelope' | 'flags'>;
  readonly ranking: readonly string[];
}

/** Runs the command and gives the report that it wrote. */
async function rank(report: string, files: readonly string[], ...options: string[]): Promise<Report> {
  const path = test.info().outputPath(report);
  const args = [join(ROOT, 'scripts/rank.mjs'), ...files, '--report', path, ...options];
  await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return JSON.parse(readFileSync(path, 'utf8')) as Report;
}

function expectFigures(report: Report, expected: Expected, tolerance: Tolerance): void {
  expect(differences(report.sources, expected.sources, tolerance)).toEqual([]);
  expect(differences(report.audit.envelope, expected.audit.envelope, tolerance)).toEqual([]);
  expect(report.audit.flags).toEqual(expected.audit.flags);
  expect(report.ranking).toEqual(expected.ranking);
  expect(report.idf_corpus).toMatchObject({
    texts: expected.idf_corpus.texts,
    distinct_tokens: expected.idf_corpus.distinct_tokens,
  });
  for (const [name, source] of Object.entries(report.sources)) {
    const { read, records, merged, rejected } = source.file_counts;
    expect(read, `records read of ${name}`).toBe(records + merged + rejected);
  }
}

function expected(path: string): Expected {
  return JSON.parse(readFileSync(path, 'utf8')) as Expected;
}

/** The report without what differs from run to run: its date, times and rates. */
function figuresOf({ created: _created, cost: _cost, ...figures }: Report): unknown {
  return figures;
}

test.describe('golden sources', () => {
  const files = () => ['bm25', 'dense', 'llm', 'noise'].map((name) => sharedData(`golden/${name}.jsonl`));
  const reference = ['--reference', 'bm25,dense,llm'];

  for (const device of ['wasm', 'webgpu']) {
    test(`the expected figures on ${device}`, async () => {
      const report = await rank('golden.json', files(), ...reference, '--device', device);
      expect(report.device.kind).toBe(device);
      expectFigures(report, expected(sharedData('golden/expected.json')), EXACT);
    });
  }

  test('the experiments of the lab: the expected settings and sweeps, the same again under one seed', async () => {
    const want = JSON.parse(readFileSync(sharedData('golden/expected.json'), 'utf8')) as {
      readonly settings: unknown;
      readonly sources: Readonly<Record<string, { readonly c_sweep: unknown }>>;
    };
    const { experiments } = await rank('lab.json', files(), ...reference, '--experiments', 'all');
    expect(differences(experiments?.settings, want.settings, EXACT)).toEqual([]);
    for (const [name, { c_sweep }] of Object.entries(want.sources)) {
      expect(differences(experiments?.c_sweep?.[name], c_sweep, EXACT)).toEqual([]);
    }
    expect(experiments?.weightings?.full).toMatchObject({ reproduces_order: true, safe: false });
    const again = await rank('again.json', files(), ...reference, '--experiments', 'controls,bootstrap');
    expect(Object.keys(again.experiments?.runs ?? {})).toEqual(['controls', 'bootstrap']);
    expect(again.experiments?.controls).toEqual(experiments?.controls);
    expect(again.experiments?.bootstrap).toEqual(experiments?.bootstrap);
  });

  test('two runs give the same figures, byte for byte', async () => {
    const first = await rank('first.json', files(), ...reference);
    const second = await rank('second.json', files(), ...reference);
    expect(JSON.stringify(figuresOf(first))).toBe(JSON.stringify(figuresOf(second)));
  });
});

for (const { folder, names, reference } of [
  { folder: 'dl1920', names: ['bm25', 'tasb', 'repllama', 'random'], reference: 'bm25,tasb,repllama' },
  { folder: 'xquad', names: ['bm25', 'dense', 'random', 'leaky'], reference: 'bm25,dense' },
]) {
  test(`${folder} with potion-base-2M: the expected figures, the same with batches of 1 and 64`, async () => {
    const files = names.map((name) => sharedData(`data/${folder}/${name}.jsonl`));
    const model = ['--model', sharedData('models/potion-base-2M'), '--reference', reference];
    const one = await rank('one.json', files, ...model, '--batch', '1');
    const many = await rank('many.json', files, ...model, '--batch', '64');
    const want = expected(sharedData(`data/${folder}/expected_potion-base-2M.json`));
    expectFigures(one, want, ENCODED);
    expectFigures(many, want, ENCODED);
    expect(differences(one.sources, many.sources, EXACT)).toEqual([]);
  });
}
