import { describe, expect, it } from 'vitest';

import { EmbeddingBuffers } from '../../src/gpu/embedding-buffers';
import { testDevice, unitRows } from '../support/kernels';

const device = testDevice();

const joined = (rows: readonly Float32Array[]) => rows.flatMap((row) => [...row]);

/** A batch of pooled texts. */
function batchOf(rows: readonly Float32Array[]): GPUBuffer {
  const values = Float32Array.from(joined(rows));
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const buffer = device().createBuffer({ size: values.byteLength, usage });
  device().queue.writeBuffer(buffer, 0, values);
  return buffer;
}

describe('EmbeddingBuffers', () => {
  it('gives back the rows that were copied, across the end of a buffer, and zeros elsewhere', async () => {
    const rows = unitRows(6, 5);
    const batch = batchOf(rows);
    // Three rows of five float32 a buffer.
    const embeddings = await EmbeddingBuffers.create(device(), { dimension: 5, rows: 8, bindingLimit: 64 });
    embeddings.copyFrom(batch, 1, 2, 4);
    const zeros = new Float32Array(5);
    expect([...(await embeddings.read(7))]).toEqual(joined([zeros, zeros, ...rows.slice(1, 5), zeros]));
    batch.destroy();
    embeddings.destroy();
  });

  it('refuses rows that there is no room for, and a buffer too small for one', async () => {
    const batch = batchOf(unitRows(2, 5));
    const embeddings = await EmbeddingBuffers.create(device(), { dimension: 5, rows: 4 });
    expect(() => embeddings.copyFrom(batch, 0, 3, 2)).toThrow('Rows 3 to 4 do not fit in 4 rows.');
    await expect(embeddings.read(5)).rejects.toThrow('Rows 0 to 4 do not fit in 4 rows.');
    batch.destroy();
    embeddings.destroy();
    expect(() => EmbeddingBuffers.create(device(), { dimension: 5, rows: 4, bindingLimit: 16 })).toThrow(
      'A buffer of 16 bytes holds no row of 5 float32',
    );
  });
});
