/** The folder that stands for a browser's private files, under the cache that the page keeps there. */

import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, expect, it } from 'vitest';

import { DirectoryHandle } from '../../src/cli/disk';
import { folderOfTest } from '../support/temporary';

let folder: string;

beforeEach(() => void (folder = folderOfTest()));

const FULL = '/dev/full';

it.skipIf(!existsSync(FULL))('says as a browser does that the disk is full', async () => {
  symlinkSync(FULL, join(folder, 'rows'));
  const rows = await (await new DirectoryHandle(folder).getFileHandle('rows')).createSyncAccessHandle();
  expect(() => rows.write(Uint8Array.of(1), { at: 0 })).toThrow(
    expect.objectContaining({ name: 'QuotaExceededError' }),
  );
  rows.close();
});
