import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { RunCancelledError } from '../../src/engine/errors';
import { fillGeometry } from '../../src/engine/blocks';
import type { MatrixFigures } from '../../src/engine/result';
import type { SourceData } from '../../src/engine/source-data';
import {
  addRecords,
  figuresOf,
  figuresUnder,
  Sums,
  weightUnder,
  type PairWeight,
} from '../../src/engine/sums';
import { onGpu, onProcessor, type OpenSummer } from '../../src/engine/summer';
import { Task } from '../../src/engine/task';
import { seededRandom } from '../../src/scoring/random';
import { WEIGHTING_IDS, type WeightingId } from '../../src/scoring/weightings';
import { informationBytes } from '../support/assembly';
import { openSoftwareGpu, type SoftwareGpu } from '../support/gpu';
import { expectRelative, expectSameFigures } from '../support/near';
import { planarSource, type PlanarRecord } from '../support/planar';

const TAU = 0.05;
const task = new Task();

let software: SoftwareGpu;
const ways: { javascript: OpenSummer; wasm: OpenSummer; wgsl: OpenSummer } = {
  javascript: new Sums().onWasm,
  wasm: new Sums(() => WebAssembly.compile(informationBytes())).onWasm,
  wgsl: () => Promise.reject(new Error('not open')),
};
const WAYS = ['javascript', 'wasm', 'wgsl'] as const;

/** Relative error allowed beside float64. */
const EXACT = { javascript: 1e-13, wasm: 1e-13, wgsl: 1e-6 };

beforeAll(async () => {
  software = await openSoftwareGpu();
  ways.wgsl = onGpu(await software.device());
});
afterAll(() => software?.close());

/** Many records of 1 … 5 negatives at all angles; every seventh record has its own positive among them. */
const MANY: PlanarRecord[] = Array.from({ length: 200 }, (_, i) => ({
  query: (i * 37) % 360,
  positive: (i * 37 + 20) % 360,
  negatives: Array.from({ length: 1 + (i % 5) }, (_, k) =>
    i % 7 === 0 && k === 0 ? (i * 37 + 20) % 360 : (i * 37 + 25 + 7 * k) % 360,
  ),
}));

/** Random unit vectors, one positive of ten negatives each; the last negative is the positive itself. */
function longSource(pairs: number, dimension: number): SourceData {
  const random = seededRandom(7);
  const vector = () => {
    const v = Float64Array.from({ length: dimension }, () => random() - 0.5);
    const norm = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
    return v.map((x) => x / norm);
  };
  const positives = Array.from({ length: pairs / 10 }, vector);
  const negatives = Array.from({ length: pairs }, vector);
  negatives[pairs - 1] = positives.at(-1) as Float64Array<ArrayBuffer>;
  const source = planarSource(
    positives.map(() => ({
      query: 0,
      positive: 10,
      negatives: Array.from({ length: 10 }, (_, k) => 20 + k),
    })),
  );
  source.vectors = {
    dimension,
    query: () => positives[0] as Float64Array,
    positive: (record) => positives[record] as Float64Array,
    negative: (pair) => negatives[pair] as Float64Array,
  };
  for (const record of positives.keys()) fillGeometry(source, record);
  return source;
}

async function underAll(source: SourceData, open: OpenSummer): Promise<Record<WeightingId, MatrixFigures>> {
  const weights = WEIGHTING_IDS.map((weighting) => weightUnder(source.columns, { tau: TAU, weighting }));
  const figures = await figuresUnder(source, weights, open, task);
  return Object.fromEntries(WEIGHTING_IDS.map((id, i) => [id, figures[i]])) as Record<
    WeightingId,
    MatrixFigures
  >;
}

