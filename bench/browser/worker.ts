/** The bench's worker: what the page is compared with in the same browser. */

import '../../src/seal/in-worker';

import * as Comlink from 'comlink';
import { parquetReadObjects } from 'hyparquet';

const api = { parseLines, unpackParquet };

export type BenchWorker = typeof api;

Comlink.expose(api);

/** Seconds of the least that reading JSONL costs: every line through JSON.parse, nothing kept. */
async function parseLines(file: File): Promise<number> {
  const begun = performance.now();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of file.stream()) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) JSON.parse(line);
  }
  return (performance.now() - begun) / 1000;
}

/** Seconds in which hyparquet alone reads a whole file as objects. */
async function unpackParquet(file: File): Promise<number> {
  const begun = performance.now();
  await parquetReadObjects({ file: await file.arrayBuffer() });
  return (performance.now() - begun) / 1000;
}
