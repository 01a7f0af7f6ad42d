import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { sha256OfStream } from '../src/hash';

describe('sha256OfStream', () => {
  it('is that of the bytes, however they are cut', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i * 7);
    const expected = createHash('sha256').update(bytes).digest('hex');
    expect(await sha256OfStream(new Blob([bytes]).stream())).toBe(expected);
    const cut = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let from = 0; from < bytes.length; from += 1111)
          controller.enqueue(bytes.subarray(from, from + 1111));
        controller.close();
      },
    });
    expect(await sha256OfStream(cut)).toBe(expected);
  });

  it('of nothing is that of nothing', async () => {
    expect(await sha256OfStream(new Blob([]).stream())).toBe(createHash('sha256').digest('hex'));
  });

  it('fails with what the stream fails with', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error('gone')),
    });
    await expect(sha256OfStream(broken)).rejects.toThrow('gone');
  });
});
