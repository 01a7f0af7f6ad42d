/** What `npm run mine` uses: a mining without a browser, with an encoder in this thread. */

import * as runtime from 'onnxruntime-web/wasm';

import { EmbeddingCache } from '../encoder/cache/embedding-cache';
import { CrossEncoder } from '../encoder/cross/cross-encoder';
import { readFolderInfo } from '../encoder/folder-settings';
import { EncoderModel } from '../encoder/model';
import { openModelFolder } from '../encoder/model-folder';
import { EncoderSession, type BatchEncoder } from '../encoder/session';
import { openTable } from '../encoder/table';
import type { TextTokenizer } from '../encoder/tokenizer';
import type { ModelSource } from '../encoder/types';
import { Task } from '../engine/task';
import type { Follow, MiningVectors } from './miner';
import type { ReadInput } from './read';
import type { encoderOfCard } from './remake';
import { vectorsOfCorpus } from './vectors';

export { unpackedText } from '../candidates/read/head';
export { REQUEST_FORMS } from '../judge/batch-api';
export { BM25_PRESETS, BM25_VARIANTS, bm25Settings } from '../mining/bm25';
export { readCard } from '../mining/card';
export { FORM_IDS } from '../mining/forms';
export { PROMPT_DEFAULTS } from '../mining/llm';
export { MINING_PRESETS, OPTION_CHOICES, scaleNotes } from '../mining/options';
export { WORD_CUTS } from '../mining/words';
export { fileOfReplies, promptLines } from './llm';
export { Miner } from './miner';
export { leftOutNotes, partNotes, ruleCounts, sourceNotes, summaryOf } from './notes';
export { readInput } from './read';
export { encoderOfCard, otherInput, otherModels, requestOfCard } from './remake';

/** Does sliced work in one go, telling how far it is. */
export const followAtOnce: Follow = (work, onShare) => {
  for (;;) {
    const slice = work.next();
    if (slice.done === true) return Promise.resolve(slice.value);
    onShare(slice.value);
  }
};

/** Wasm in this thread. @param wasm onnxruntime's WebAssembly, where it does not lie beside its code */
function threadRuntime(wasm?: Uint8Array<ArrayBuffer>): typeof runtime {
  runtime.env.wasm.numThreads = 1;
  if (wasm) runtime.env.wasm.wasmBinary = wasm;
  runtime.env.logLevel = 'error';
  return runtime;
}

/** A cross-encoder of a folder on disk, in this thread. @throws the errors of encoder/cross */
export function threadCrossEncoder(
  source: ModelSource,
  wasm?: Uint8Array<ArrayBuffer>,
): Promise<CrossEncoder> {
  return CrossEncoder.open({
    source,
    base: new URL('file:///'),
    loadRuntime: () => Promise.resolve(threadRuntime(wasm)),
  });
}

/** How an encoder is used where its folder is not asked: which of its files, prefixes, pooling and length. */
export type AskedEncoder = ReturnType<typeof encoderOfCard>;

/** An encoder of a folder on disk, in this thread. */
class ThreadEncoder {
  readonly concurrency = 1;
  readonly pads = true;

  constructor(
    private readonly model: EncoderModel,
    private readonly session: BatchEncoder,
    private readonly tokenizer: TextTokenizer,
  ) {}

  start(): Promise<void> {
    return Promise.resolve();
  }

  format(text: string, role: 'query' | 'passage'): string {
    return this.model.format(text, role);
  }

  tokensOf(formatted: string): Int32Array {
    return this.tokenizer.encode(formatted, this.model.settings.maxTokens);
  }

  encode(batch: readonly Int32Array[]): Promise<Float32Array[]> {
    return this.session.encode(batch);
  }

  identity() {
    const { folder, onnx, dtype, settings, files } = this.model;
    return {
      name: folder.name,
      onnx,
      dtype,
      files,
      settings: { ...settings, pooling: this.session.pooling },
    };
  }
}

/**
 * Vectors of a corpus by an encoder of a folder on disk.
 * @param asked null: as the folder says
 * @param wasm onnxruntime's WebAssembly, where it does not lie beside its code
 * @throws the errors of encoder/errors.ts
 */
export async function threadVectors(
  { corpus }: ReadInput,
  source: ModelSource,
  asked: AskedEncoder,
  onTexts: (done: number, total: number) => void,
  wasm?: Uint8Array<ArrayBuffer>,
): Promise<MiningVectors> {
  const nowhere = new URL('file:///');
  const info = await readFolderInfo(await openModelFolder(source, nowhere));
  const onnx = asked?.onnx ?? info.onnx[0]?.path ?? '';
  const settings = { ...info.settings, ...asked?.settings };
  const model = await EncoderModel.open({ model: source, onnx, settings }, nowhere);
  const table = await model.table();
  const session = table
    ? openTable(table, settings.normalise)
    : await EncoderSession.open({
        ...(await model.sessionOptions()),
        runtime: threadRuntime(wasm),
        gpu: null,
      });
  const cache = await EmbeddingCache.open('thread', false);
  try {
    const encoder = new ThreadEncoder(model, session, await model.tokenizer());
    return await vectorsOfCorpus(corpus, encoder, cache, new Task(), onTexts);
  } finally {
    cache.close();
    await session.release();
  }
}