describe.each(WAYS)('figures in %s', (way) => {
  it('of two pairs in the plane are those by hand', async () => {
    // Positive at 0°, negatives at 90° and 180°: residuals (1, −1)/√2 and (1, 0).
    const { uniform, full } = await underAll(
      planarSource([{ query: 0, positive: 0, negatives: [90, 180] }]),
      ways[way],
    );
    // Î = ½([[½, −½], [−½, ½]] + [[1, 0], [0, 0]]) = [[0.75, −0.25], [−0.25, 0.25]].
    expectRelative(uniform.trace, 1, EXACT[way]);
    // 1.75·1.25 − 0.0625 = 2.125.
    expectRelative(uniform.eci, Math.log(2.125), EXACT[way]);
    // (1 + √(0.5² + 0.5²))/2.
    expectRelative(uniform.lambda_max, 0.8535533905932737, Math.max(1e-12, EXACT[way]));
    // m = 1 and 2, so ρ = σ(20), σ(40); l = v⁻·(v⁺ − u) = 0, so η = ½; ψ = 1.
    const w1 = 0.5 * 0.9999999979388464;
    const w2 = 0.5;
    const [a, b, c] = [(w1 / 2 + w2) / 2, -w1 / 4, w1 / 4];
    expectRelative(full.trace, (w1 + w2) / 2, EXACT[way]);
    expectRelative(full.eci, Math.log((1 + a) * (1 + c) - b * b), EXACT[way]);
  });

  it('keep a zero residual in N, where it adds nothing', async () => {
    const source = planarSource([{ query: 0, positive: 0, negatives: [90, 180, 0, 0] }]);
    const { uniform } = await underAll(source, ways[way]);
    // Half of Î above: 1.375·1.125 − 0.015625.
    expectRelative(uniform.eci, Math.log(1.53125), EXACT[way]);
    expectRelative(uniform.trace, 0.5, EXACT[way]);
  });

  it('are the same in whatever order and portions the records come, also while they come', async () => {
    const source = planarSource(MANY);
    const { full } = await underAll(source, ways.javascript);
    const summer = await ways[way]({ pairs: 600, dimension: 2 }, 1);
    const weights = [weightUnder(source.columns, { tau: TAU, weighting: 'full' })];
    const order = MANY.map((_, i) => (i * 77) % MANY.length);
    let pairs = 0;
    for (let start = 0; start < order.length; start += 9) {
      await addRecords(summer, source, order.slice(start, start + 9), weights, task, (count) => {
        pairs += count;
      });
      const { trace } = await summer.score(0, pairs, task);
      expect(trace).toBeGreaterThan(0);
    }
    const portions = await figuresOf(summer, 0, pairs, task);
    expectSameFigures(portions, full, Math.max(1e-12, EXACT[way]));
    summer.destroy();
  });

  it('of many pairs agree with float64', async () => {
    const source = longSource(600, 70);
    const [found, expected] = [await underAll(source, ways[way]), await underAll(source, ways.javascript)];
    for (const id of WEIGHTING_IDS) expectSameFigures(found[id], expected[id], EXACT[way]);
    // The two in float64 have the same digits.
    if (way === 'wasm') expect(found).toEqual(expected);
  });
});

describe('few pairs of long embeddings', () => {
  const weights: PairWeight[] = [0, 1].map((w) => (pair) => ((pair + w) % 5) / 4);

  it('are summed by their products: the same figures to 1e-12, also while they come', async () => {
    const source = longSource(40, 1100);
    const few = await ways.wasm({ pairs: 40, dimension: 1100 }, 2);
    const whole = onProcessor(1100, 2, null);
    for (const records of [[2, 0, 1], [3]]) {
      for (const summer of [few, whole]) await addRecords(summer, source, records, weights, task);
      const count = records.length === 3 ? 30 : 40;
      for (const w of [0, 1]) {
        const expected = await figuresOf(whole, w, count, task);
        expectSameFigures(await figuresOf(few, w, count, task), expected, 1e-12);
      }
    }
    expect([(await few.sum(0, task)).side, (await whole.sum(0, task)).side]).toEqual([40, 1100]);
    const [first] = await figuresUnder(source, weights, ways.wasm, task);
    expectRelative(first?.eci ?? NaN, (await whole.score(0, 40, task)).eci, 1e-12);
  });

  it('are at most half of d', async () => {
    const summer = await ways.wasm({ pairs: 560, dimension: 1100 }, 1);
    expect((await summer.sum(0, task)).side).toBe(1100);
  });
});

it('a sum and a log-det stop between two slices once their task is cancelled', async () => {
  const source = longSource(1000, 1100);
  const cancelled = new Task();
  const summer = await ways.javascript({ pairs: 1000, dimension: 1100 }, 1);
  setTimeout(() => cancelled.cancel(), 0);
  const adding = addRecords(summer, source, source.structure.queries.keys(), [() => 1], cancelled);
  await expect(adding).rejects.toThrow(RunCancelledError);
  const dividing = new Task();
  setTimeout(() => dividing.cancel(), 0);
  const shares: number[] = [];
  const following = onProcessor(1500, 1, null).score(0, 1, dividing, (share) => shares.push(share));
  await expect(following).rejects.toThrow(RunCancelledError);
  expect(shares.length).toBeGreaterThan(0);
  expect(shares.at(-1)).toBeLessThan(1);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});
