/** The Parquet worker: wiring only. It may be ended at any time. */

import '../src/seal/in-worker';

import { expose, transfer } from 'comlink';
import wasmUrl from 'parquet-wasm/esm/parquet_wasm_bg.wasm?url';
import start from 'parquet-wasm/esm';

import { codec, type ParquetCodec } from '../src/candidates/read/parquet/codec';

const { ready, unpack, write, finish, pack } = codec(
  start({ module_or_path: new URL(wasmUrl, import.meta.url) }),
);

const api: ParquetCodec = {
  ready,
  unpack: async (file) => sent(await unpack(file)),
  write: async (ipc, notes) => sent(await write(ipc, notes)),
  finish: async () => sent(await finish()),
  pack: async (ipc) => sent(await pack(ipc)),
};

function sent(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return transfer(bytes, [bytes.buffer]);
}

expose(api);
