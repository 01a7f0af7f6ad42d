import { expect, it } from 'vitest';

import { OwnedBuffers } from '../../src/gpu/compute';
import { poolKernel } from '../../src/gpu/pool';
import { seededRandom } from '../../src/scoring/random';
import { testDevice } from '../support/kernels';

const device = testDevice();
const [TEXTS, TOKENS, D] = [3, 40, 70];

it.each([
  ['mean', true],
  ['mean', false],
  ['cls', true],
] as const)('pools batch after batch by %s, of unit length: %s', async (pooling, normalise) => {
  const random = seededRandom(5);
  const lengths = Uint32Array.of(40, 7, 17);
  const kernel = await poolKernel(device(), D, { texts: 4, pooling, normalise });
  const buffers = new OwnedBuffers(device());
  const batches = [0, 1].map(() => {
    const values = Float32Array.from({ length: TEXTS * TOKENS * D }, () => random() - 0.3);
    const buffer = buffers.storage(values.byteLength);
    device().queue.writeBuffer(buffer, 0, values);
    return { values, pooled: kernel.run({ buffer, texts: TEXTS, tokens: TOKENS }, lengths) };
  });
  for (const { values, pooled } of batches) {
    for (const [text, vector] of (await pooled).entries()) {
      const own = pooling === 'mean' ? (lengths[text] as number) : 1;
      const mean = Float64Array.from({ length: D }, (_, i) => {
        const tokens = Array.from({ length: own }, (_, t) => values[(text * TOKENS + t) * D + i] as number);
        return tokens.reduce((sum, value) => sum + value, 0) / own;
      });
      const norm = normalise ? Math.hypot(...mean) : 1;
      mean.forEach((value, i) => expect(vector[i]).toBeCloseTo(value / norm, 6));
    }
  }
  for (const made of [kernel, buffers]) made.destroy();
});
