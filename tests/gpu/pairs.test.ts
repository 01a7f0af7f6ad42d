import { describe, expect, it } from 'vitest';

import type { EmbeddingBuffers } from '../../src/gpu/embedding-buffers';
import { PairKernel, type PairGeometryColumns } from '../../src/gpu/pairs';
import { pairGeometry } from '../../src/scoring/gates';
import { DIMENSIONS, drawRows, ENCODER_DIMENSIONS } from '../support/kernels';
import { onDevice, testDevice, unitRows } from '../support/kernels';

const device = testDevice();
const ROWS = 60;

type Lists = [query: Uint32Array, positive: Uint32Array, negative: Uint32Array];

function lists(count: number): Lists {
  return [drawRows(count, ROWS, 1), drawRows(count, ROWS, 2), drawRows(count, ROWS, 3)];
}

async function run(embeddings: EmbeddingBuffers, given: Lists): Promise<PairGeometryColumns> {
  const kernel = await PairKernel.create(embeddings);
  const columns = await kernel.run(...given);
  kernel.destroy();
  return columns;
}

/** The largest gaps to the twin: of m and l in absolute terms, of ‖δ‖ relative to it. */
interface Gaps {
  readonly margin: number;
  readonly locality: number;
  readonly distance: number;
}

function gaps(actual: PairGeometryColumns, rows: readonly Float32Array[], given: Lists): Gaps {
  const row = (list: Uint32Array, k: number) => rows[list[k] as number] as Float32Array;
  const twin = { margin: 0, locality: 0, distance: 0 };
  const worst = { margin: 0, locality: 0, distance: 0 };
  given[0].forEach((_, k) => {
    pairGeometry(row(given[0], k), row(given[1], k), row(given[2], k), twin);
    worst.margin = Math.max(worst.margin, Math.abs(twin.margin - (actual.margin[k] as number)));
    worst.locality = Math.max(worst.locality, Math.abs(twin.locality - (actual.locality[k] as number)));
    const gap = Math.abs(twin.distance - (actual.distance[k] as number));
    worst.distance = Math.max(worst.distance, gap === 0 ? 0 : gap / twin.distance);
  });
  return worst;
}

/** m and l to 1e-7 (2e-7 where the few elements are large), ‖δ‖ to 2e-7 relative. */
function expectTwin(actual: PairGeometryColumns, rows: readonly Float32Array[], given: Lists): Gaps {
  for (const column of Object.values(actual)) expect(column).toHaveLength(given[0].length);
  const worst = gaps(actual, rows, given);
  const bound = (rows[0] as Float32Array).length < 64 ? 2e-7 : 1e-7;
  expect(worst.margin).toBeLessThan(bound);
  expect(worst.locality).toBeLessThan(bound);
  expect(worst.distance).toBeLessThan(2e-7);
  return worst;
}

describe('PairKernel', () => {
  it.for(DIMENSIONS)('agrees with its float64 twin at d = %s', async (d, { annotate }) => {
    const rows = unitRows(ROWS, d);
    const embeddings = await onDevice(device(), rows);
    const given = lists(300);
    const worst = expectTwin(await run(embeddings, given), rows, given);
    await annotate(`error of m ${worst.margin}, of l ${worst.locality}, of ‖δ‖ ${worst.distance} relative`);
    embeddings.destroy();
  });

  it.each([1, 255, 256, 257, 1024, 1025])('computes %s pairs', async (count) => {
    const rows = unitRows(ROWS, 64);
    const embeddings = await onDevice(device(), rows);
    const given = lists(count);
    expectTwin(await run(embeddings, given), rows, given);
    embeddings.destroy();
  });

  it('takes the rows of a pair from different buffers', async () => {
    const rows = unitRows(ROWS, 100);
    const embeddings = await onDevice(device(), rows, 7 * 400);
    expect(embeddings.parts.length).toBe(9);
    const given = lists(300);
    expectTwin(await run(embeddings, given), rows, given);
    embeddings.destroy();
  });

  it.each(ENCODER_DIMENSIONS)('gives exactly m = 0 and ‖δ‖ = 0 for equal rows at d = %s', async (d) => {
    const rows = unitRows(ROWS, d);
    // The same numbers in another place.
    rows[1] = Float32Array.from(rows[0] as Float32Array);
    const embeddings = await onDevice(device(), rows);
    const given: Lists = [Uint32Array.of(2, 3, 4), Uint32Array.of(0, 5, 0), Uint32Array.of(1, 5, 6)];
    const { margin, distance } = await run(embeddings, given);
    expect([...margin.subarray(0, 2), ...distance.subarray(0, 2)]).toEqual([0, 0, 0, 0]);
    expect(margin[2]).not.toBe(0);
    embeddings.destroy();
  });

  it('keeps the sign and size of a margin of one unit in the last place', async () => {
    const rows = unitRows(ROWS, 384);
    const near = Float32Array.from(rows[0] as Float32Array);
    near[7] = (near[7] as number) * (1 + 2 ** -23);
    rows[1] = near;
    const embeddings = await onDevice(device(), rows);
    const given: Lists = [Uint32Array.of(2, 2), Uint32Array.of(0, 1), Uint32Array.of(1, 0)];
    const { margin } = await run(embeddings, given);
    const u = (rows[2] as Float32Array)[7] as number;
    const expected = u * (((rows[0] as Float32Array)[7] as number) - (near[7] as number));
    expect(Math.abs((margin[0] as number) - expected)).toBeLessThanOrEqual(1e-6 * Math.abs(expected));
    expect(margin[1]).toBe(-(margin[0] as number));
    embeddings.destroy();
  });

  it('refuses lists of unlike length and rows that are not there', async () => {
    const embeddings = await onDevice(device(), unitRows(3, 4));
    const kernel = await PairKernel.create(embeddings);
    const one = Uint32Array.of(1);
    await expect(kernel.run(one, one, Uint32Array.of(1, 2))).rejects.toThrow('1, 1 and 2 rows are not pairs');
    await expect(kernel.run(one, one, Uint32Array.of(3))).rejects.toThrow('There is no row 3');
    expect((await kernel.run(new Uint32Array(), new Uint32Array(), new Uint32Array())).margin).toHaveLength(
      0,
    );
    kernel.destroy();
    embeddings.destroy();
  });
});
