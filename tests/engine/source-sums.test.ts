import { describe, expect, it } from 'vitest';

import { RunCancelledError } from '../../src/engine/errors';
import type { MatrixFigures } from '../../src/engine/result';
import { SourceSums } from '../../src/engine/source-sums';
import { BLOCK_PAIRS, float64Store, type SumStore } from '../../src/engine/sum-store';
import { Task } from '../../src/engine/task';
import { WEIGHTING_IDS, type WeightingId } from '../../src/scoring/weightings';
import { expectRelative } from '../support/near';
import { planarSource, type PlanarRecord } from '../support/planar';

const TAU = 0.05;

/** Many records of 1 … 5 negatives at all angles; every seventh record has its own positive among them. */
const MANY: PlanarRecord[] = Array.from({ length: 200 }, (_, i) => ({
  query: (i * 37) % 360,
  positive: (i * 37 + 20) % 360,
  negatives: Array.from({ length: 1 + (i % 5) }, (_, k) =>
    i % 7 === 0 && k === 0 ? (i * 37 + 20) % 360 : (i * 37 + 25 + 7 * k) % 360,
  ),
}));

function emptySums(records: readonly PlanarRecord[]): SourceSums {
  const source = planarSource(records);
  return new SourceSums(source, TAU, float64Store(source, WEIGHTING_IDS.length), WEIGHTING_IDS);
}

/** All records in one go. */
async function summed(records: readonly PlanarRecord[]): Promise<SourceSums> {
  const sums = emptySums(records);
  await sums.add(
    records.map((_, i) => i),
    new Task(),
  );
  return sums;
}

async function figuresOf(sums: SourceSums): Promise<Record<WeightingId, MatrixFigures>> {
  const figures = await sums.figures(new Task());
  return Object.fromEntries(
    WEIGHTING_IDS.map((id) => [id, figures[id] ?? { eci: NaN, trace: NaN, lambda_max: NaN }]),
  ) as Record<WeightingId, MatrixFigures>;
}

const scoreOf = async (sums: SourceSums, id: WeightingId) => (await sums.running(id, new Task()))?.eci ?? NaN;

describe('the figures of two pairs in the plane, by hand', () => {
  // Positive at 0°, negatives at 90° and 180°: residuals (1, −1)/√2 and (1, 0).
  const records = [{ query: 0, positive: 0, negatives: [90, 180] }];

  it('under uniform weights', async () => {
    const figures = await figuresOf(await summed(records));
    // Î = ½([[½, −½], [−½, ½]] + [[1, 0], [0, 0]]) = [[0.75, −0.25], [−0.25, 0.25]].
    const { eci, trace, lambda_max } = figures.uniform;
    expectRelative(trace, 1, 1e-14);
    // 1.75·1.25 − 0.0625 = 2.125.
    expectRelative(eci, Math.log(2.125), 1e-14);
    // (1 + √(0.5² + 0.5²))/2.
    expectRelative(lambda_max, 0.8535533905932737, 1e-12);
  });

  it('under ρηψ', async () => {
    // m = 1 and 2, so ρ = σ(20), σ(40); l = v⁻·(v⁺ − u) = 0, so η = ½; ψ = 1.
    const figures = await figuresOf(await summed(records));
    const w1 = 0.5 * 0.9999999979388464;
    const w2 = 0.5;
    const [a, b, c] = [(w1 / 2 + w2) / 2, -w1 / 4, w1 / 4];
    expectRelative(figures.full.trace, (w1 + w2) / 2, 1e-14);
    expectRelative(figures.full.eci, Math.log((1 + a) * (1 + c) - b * b), 1e-13);
  });

  it('a zero residual stays in N and adds nothing', async () => {
    const figures = await figuresOf(await summed([{ query: 0, positive: 0, negatives: [90, 180, 0, 0] }]));
    // Half of Î above: 1.375·1.125 − 0.015625.
    expectRelative(figures.uniform.eci, Math.log(1.53125), 1e-14);
    expectRelative(figures.uniform.trace, 0.5, 1e-14);
  });
});

describe('SourceSums', () => {
  it('has the same score in whatever order and portions the records come', async () => {
    const whole = await summed(MANY);
    const portions = emptySums(MANY);
    const order = MANY.map((_, i) => (i * 77) % MANY.length);
    for (let start = 0; start < order.length; start += 9) {
      await portions.add(order.slice(start, start + 9), new Task());
    }
    for (const id of WEIGHTING_IDS) {
      expectRelative(await scoreOf(portions, id), await scoreOf(whole, id), 1e-12);
    }
  });

  it('runs from nothing to the final score', async () => {
    const sums = emptySums(MANY);
    expect(await sums.running('full', new Task())).toBeNull();
    await sums.add([3, 1], new Task());
    expect(await sums.running('full', new Task())).toMatchObject({ source: 0, records: 2 });
    const rest = MANY.map((_, i) => i).filter((i) => i !== 3 && i !== 1);
    await sums.add(rest, new Task());
    const last = await sums.running('full', new Task());
    expect(last?.records).toBe(MANY.length);
    const figures = await figuresOf(sums);
    expect(last?.eci).toBe(figures.full.eci);
    // Zero residuals are left out of the running trace too.
    expectRelative(last?.trace ?? NaN, figures.full.trace, 1e-12);
  });

  it('divides by the pairs seen so far', async () => {
    // The same record twice has the score of the record.
    const record = { query: 0, positive: 10, negatives: [40, 80] };
    const once = await summed([record]);
    const twice = await summed([record, record]);
    expectRelative(await scoreOf(twice, 'full'), await scoreOf(once, 'full'), 1e-14);
  });

  it('hands over blocks of 256 pairs and then what is left, in the order of the visit', async () => {
    const counts: number[] = [];
    const source = planarSource(MANY);
    const counting: SumStore = {
      ...float64Store(source, WEIGHTING_IDS.length),
      add: ({ pairs }) => {
        counts.push(pairs.length);
        return Promise.resolve();
      },
    };
    const sums = new SourceSums(source, TAU, counting, WEIGHTING_IDS);
    await sums.add(
      MANY.map((_, i) => i),
      new Task(),
    );
    // 200 records of 1 … 5 negatives: 600 pairs.
    expect(counts).toEqual([BLOCK_PAIRS, BLOCK_PAIRS, 88]);
  });

  it('sums only the weightings it is asked for', async () => {
    const source = planarSource(MANY);
    const sums = new SourceSums(source, TAU, float64Store(source, 1), ['drop-psi']);
    await sums.add([0, 1], new Task());
    expect(Object.keys(await sums.figures(new Task()))).toEqual(['drop-psi']);
  });

  it('stops when its task is cancelled', async () => {
    const task = new Task();
    const sums = await summed(MANY);
    task.cancel();
    await expect(sums.add([0], task)).rejects.toThrow(RunCancelledError);
    await expect(sums.figures(task)).rejects.toThrow(RunCancelledError);
  });
});
