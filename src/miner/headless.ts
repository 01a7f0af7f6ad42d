/** What `npm run mine` uses: a mining without a browser, with an encoder in this thread. */

import * as runtime from 'onnxruntime-web/wasm';

import { CrossEncoder } from '../encoder/cross/cross-encoder';
import { planBatches } from '../encoder/batches';
import { readFolderInfo } from '../encoder/folder-settings';
import { EncoderModel } from '../encoder/model';
import { openModelFolder } from '../encoder/model-folder';
import { EncoderSession } from '../encoder/session';
import type { ModelSource } from '../encoder/types';
import type { CardEncoder } from '../mining/card';
import type { Rows } from '../mining/nearest';
import type { Follow, MiningVectors } from './miner';

export { REQUEST_FORMS } from '../judge/batch-api';
export { BM25_PRESETS, BM25_VARIANTS, bm25Settings } from '../mining/bm25';
export { readCard } from '../mining/card';
export { FORM_IDS } from '../mining/forms';
export { PROMPT_DEFAULTS } from '../mining/llm';
export { MINING_PRESETS, OPTION_CHOICES, OPTION_NAMES } from '../mining/options';
export { WORD_CUTS } from '../mining/words';
export { fileOfReplies, promptLines } from './llm';
export { Miner } from './miner';
export { readInput } from './read';
export { otherInput, otherModels, requestOfCard } from './remake';

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

/** Texts of one run of the encoder. */
const BATCH_TEXTS = 32;

/** An encoder of a folder on disk, in this thread. */
export class ThreadEncoder {
  private constructor(
    private readonly model: EncoderModel,
    private readonly session: EncoderSession,
  ) {}

  /**
   * @param wasm onnxruntime's WebAssembly, where it does not lie beside its code
   * @throws the errors of encoder/errors.ts
   */
  static async open(source: ModelSource, wasm?: Uint8Array<ArrayBuffer>): Promise<ThreadEncoder> {
    const nowhere = new URL('file:///');
    const folder = await openModelFolder(source, nowhere);
    const info = await readFolderInfo(folder);
    const onnx = info.onnx[0]?.path ?? '';
    const model = await EncoderModel.open({ model: source, onnx, settings: info.settings }, nowhere);
    const options = { ...(await model.sessionOptions()), runtime: threadRuntime(wasm), gpu: null };
    const session = await EncoderSession.open(options);
    return new ThreadEncoder(model, session);
  }

  /** Vectors of all queries and passages, each sequence of tokens encoded once. */
  async vectors(
    queries: readonly string[],
    passages: readonly string[],
    onTexts: (done: number, total: number) => void,
  ): Promise<MiningVectors> {
    const { queryPrefix, passagePrefix, maxTokens } = this.model.settings;
    const tokenizer = await this.model.tokenizer();
    const places = new Map<string, number>();
    const sequences: Int32Array[] = [];
    const placesOf = (texts: readonly string[], prefix: string) =>
      texts.map((text) => {
        const ids = tokenizer.encode(prefix + text, maxTokens);
        const key = ids.join();
        const known = places.get(key) ?? sequences.length;
        if (known === sequences.length) {
          places.set(key, known);
          sequences.push(ids);
        }
        return known;
      });
    const queryPlaces = placesOf(queries, queryPrefix);
    const passagePlaces = placesOf(passages, passagePrefix);
    const vectors: Float32Array[] = [];
    let done = 0;
    for (const batch of planBatches(
      sequences.map(({ length }) => length),
      BATCH_TEXTS,
    )) {
      const rows = await this.session.encode(batch.map((place) => sequences[place] as Int32Array));
      batch.forEach((place, i) => (vectors[place] = rows[i] as Float32Array));
      onTexts((done += batch.length), sequences.length);
    }
    const dimension = vectors[0]?.length ?? 0;
    const rowsOf = (of: readonly number[]): Rows => ({
      count: of.length,
      dimension,
      row: (place) => vectors[of[place] as number] as Float32Array,
    });
    return {
      encoder: this.card(dimension),
      queries: rowsOf(queryPlaces),
      passages: rowsOf(passagePlaces),
    };
  }

  release(): Promise<void> {
    return this.session.release();
  }

  private card(dimension: number): CardEncoder {
    const { folder, onnx, dtype, settings, files } = this.model;
    return {
      name: folder.name,
      onnx,
      dtype,
      query_prefix: settings.queryPrefix,
      passage_prefix: settings.passagePrefix,
      pooling: this.session.pooling,
      max_tokens: settings.maxTokens,
      dimension,
      files: files.map(({ path, sha256 }) => ({ path, sha256 })),
    };
  }
}
