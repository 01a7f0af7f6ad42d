/** The order at an early stop beside the order of whole files, on real ones and on two devices. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { readTevatron } from '../support/tevatron';
import type { RunResult } from '../../src/engine/result';
import type { RunRequest, StopRule } from '../../src/engine/types';
import { seededRandom } from '../../src/scoring/random';
import { stubBrowserGlobals } from '../support/browser-globals';
import type { TextRecord } from '../support/candidates';
import { folderOnDisk, POTION, potionIsHere } from '../support/folders';
import { openSoftwareGpu, type SoftwareGpu } from '../support/gpu';
import { encoderOf, engineOn, runRequest, silent } from '../support/runs';

/** Every pair that the early run separates stands the same way in the full one. */
function expectSameOrder(early: RunResult, full: RunResult): void {
  const scores = full.sources.map(({ figures }) => figures.eci);
  for (const { a, b, status } of early.certainty.pairs) {
    if (status === 'separated') expect(scores[Number(a)]).toBeGreaterThan(scores[Number(b)] as number);
  }
}

/** Where a run stopped, and what it separates. */
const stopOf = ({ certainty, sources: ranked }: RunResult) => ({
  queries: certainty.queries_used,
  records: ranked.map(({ figures }) => figures.records),
  pairs: certainty.pairs.map(({ a, b, status }) => [a, b, status]),
});

beforeAll(() => stubBrowserGlobals());

describe('the demo, until its order is certain', () => {
  const file = (name: string) => fileURLToPath(new URL(`../../public/demo/${name}.jsonl`, import.meta.url));
  const sources = ['bm25', 'embedding', 'random', 'written'].map((name) => readTevatron(file(name)));
  const encoder = encoderOf();

  it('has the order of all records, and going on encodes only what is new', async () => {
    const engine = engineOn(sources);
    const run = (rule: StopRule['rule']) => engine.run(runRequest(sources.length, { rule, encoder }), silent);
    const early = await run('certain');
    const full = await run('all');
    expectSameOrder(early, full);
    const texts = new Set(sources.flat().flatMap(({ positive, negatives }) => [positive, ...negatives]));
    const queries = new Set(sources.flat().map(({ query }) => query));
    expect(early.cost.texts).toBe(early.cost.encodes);
    expect(full.cost.texts).toBe(texts.size + queries.size);
    // No two of these texts have the same tokens: over both runs each is encoded once.
    expect(early.cost.encodes + full.cost.encodes).toBe(full.cost.texts);
    expect(full.cost.cached_texts).toBe(early.cost.encodes);
    expect([40, 80, 160]).toContain(early.certainty.units_used);
    expect(early.stop.ended).toBe('order-certain');
    // Blocks end at the looks, however texts are batched.
    const other = runRequest(sources.length, { rule: 'certain', encoder, settings: { batch_size: 7 } });
    const again = await engineOn(sources).run(other, silent);
    expect(stopOf(again)).toEqual(stopOf(early));
  });
});

const PERPOS = ['bm25', 'tasb', 'repllama'].map((name) =>
  fileURLToPath(new URL(`../../../shared/data/dl1920/perpos/${name}.jsonl`, import.meta.url)),
);
const perposIsHere = PERPOS.every((file) => existsSync(file)) && potionIsHere;

describe.skipIf(!perposIsHere)('perpos (../shared): 2,889 records of 97 queries', () => {
  it('says nothing at a stop that the full run does not say, for 8 seeds', async () => {
    const sources = PERPOS.map((file) => readTevatron(file));
    const encoder = encoderOf(folderOnDisk('potion-base-2M', POTION));
    const engine = engineOn(sources);
    const separated = ({ certainty }: RunResult) =>
      certainty.pairs.flatMap(({ a, b, status }) => (status === 'separated' ? [`${a} above ${b}`] : []));
    const full = await engine.run(runRequest(sources.length, { rule: 'all', encoder }), silent);
    expect(full.certainty).toMatchObject({ queries_used: 97, queries_total: 97 });
    for (let seed = 1; seed <= 8; seed++) {
      const asked = runRequest(sources.length, { rule: 'certain', encoder, settings: { seed } });
      const early = await engine.run(asked, silent);
      expect(early.certainty.queries_total).toBe(97);
      for (const order of separated(early)) expect(separated(full), `seed ${seed}`).toContain(order);
      expectSameOrder(early, full);
    }
  }, 600_000);
});

/** Unit vectors about a direction, nearer to it or further: sources of unlike hardness over the same queries. */
function madeSource(name: string, records: number, spread: number): TextRecord[] {
  const dimension = 16;
  const shared = seededRandom(1);
  const own = seededRandom(name.length);
  const unit = (values: number[]) => {
    const norm = Math.hypot(...values);
    // float32, which both devices hold exactly.
    return values.map((x) => Math.fround(x / norm));
  };
  const noise = (random: () => number, size: number) =>
    Array.from({ length: dimension }, () => size * (random() - 0.5));
  return Array.from({ length: records }, (_, i) => {
    const query = noise(shared, 2);
    const near = (random: () => number, size: number) =>
      unit(noise(random, size).map((x, k) => x + (query[k] as number)));
    const positive = near(shared, 1);
    const negatives = [0, 1, 2].map(() => near(own, spread));
    return {
      query: `query ${i}`,
      positive: `positive ${i}`,
      negatives: negatives.map((_row, k) => `${name} ${i} ${k}`),
      rows: { query: unit(query), positive, negatives },
    };
  });
}

describe('the same stop on another device', () => {
  let software: SoftwareGpu;
  beforeAll(async () => {
    software = await openSoftwareGpu();
  });
  afterAll(() => {
    software.close();
    stubBrowserGlobals();
  });

  it('is found in float64 and on a software GPU', async () => {
    const sources = [madeSource('a', 600, 1.1), madeSource('bb', 600, 1.5), madeSource('ccc', 600, 2.5)];
    const run = (device: RunRequest['device']) =>
      engineOn(sources).run(runRequest(3, { rule: 'certain', device }), silent);
    const onCpu = await run('wasm');
    vi.stubGlobal('navigator', { hardwareConcurrency: 1, gpu: software.gpu });
    const onGpu = await run('webgpu');
    expect(onCpu.device.kind).toBe('wasm');
    expect(onGpu.device.kind).toBe('webgpu');
    expect(onCpu.certainty.queries_used).toBeLessThan(600);
    expect(stopOf(onGpu)).toEqual(stopOf(onCpu));
  });
});
