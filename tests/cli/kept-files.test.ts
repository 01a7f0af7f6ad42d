/** The folder that stands for a browser's private files, under the cache that the page keeps there. */

import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { build } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { startOf } from '../../src/cli/processes';
import { DirectoryHandle, unlockAll } from '../../src/cli/kept-files';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-kept-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('gives back what was written, also after the file was closed', async () => {
  const rows = await new DirectoryHandle(folder).getFileHandle('rows', { create: true });
  const first = await rows.createSyncAccessHandle();
  expect(first.write(Uint8Array.of(1, 2, 3, 4), { at: 0 })).toBe(4);
  first.truncate(3);
  first.flush();
  first.close();
  const again = await rows.createSyncAccessHandle();
  const bytes = new Uint8Array(4);
  expect([again.getSize(), again.read(bytes, { at: 1 }), ...bytes]).toEqual([3, 2, 2, 3, 0, 0]);
  again.close();
  expect(readdirSync(folder)).toEqual(['rows']);
});

it('says as a browser does that a file is not there', async () => {
  const root = new DirectoryHandle(folder);
  await expect(root.getFileHandle('none')).rejects.toThrow(
    expect.objectContaining({ name: 'NotFoundError' }),
  );
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

it('gives a lock to one of several that find a dead one at once', async () => {
  const root = new DirectoryHandle(folder);
  await root.getFileHandle('rows', { create: true });
  writeFileSync(join(folder, 'rows.lock'), '999999999');
  const modules = join(folder, 'built');
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'src/cli/kept-files.ts', outDir: modules },
  });
  const code =
    `import { DirectoryHandle } from '${modules}/kept-files.js';` +
    `new DirectoryHandle('${folder}').getFileHandle('rows').then((rows) => rows.createSyncAccessHandle()).then(` +
    `() => { console.log('has it'); setTimeout(() => undefined, 3000); }, (error) => console.log(error.name));`;
  const tries = Array.from({ length: 6 }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]),
  );
  const said = (await Promise.all(tries)).map(({ stdout }) => stdout.trim()).sort();
  expect(said).toEqual([...Array<string>(5).fill('NoModificationAllowedError'), 'has it']);
});

it('leaves a file to the process that has it, and takes it from one that ended', async () => {
  const rows = await new DirectoryHandle(folder).getFileHandle('rows', { create: true });
  writeFileSync(join(folder, 'rows.lock'), String(process.ppid));
  await expect(rows.createSyncAccessHandle()).rejects.toThrow(
    expect.objectContaining({ name: 'NoModificationAllowedError' }),
  );
  const inUse = expect.objectContaining({ name: 'NoModificationAllowedError' });
  writeFileSync(join(folder, 'rows.lock'), '');
  await expect(rows.createSyncAccessHandle(), 'being written').rejects.toThrow(inUse);
  const before = Date.now() / 1000 - 60;
  utimesSync(join(folder, 'rows.lock'), before, before);
  // Its process ended before it wrote.
  (await rows.createSyncAccessHandle()).close();
  writeFileSync(join(folder, 'rows.lock'), '999999999');
  (await rows.createSyncAccessHandle()).close();
  // The number is another process's by now.
  writeFileSync(join(folder, 'rows.lock'), `${process.ppid} 1`);
  (await rows.createSyncAccessHandle()).close();
  writeFileSync(join(folder, 'rows.lock'), `${process.ppid} ${startOf(process.ppid)}`);
  await expect(rows.createSyncAccessHandle()).rejects.toThrow(inUse);
});

it('leaves no lock of a process that ends with its files open, and those of others', async () => {
  const root = await new DirectoryHandle(folder).getDirectoryHandle('deep', { create: true });
  await (await root.getFileHandle('rows', { create: true })).createSyncAccessHandle();
  writeFileSync(join(folder, 'keys.lock'), `${process.ppid} 1`);
  unlockAll(folder);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['deep', 'deep/rows', 'keys.lock']);
});
