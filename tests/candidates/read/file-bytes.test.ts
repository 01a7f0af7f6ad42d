import { expect, it } from 'vitest';

import { sameBytes } from '../../../src/candidates/read/file-bytes';

const fileOf = (bytes: Uint8Array<ArrayBuffer>): File => new File([bytes], 'a');

/** A file that has been removed from the disk since it was picked. */
function vanished(size: number): File {
  const file = new File([new Uint8Array(size)], 'gone.jsonl');
  const gone = () => Promise.reject(new DOMException('could not be found', 'NotFoundError'));
  file.slice = () => Object.assign(new Blob(), { arrayBuffer: gone });
  return file;
}

it('tells files with the same bytes, also where they differ in the last one of many', async () => {
  const bytes = new Uint8Array(9_000_000).fill(7);
  const other = bytes.slice();
  other[other.length - 1] = 8;
  expect(await sameBytes(fileOf(bytes), fileOf(bytes.slice()))).toBe(true);
  expect(await sameBytes(fileOf(bytes), fileOf(other))).toBe(false);
  expect(await sameBytes(fileOf(new Uint8Array(0)), fileOf(new Uint8Array(0)))).toBe(true);
});

it('holds no file for the same as one that has vanished', async () => {
  expect(await sameBytes(vanished(3), fileOf(new Uint8Array(3)))).toBe(false);
});
