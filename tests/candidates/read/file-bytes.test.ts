import { gzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { fileBytes } from '../../../src/candidates/read/file-bytes';

/** A file that gives these bytes and then nothing more, without an end. */
function endless(bytes: Uint8Array<ArrayBuffer>): File {
  const file = new File([bytes], 'endless.jsonl');
  const stream = () => new ReadableStream({ start: (controller) => controller.enqueue(bytes) });
  return Object.assign(file, { stream });
}

it.each([false, true])('a read that hangs ends once it is cancelled, packed: %s', async (gzip) => {
  const text = new TextEncoder().encode('{"query":"q"}\n');
  const stop = new AbortController();
  const chunks = fileBytes(
    endless(gzip ? new Uint8Array(gzipSync(text)) : text),
    gzip,
    stop.signal,
    () => {},
  );
  expect((await chunks.next()).value).toEqual(text);
  const hanging = chunks.next();
  stop.abort();
  await expect(hanging).rejects.toMatchObject({ name: 'LoadCancelledError' });
});
