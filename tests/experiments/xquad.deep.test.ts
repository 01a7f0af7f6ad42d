/** What the controls must show on real files: XQuAD's sources under a real small encoder (../shared). */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

import { readTevatron } from '../support/tevatron';
import type { ControlsResult } from '../../src/experiments/controls';
import { stubBrowserGlobals } from '../support/browser-globals';
import { RankedSources } from '../support/experiments';
import { folderOnDisk, POTION, potionIsHere } from '../support/folders';

const NAMES = ['bm25', 'dense', 'random'];
const fileOf = (name: string) =>
  fileURLToPath(new URL(`../../../shared/data/xquad/${name}.jsonl`, import.meta.url));
const isHere = potionIsHere && NAMES.every((name) => existsSync(fileOf(name)));

describe.skipIf(!isHere)('xquad under potion-base-2M (../shared)', () => {
  let ranked: RankedSources;
  let controls: ControlsResult;

  beforeAll(async () => {
    stubBrowserGlobals();
    ranked = await RankedSources.rank(
      NAMES.map((name) => ({ name, records: readTevatron(fileOf(name)), reference: name !== 'random' })),
      {},
      {
        model: folderOnDisk('potion-base-2M', POTION),
        onnx: 'onnx/model.onnx',
        settings: { queryPrefix: '', passagePrefix: '', pooling: 'mean', maxTokens: 128 },
      },
    );
    controls = await ranked.perform('controls');
  }, 120_000);

  const control = (id: string) => {
    const found = controls.made.find(({ request }) => request.kind === 'control' && request.control === id);
    if (!found) throw new Error(`There is no control ${id}.`);
    return found;
  };

  it('ranks own-positive last', () => {
    const scores = [...controls.scores, ...controls.made.map(({ eci }) => eci)];
    expect(control('own-positive').eci).toBe(Math.min(...scores));
  });

  it('flags the false negatives by η, and random passages', () => {
    expect(control('false-negative').flags).toContain('eta');
    expect(control('random').flags).not.toEqual([]);
    const [bm25, dense, random] = controls.flags;
    expect([bm25, dense]).toEqual([[], []]);
    expect(random).not.toEqual([]);
  });

  it('has a mixing ladder whose mean ψ rises with every step', async () => {
    const { made: steps } = await ranked.perform('mixing');
    steps.slice(1).forEach((step, i) => {
      expect(step.mean_psi).toBeGreaterThan(steps[i]?.mean_psi ?? NaN);
    });
    expect(steps[0]?.inverted_pairs).toBe(ranked.result.sources[0]?.figures.counts.inverted_pairs);
  });
});
