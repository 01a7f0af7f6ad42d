/** Parts of the page that commands of the npm package use too. */

import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { SetupError } from '../setup.mjs';
import { DIST } from './paths.mjs';

/**
 * A file of the page that the package holds compressed, unpacked once into the system's temporary folder.
 *
 * @param {RegExp} name
 * @returns {string} its path
 */
export function unpackedAsset(name) {
  const assets = join(DIST, 'assets');
  const packed = readdirSync(assets).find((file) => name.test(file));
  if (packed === undefined)
    throw new SetupError(`${assets} lacks a part of the page. Install negscope again.`);
  const folder = join(tmpdir(), `negscope-${process.getuid?.() ?? 'user'}`);
  const file = join(folder, packed.slice(0, -'.br'.length));
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, brotliDecompressSync(readFileSync(join(assets, packed))));
  renameSync(partial, file);
  return file;
}
