/** Compressed twins of what dist/ serves: `x.js.br` beside `x.js`. */

import { readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** Ending of a twin. */
export const TWIN = '.br';

/** Other files are compressed in themselves, or are never asked for by the page. */
const COMPRESSED = [
  '.css',
  '.html',
  '.js',
  '.json',
  '.jsonl',
  '.md',
  '.mjs',
  '.onnx',
  '.safetensors',
  '.svg',
  '.wasm',
];

/** Below it a compressed file saves no packet. */
const LEAST_BYTES = 1024;

/** Weights that a user has put beside the page, of gigabytes at times, hardly shrink and are served as they are. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Brotli's qualities. Measured on the four largest files, 81 MB: `quick` makes 16.7 MB in 2.5 s of one core. `small` makes 5.3 MB
 * of DuckDB's 34 in 69 s, `quick` 6.1 MB.
 */
export const QUALITY = { quick: 6, small: 10 };

const compressBrotli = promisify(brotliCompress);

/**
 * Writes the twins of every file that is worth it. zlib works in threads of its own: files go side by side.
 *
 * @param {string} folder
 * @param {number} [quality] of Brotli, 0 to 11
 * @returns {Promise<void>}
 */
export async function compressFolder(folder, quality = QUALITY.quick) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => COMPRESSED.includes(extname(path)))
    .map((path) => ({ file: join(folder, path), bytes: statSync(join(folder, path)).size }))
    .filter(({ bytes }) => bytes >= LEAST_BYTES && bytes <= MOST_BYTES)
    .sort((a, b) => b.bytes - a.bytes);
  await Promise.all(files.map(({ file }) => compressFile(file, quality)));
}

/** @param {string} file @param {number} quality */
async function compressFile(file, quality) {
  const content = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(file + TWIN, await compressBrotli(content, { params }));
}
