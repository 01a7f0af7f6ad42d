import { expect, it, vi } from 'vitest';

import { readBytes, sameBytes } from '../../../src/candidates/read/file-bytes';

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

it('does not compare files of different length', async () => {
  const long = fileOf(new Uint8Array(3));
  const slice = vi.spyOn(long, 'slice');
  expect(await sameBytes(long, fileOf(new Uint8Array(2)))).toBe(false);
  expect(slice).not.toHaveBeenCalled();
});

it('holds no file for the same as one that has vanished', async () => {
  expect(await sameBytes(vanished(3), fileOf(new Uint8Array(3)))).toBe(false);
});

it('names a file that has vanished', async () => {
  const reading = readBytes(vanished(3), 0, 2);
  await expect(reading).rejects.toThrow(expect.objectContaining({ name: 'UnreadableFileError' }));
  await expect(reading).rejects.toThrow(/^gone\.jsonl: The file could not be read/);
});
