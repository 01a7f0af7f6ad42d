/** Parquet files are unpacked in the thread of the tests: the same module, without a worker. Runs before each file. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { codec } from '../../src/candidates/read/parquet/codec';
import { runCodecBy } from '../../src/candidates/read/parquet/worker';

const wasm = createRequire(import.meta.url).resolve('parquet-wasm/esm/parquet_wasm_bg.wasm');

async function start(): Promise<void> {
  const { default: init } = await import('parquet-wasm/esm');
  await init({ module_or_path: await readFile(wasm) });
}

runCodecBy(() => ({ codec: codec(start()), stop: () => undefined }));
