import { gunzipSync } from 'node:zlib';

import { afterEach, expect, it, vi } from 'vitest';

import { blobOf } from '../../../src/candidates/clean/output';

const PART = 'x'.repeat(1024 * 1024);

afterEach(() => vi.unstubAllGlobals());

it('packs what is written while more of it is made', async () => {
  let packed = 0;
  const { CompressionStream: Gzip } = globalThis;
  class Counting {
    readonly readable: ReadableStream;
    readonly writable: WritableStream;
    constructor(format: CompressionFormat) {
      const counted = new TransformStream<BufferSource, BufferSource>({
        transform: (bytes, controller) => {
          packed += bytes.byteLength;
          controller.enqueue(bytes);
        },
      });
      this.writable = counted.writable;
      this.readable = counted.readable.pipeThrough(new Gzip(format));
    }
  }
  vi.stubGlobal('CompressionStream', Counting);
  const before: number[] = [];
  function* pieces() {
    for (let i = 0; i < 3; i += 1) {
      before.push(packed / PART.length);
      yield PART;
    }
    yield 'end';
  }
  const content = await blobOf(pieces(), 'application/gzip', true);
  expect(before).toEqual([0, 1, 2]);
  expect(content.type).toBe('application/gzip');
  expect(gunzipSync(await content.arrayBuffer()).toString()).toBe(`${PART.repeat(3)}end`);
});

it.each([true, false])('fails as its pieces do (packed: %s)', async (gzip) => {
  function* pieces() {
    yield PART;
    throw new Error('it was cancelled');
  }
  await expect(blobOf(pieces(), '', gzip)).rejects.toThrow('it was cancelled');
});
