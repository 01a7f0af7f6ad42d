import { expect, it, vi } from 'vitest';

import { sameBytes } from '../../../src/candidates/read/same-bytes';

const fileOf = (bytes: Uint8Array<ArrayBuffer>): File => new File([bytes], 'a');

it('tells files with the same bytes, also where they differ in the last one of many', async () => {
  const bytes = new Uint8Array(9_000_000).fill(7);
  const other = bytes.slice();
  other[other.length - 1] = 8;
  expect(await sameBytes(fileOf(bytes), fileOf(bytes.slice()))).toBe(true);
  expect(await sameBytes(fileOf(bytes), fileOf(other))).toBe(false);
  expect(await sameBytes(fileOf(new Uint8Array(0)), fileOf(new Uint8Array(0)))).toBe(true);
});

it('does not read files of different length', async () => {
  const long = fileOf(new Uint8Array(3));
  const slice = vi.spyOn(long, 'slice');
  expect(await sameBytes(long, fileOf(new Uint8Array(2)))).toBe(false);
  expect(slice).not.toHaveBeenCalled();
});
