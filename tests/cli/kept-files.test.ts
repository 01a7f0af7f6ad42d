/** The folder that stands for a browser's private files, under the cache that the page keeps there. */

import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { DirectoryHandle } from '../../src/cli/kept-files';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-kept-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('gives back what was written, also after the file was closed', async () => {
  const rows = await new DirectoryHandle(folder).getFileHandle('rows');
  const first = await rows.createSyncAccessHandle();
  expect(first.write(Uint8Array.of(1, 2, 3, 4), { at: 0 })).toBe(4);
  first.flush();
  first.close();
  const again = await rows.createSyncAccessHandle();
  const bytes = new Uint8Array(4);
  expect([again.getSize(), again.read(bytes, { at: 1 }), ...bytes]).toEqual([4, 3, 2, 3, 4, 0]);
  again.close();
  expect(readdirSync(folder)).toEqual(['rows']);
});

it('says as a browser does that a file is not there', async () => {
  const root = new DirectoryHandle(folder);
  await expect(root.removeEntry('none')).rejects.toThrow(expect.objectContaining({ name: 'NotFoundError' }));
});

const FULL = '/dev/full';

it.skipIf(!existsSync(FULL))('says as a browser does that the disk is full', async () => {
  symlinkSync(FULL, join(folder, 'rows'));
  const rows = await (await new DirectoryHandle(folder).getFileHandle('rows')).createSyncAccessHandle();
  expect(() => rows.write(Uint8Array.of(1), { at: 0 })).toThrow(
    expect.objectContaining({ name: 'QuotaExceededError' }),
  );
  rows.close();
});

it('lets many read a file that one writes, and leaves nothing beside it', async () => {
  const root = await new DirectoryHandle(folder).getDirectoryHandle('deep');
  const rows = await root.getFileHandle('rows');
  const [writer, reader] = [await rows.createSyncAccessHandle(), await rows.createSyncAccessHandle()];
  writer.write(Uint8Array.of(1, 2, 3), { at: 0 });
  const bytes = new Uint8Array(3);
  expect([reader.getSize(), reader.read(bytes, { at: 0 }), ...bytes]).toEqual([3, 3, 1, 2, 3]);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['deep', 'deep/rows']);
});
