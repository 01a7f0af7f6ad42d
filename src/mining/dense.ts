/** Dense mining: vectors of all queries and passages of a corpus, each sequence of tokens encoded once, and their search. */

import { EmbeddingCache } from '../encoder/cache/embedding-cache';
import { Encoder } from '../encoder/encoder';
import type { DeviceChoice, EncoderSurroundings } from '../encoder/types';
import type { Task } from '../engine/task';
import { TextEmbeddings, type TextEmbeddingsOptions } from '../engine/text-embeddings';
import type { RunRequest } from '../engine/types';
import { compileCosines, type CosinesLoader } from '../simd/cosines';
import type { CardEncoder, SourceRequest } from './card';
import type { MiningCorpus } from './corpus';
import type { Searcher } from './mine';
import type { Work } from './progress';
import { NearestSearch, type Rows } from './search/nearest';

/** Texts that are prepared for the encoder at a time. */
const BLOCK_TEXTS = 1024;

/** Texts in one run of the encoder. */
const BATCH_TEXTS = 32;

export interface MiningEncoder {
  readonly encoder: NonNullable<RunRequest['encoder']>;
  readonly device: DeviceChoice;
  /** True where the user agreed to keep embeddings on disk. */
  readonly keepsEmbeddings: boolean;
}

/**
 * Encodes a corpus and searches it by cosine; vectors come from the cache where they are there.
 * @param ofCard the encoder of a card: its file and settings, in place of what the folder says
 * @throws RunCancelledError, OutOfMemoryError, the errors of src/encoder/errors.ts
 */
export async function denseSearcher(
  corpus: MiningCorpus,
  { encoder: chosen, device, keepsEmbeddings }: MiningEncoder,
  ofCard: SourceRequest['encoder'],
  surroundings: EncoderSurroundings & { readonly cosines: CosinesLoader },
  work: Work,
): Promise<Searcher & { readonly encoder: CardEncoder }> {
  const settings = ofCard && {
    ...chosen.settings,
    queryPrefix: ofCard.query_prefix,
    passagePrefix: ofCard.passage_prefix,
    pooling: ofCard.pooling,
    maxTokens: ofCard.max_tokens,
  };
  const choice = ofCard && settings ? { ...chosen, onnx: ofCard.onnx, settings } : chosen;
  work.tell('open', 0, 0);
  const opening = Encoder.open({ ...choice, device }, surroundings);
  let cache: EmbeddingCache | null = null;
  try {
    const encoder = await work.task.orCancelled(opening);
    cache = await EmbeddingCache.open(await encoder.cacheNamespace(), keepsEmbeddings);
    const onTexts = (done: number, total: number) => work.tell('encode', done, total);
    const vectors = await vectorsOfCorpus(corpus, encoder, cache, work.task, onTexts);
    const { queries, passages, encoder: identity } = vectors;
    const { count, dimension } = passages;
    const module = await compileCosines(surroundings.cosines, count * dimension);
    const nearest = await work.follow('index', count, NearestSearch.prepare(module, passages));
    return {
      encoder: identity,
      search: (records, k) => nearest.search(records.map(queries.row), k),
      scoresOf: (record, places) => nearest.scoresOf(queries.row(record), places),
    };
  } finally {
    await cache?.close();
    // An encoder that is still opening is closed as soon as it is open.
    void opening.then((encoder) => encoder.release()).catch(() => undefined);
  }
}

/**
 * Vectors of all queries, in the order of the records, and of all passages.
 * @param onTexts gets how many texts have their vector, of all
 * @throws RunCancelledError, EncodeError
 */
export async function vectorsOfCorpus(
  { texts, records }: Pick<MiningCorpus, 'texts' | 'records'>,
  encoder: TextEmbeddingsOptions['encoder'] & Pick<Encoder, 'identity'>,
  cache: EmbeddingCache,
  task: Task,
  onTexts: (done: number, total: number) => void,
) {
  const queries = records.map(({ query }) => query);
  const total = queries.length + texts.length;
  let done = 0;
  const pick = (all: readonly string[]) => (ids: Int32Array) =>
    Promise.resolve(Array.from(ids, (id) => all[id] as string));
  const embeddings = new TextEmbeddings({
    encoder,
    cache,
    batchSize: BATCH_TEXTS,
    task,
    source: { queryTexts: pick(queries), passageTexts: pick(texts) },
    onTexts: (count) => onTexts((done += count), total),
  });
  const rowsOf = async (role: 'query' | 'passage', count: number): Promise<Rows> => {
    const rows: Float32Array[] = [];
    while (rows.length < count) {
      const left = Math.min(BLOCK_TEXTS, count - rows.length);
      const ids = Int32Array.from({ length: left }, (_, i) => rows.length + i);
      const none = new Int32Array();
      const prepared = role === 'query' ? embeddings.prepare(ids, none) : embeddings.prepare(none, ids);
      await embeddings.encode(await prepared);
      for (const id of ids) rows.push(embeddings.vectorOf(role, id));
    }
    return { count, dimension: cache.dimension, row: (id) => rows[id] as Float32Array };
  };
  const rows = {
    queries: await rowsOf('query', queries.length),
    passages: await rowsOf('passage', texts.length),
  };
  const { dimension } = cache;
  const { name, onnx, dtype, settings, files } = encoder.identity(dimension);
  const identity: CardEncoder = {
    name,
    onnx,
    dtype,
    query_prefix: settings.queryPrefix,
    passage_prefix: settings.passagePrefix,
    pooling: settings.pooling,
    max_tokens: settings.maxTokens,
    dimension,
    cut_texts: embeddings.counts.cut_texts,
    files: files.map(({ path, sha256 }) => ({ path, sha256 })),
  };
  return { encoder: identity, ...rows };
}
