/** Parts of the page that commands of the npm package use too. */

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { SetupError } from '../setup.mjs';
import { DIST } from './paths.mjs';

/**
 * The content of a file of the page that the package holds compressed. It is unpacked in memory: another user of this
 * machine could put a file of their own into the system's temporary folder.
 *
 * @param {RegExp} name
 * @param {string} [assets] folder of the page's files
 * @throws {SetupError} where no file has this name
 */
export function unpackedAsset(name, assets = join(DIST, 'assets')) {
  const packed = readdirSync(assets).find((file) => name.test(file));
  if (packed === undefined)
    throw new SetupError(`${assets} lacks a part of the page. Install negscope again.`);
  return brotliDecompressSync(readFileSync(join(assets, packed)));
}
