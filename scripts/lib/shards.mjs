/** What `npm run partial` and `npm run merge` share: the sources in Node, files on disk, the program that makes parts. */

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

import packageJson from '../../package.json' with { type: 'json' };
import { BUILD_INPUTS } from './build-inputs.mjs';
import { commitOf } from './commit.mjs';
import { PROJECT } from './paths.mjs';
import { openSources } from './source-modules.mjs';

/** @typedef {import('../../src/shards/part').PartFiles} PartFiles */

/**
 * The modules of src/shards, for as long as `use` takes.
 *
 * @template T
 * @param {(load: (module: string) => Promise<any>) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withShards(use) {
  const server = await openSources();
  try {
    const load = (/** @type {string} */ module) => server.ssrLoadModule(`/src/${module}.ts`);
    // Parquet is unpacked in this thread: there is no page to keep alive.
    const { codec } = await load('candidates/read/parquet/codec');
    const { runCodecBy } = await load('candidates/read/parquet/worker');
    runCodecBy(() => ({ codec: codec(startParquet()), stop: () => undefined }));
    return await use(load);
  } finally {
    await server.close();
  }
}

/** @type {Promise<unknown> | null} */
let parquet = null;

function startParquet() {
  const wasm = createRequire(import.meta.url).resolve('parquet-wasm/esm/parquet_wasm_bg.wasm');
  parquet ??= import('parquet-wasm/esm').then(async ({ default: init }) =>
    init({ module_or_path: await readFile(wasm) }),
  );
  return parquet;
}

/** @returns {import('../../src/shards/part').Program} */
export function program() {
  return { version: packageJson.version, commit: commitOf(PROJECT, BUILD_INPUTS).commit };
}

/** @type {PartFiles} */
export const PART_FILES = {
  readText: async (path) => readFileSync(path, 'utf8'),
  readBytes: async (path) => new Uint8Array(await readFile(path)),
  async write(files) {
    // Under other names first: a process that is killed leaves no half part behind.
    const staged = files.map(({ path, parts }) => ({ path, parts, staging: `${path}.${process.pid}.tmp` }));
    try {
      for (const { staging, parts } of staged) {
        mkdirSync(dirname(staging), { recursive: true });
        writeFileSync(staging, '');
        for (const part of parts) writeFileSync(staging, part, { flag: 'a' });
      }
      for (const { staging, path } of staged) renameSync(staging, path);
    } finally {
      for (const { staging } of staged) rmSync(staging, { force: true });
    }
  },
  beside: (path, name) => join(dirname(path), name),
  nameOf: (path) => basename(path),
};
