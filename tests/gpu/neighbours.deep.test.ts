import { describe, expect, it } from 'vitest';

import { NeighbourKernel } from '../../src/gpu/neighbours';
import { nearestNeighbours, type GroupedRows, type Neighbours } from '../../src/scoring/neighbours';
import { seededRandom } from '../../src/scoring/random';
import { DIMENSIONS, onDevice, testDevice, unitRows } from '../support/kernels';

const device = testDevice();

interface Settings {
  readonly k: number;
  readonly bindingLimit?: number;
  /** Most bytes in one embedding buffer. */
  readonly embeddingLimit?: number;
}

/** Every row in turn, each its own group unless `groups` says otherwise. */
function items(count: number, groups = (i: number) => i): GroupedRows {
  const rows = Uint32Array.from({ length: count }, (_, i) => i);
  return { rows, groups: rows.map(groups) };
}

/** The kernel's answer, once it was found equal to the twin's to the last digit. */
async function run(
  rows: readonly Float32Array[],
  queries: GroupedRows,
  candidates: GroupedRows,
  { k, bindingLimit = Infinity, embeddingLimit = Infinity }: Settings,
): Promise<Neighbours> {
  const embeddings = await onDevice(device(), rows, embeddingLimit);
  const kernel = await NeighbourKernel.create(embeddings, { k, bindingLimit });
  const found = await kernel.run(queries, candidates);
  const twin = nearestNeighbours(queries, candidates, k, (row) => rows[row] as Float32Array);
  expect(found).toEqual(twin);
  kernel.destroy();
  embeddings.destroy();
  return found;
}

describe('NeighbourKernel', () => {
  it.each(DIMENSIONS)('equals its float64 twin at d = %s', async (d) => {
    const all = items(130);
    const { indices } = await run(unitRows(130, d), all, all, { k: 10 });
    expect(indices).not.toContain(-1);
  });

  it.each([1, 255, 256, 257])('finds the neighbours of %s rows, 64 each', async (count) => {
    const all = items(count);
    await run(unitRows(count, 16), all, all, { k: 64 });
  });

  // Blocks of 64, and of 128 of which the last one is not full.
  it.each([17_000, 66_000])('works in blocks, with rows from several buffers, at %s bytes', async (bytes) => {
    const all = items(300, (i) => i % 7);
    await run(unitRows(300, 24), all, all, { k: 9, bindingLimit: bytes, embeddingLimit: 5000 });
  });

  it('finds no row of the query’s own group, and none that is its own row', async () => {
    const rows = unitRows(60, 8);
    const queries = { rows: Uint32Array.of(3, 4), groups: Uint32Array.of(0, 1) };
    const candidates = items(60, (i) => i % 5);
    const { indices } = await run(rows, queries, candidates, { k: 60 - 13 });
    const first = indices.subarray(0, 47);
    expect(first).not.toContain(3);
    expect([...first].filter((i) => i % 5 === 0)).toEqual([]);
    // Rows 0, 5, …, 55 and row 3 itself are left out: 47 remain.
    expect(new Set(first).size).toBe(47);
  });

  it('puts −1 where there are fewer neighbours than k', async () => {
    const all = items(4, (i) => Math.floor(i / 3));
    const { indices } = await run(unitRows(4, 6), all, all, { k: 3 });
    expect([...indices.subarray(0, 9)]).toEqual([3, -1, -1, 3, -1, -1, 3, -1, -1]);
    expect(indices.subarray(9)).not.toContain(-1);
  });

  it('orders near-ties as float64 does, and ties by index', async () => {
    // Steps far below what a float32 cosine can tell, in no order, every row there twice.
    const random = seededRandom(5);
    const base = unitRows(1, 384)[0] as Float32Array;
    const near = Array.from({ length: 24 }, () => base.map((x) => x * (1 + 3e-7 * (random() - 0.5))));
    const rows = [...near, ...near.map((row) => row.slice()), ...unitRows(200, 384, 9)];
    const all = items(rows.length);
    const { indices, cosines } = await run(rows, all, all, { k: 20 });
    const gaps = Array.from({ length: 19 }, (_, i) => (cosines[i] as number) - (cosines[i + 1] as number));
    expect(Math.max(...gaps)).toBeLessThan(1e-7);
    // Row 24 is row 0 again.
    expect([...indices.subarray(0, 20)].map((i) => i % 24)).toContain(0);
  });

  it('settles more ties than its lists hold', async () => {
    const [same, ...others] = unitRows(40, 12) as [Float32Array, ...Float32Array[]];
    const rows = [...others, ...Array.from({ length: 90 }, () => same.slice())];
    const all = items(rows.length);
    const { indices } = await run(rows, all, all, { k: 5 });
    expect([...indices.subarray(-5)]).toEqual([39, 40, 41, 42, 43]);
  });

  it('compares directions, not lengths, and gives 0 to the zero vector', async () => {
    const rows = unitRows(50, 8).map((row, i) => row.map((x) => x * (i === 7 ? 0 : 0.5 + i / 20)));
    const all = items(50);
    const { cosines } = await run(rows, all, all, { k: 5 });
    expect([...cosines.subarray(35, 40)]).toEqual([0, 0, 0, 0, 0]);
  });

  it('takes the vectors that it is given instead of reading rows back', async () => {
    const rows = unitRows(80, 32);
    const exact = rows.map((row) => Float64Array.from(row, (x, i) => x * (1 + (i - 16) * 1e-9)));
    const embeddings = await onDevice(device(), rows);
    const kernel = await NeighbourKernel.create(embeddings, { k: 6 });
    const all = items(80);
    const vector = (row: number) => exact[row] as Float64Array;
    expect(await kernel.run(all, all, vector)).toEqual(nearestNeighbours(all, all, 6, vector));
    kernel.destroy();
    embeddings.destroy();
  });

  it('refuses k outside 1 to 64, rows that are not there, and buffers too small', async () => {
    const embeddings = await onDevice(device(), unitRows(3, 4));
    expect(() => NeighbourKernel.create(embeddings, { k: 65 })).toThrow('k = 65 is outside 1 to 64');
    expect(() => NeighbourKernel.create(embeddings, { k: 0 })).toThrow('k = 0 is outside');
    expect(() => NeighbourKernel.create(embeddings, { k: 1, bindingLimit: 4096 })).toThrow('raise the limit');
    const kernel = await NeighbourKernel.create(embeddings, { k: 1 });
    await expect(kernel.run(items(4), items(3))).rejects.toThrow('There is no row 3');
    expect((await kernel.run(items(2), items(0))).indices).toEqual(Int32Array.of(-1, -1));
    kernel.destroy();
    embeddings.destroy();
  });
});
