/** What reading a file costs at the least: what parses it alone, nothing kept. */

import wasmUrl from 'parquet-wasm/esm/parquet_wasm_bg.wasm?url';
import startParquet, { readParquet } from 'parquet-wasm/esm';

export interface AloneFigures {
  readonly seconds: number;
}

/** Every line of JSONL through JSON.parse. */
export async function parseLines(file: File): Promise<AloneFigures> {
  const start = performance.now();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of file.stream()) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) JSON.parse(line);
  }
  return { seconds: (performance.now() - start) / 1000 };
}

/** A whole Parquet file through parquet-wasm, which has started before. */
export async function unpackParquet(file: File): Promise<AloneFigures> {
  await startParquet({ module_or_path: new URL(wasmUrl, import.meta.url) });
  const begin = performance.now();
  readParquet(new Uint8Array(await file.arrayBuffer())).intoIPCStream();
  return { seconds: (performance.now() - begin) / 1000 };
}
