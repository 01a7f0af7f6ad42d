/** The bench's worker: what the page is compared with in the same browser. */

import '../../src/seal/in-worker';

import * as Comlink from 'comlink';
import start, { readParquet } from 'parquet-wasm/esm';
import parquetModule from 'parquet-wasm/esm/parquet_wasm_bg.wasm?url';

import type { EncodeJob, EncodeResult } from './encode';

const api = { parseLines, unpackParquet, encodeByTransformers };

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

/** Seconds in which parquet-wasm reads a whole file and gives it as Arrow. */
async function unpackParquet(file: File): Promise<number> {
  await start({ module_or_path: new URL(parquetModule, import.meta.url) });
  const begun = performance.now();
  readParquet(new Uint8Array(await file.arrayBuffer())).intoIPCStream();
  return (performance.now() - begun) / 1000;
}

/** What transformers.js is asked for here. */
interface Transformers {
  readonly env: {
    allowLocalModels: boolean;
    allowRemoteModels: boolean;
    localModelPath: string;
    useWasmCache: boolean;
    readonly backends: { readonly onnx: { readonly wasm: Record<string, unknown> } };
  };
  readonly AutoModel: {
    from_pretrained(name: string, options: object): Promise<(feeds: object) => Promise<Outputs>>;
  };
  readonly Tensor: new (type: string, data: BigInt64Array, dims: readonly number[]) => object;
  mean_pooling(states: object, mask: object): { normalize(p: number, dim: number): { tolist(): number[][] } };
}

interface Outputs {
  readonly last_hidden_state: object;
}

/** Batches as the pipeline for features of transformers.js runs them, with the runtime that it takes by itself. */
async function encodeByTransformers(
  { onnx, threads, batches }: EncodeJob,
  library: string,
): Promise<EncodeResult> {
  const { env, AutoModel, Tensor, mean_pooling } = (await import(
    /* @vite-ignore */ `${library}/transformers.min.js`
  )) as Transformers;
  const runtime = `${library}/ort-wasm-simd-threaded.asyncify`;
  Object.assign(env, { allowLocalModels: true, allowRemoteModels: false, useWasmCache: false });
  Object.assign(env.backends.onnx.wasm, {
    wasmPaths: { mjs: `${runtime}.mjs`, wasm: `${runtime}.wasm` },
    numThreads: threads,
  });
  const [, models, name] = /^(.*\/)([^/]+)\/onnx\/model\.onnx$/.exec(onnx) ?? [];
  env.localModelPath = String(models);
  const model = await AutoModel.from_pretrained(String(name), { dtype: 'fp32', device: 'wasm' });
  const encode = async (batch: readonly (readonly number[])[]) => {
    const dims = [batch.length, Math.max(...batch.map((ids) => ids.length))] as const;
    const tensor = (valueOf: (id: number | undefined) => number) =>
      new Tensor(
        'int64',
        BigInt64Array.from({ length: dims[0] * dims[1] }, (_, i) =>
          BigInt(valueOf(batch[Math.floor(i / dims[1])]?.[i % dims[1]])),
        ),
        dims,
      );
    const mask = tensor((id) => (id === undefined ? 0 : 1));
    const { last_hidden_state } = await model({
      input_ids: tensor((id) => id ?? 0),
      attention_mask: mask,
      token_type_ids: tensor(() => 0),
    });
    return mean_pooling(last_hidden_state, mask).normalize(2, -1).tolist();
  };
  const vectors = await encode(batches[0] ?? []);
  const begun = performance.now();
  for (const batch of batches) await encode(batch);
  return { seconds: (performance.now() - begun) / 1000, vectors };
}
