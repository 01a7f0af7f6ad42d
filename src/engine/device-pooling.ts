/** Encoding on a GPU: a batch is pooled where it was encoded, and its vectors are read back. */

import type { Encoder } from '../encoder/encoder';
import { EncodeError } from '../encoder/errors';
import { poolKernel } from '../gpu/pool';
import type { EncodeBatch } from './text-embeddings';

/** @param batchSize most texts in a batch @throws GpuResourceError */
export async function devicePooling(
  encoder: Encoder,
  device: GPUDevice,
  dimension: number,
  batchSize: number,
): Promise<{ readonly encode: EncodeBatch; destroy(): void }> {
  const { pooling: asked, normalise } = encoder.identity(dimension).settings;
  // A model that pools by itself has one vector for each text, taken as its first token.
  const pooling = asked === 'mean' ? 'mean' : 'cls';
  const kernel = await poolKernel(device, dimension, { texts: batchSize, pooling, normalise });
  return {
    encode: async (batch) => {
      const output = await encoder.encodeOnDevice(batch);
      const lengths = Uint32Array.from(batch, (ids) => ids.length);
      const vectors = kernel.run(output.hidden, lengths).then(finiteRows);
      // A failure is thrown where the vectors are awaited.
      vectors.catch(() => undefined);
      output.dispose();
      return { vectors };
    },
    destroy: () => kernel.destroy(),
  };
}

/** @throws EncodeError */
function finiteRows(rows: readonly Float32Array[]): readonly Float32Array[] {
  if (!rows.every((row) => row.every(Number.isFinite))) {
    throw new EncodeError(
      'The encoder gave a vector with NaN or Infinity. Choose another ONNX file or device.',
    );
  }
  return rows;
}
