import { describe, expect, it } from 'vitest';

import { EmbeddingBuffers } from '../../src/gpu/embedding-buffers';
import { onDevice, testDevice, unitRows } from '../support/kernels';

const device = testDevice();

const joined = (rows: readonly Float32Array[]) => rows.flatMap((row) => [...row]);

describe('EmbeddingBuffers', () => {
  it('gives back what was written, over several buffers and in any order', async () => {
    const rows = unitRows(11, 5);
    // Three rows of five float32 a buffer.
    const embeddings = await onDevice(device(), rows, 3 * 20 + 4);
    expect(embeddings.parts.map(({ first, rows: count }) => [first, count])).toEqual([
      [0, 3],
      [3, 3],
      [6, 3],
      [9, 2],
    ]);
    const order = [10, 0, 1, 2, 3, 4, 2, 2];
    const read = await embeddings.read(Uint32Array.from(order));
    expect([...read]).toEqual(joined(order.map((row) => rows[row] as Float32Array)));
    embeddings.destroy();
  });

  it('writes many rows at once, across a boundary, and leaves the others zero', async () => {
    const rows = unitRows(4, 5);
    const embeddings = await EmbeddingBuffers.create(device(), { dimension: 5, rows: 7, bindingLimit: 60 });
    embeddings.write(2, Float32Array.from(joined(rows)));
    const read = await embeddings.read(Uint32Array.of(0, 1, 2, 3, 4, 5, 6));
    const zeros = new Float32Array(5);
    expect([...read]).toEqual(joined([zeros, zeros, ...rows, zeros]));
    embeddings.destroy();
  });

  it('copies rows of a batch that is on the device already', async () => {
    const rows = unitRows(6, 5);
    const batch = await onDevice(device(), rows);
    const embeddings = await EmbeddingBuffers.create(device(), { dimension: 5, rows: 8, bindingLimit: 60 });
    embeddings.copyFrom((batch.parts[0] as { buffer: GPUBuffer }).buffer, 1, 2, 4);
    expect([...(await embeddings.read(Uint32Array.of(2, 3, 4, 5)))]).toEqual(joined(rows.slice(1, 5)));
    batch.destroy();
    embeddings.destroy();
  });

  it('refuses rows that there is no room for, parts of rows, and a buffer too small for one', async () => {
    const embeddings = await EmbeddingBuffers.create(device(), { dimension: 5, rows: 4 });
    expect(() => embeddings.write(3, new Float32Array(10))).toThrow('Rows 3 to 4 do not fit in 4 rows.');
    expect(() => embeddings.write(0, new Float32Array(7))).toThrow('7 numbers are not whole rows of 5.');
    await expect(embeddings.read(Uint32Array.of(1, 4))).rejects.toThrow('There is no row 4: rows end at 4.');
    embeddings.destroy();
    expect(() => EmbeddingBuffers.create(device(), { dimension: 5, rows: 4, bindingLimit: 16 })).toThrow(
      'A buffer of 16 bytes holds no row of 5 float32',
    );
  });
});
