/** Vectors of all queries and passages of a corpus, each sequence of tokens encoded once, for page and terminal. */

import type { EmbeddingCache } from '../encoder/cache/embedding-cache';
import type { EncoderIdentity } from '../encoder/encoder';
import type { Task } from '../engine/task';
import { TextEmbeddings, type TextEmbeddingsOptions } from '../engine/text-embeddings';
import type { MiningCorpus } from './corpus';
import type { Rows } from './search/nearest';
import type { MiningVectors } from './miner';

/** Texts that are prepared for the encoder at a time. */
const BLOCK_TEXTS = 1024;

/** Texts in one run of the encoder. */
const BATCH_TEXTS = 32;

type CorpusEncoder = TextEmbeddingsOptions['encoder'] & {
  identity(dimension: number): Pick<EncoderIdentity, 'name' | 'onnx' | 'dtype' | 'files' | 'settings'>;
};

/**
 * @param cache of this encoder; its vectors are copied
 * @param onTexts gets how many texts have their vector, of all
 * @throws RunCancelledError, EncodeError
 */
export async function vectorsOfCorpus(
  { texts, records }: Pick<MiningCorpus, 'texts' | 'records'>,
  encoder: CorpusEncoder,
  cache: EmbeddingCache,
  task: Task,
  onTexts: (done: number, total: number) => void,
): Promise<MiningVectors> {
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
  const none = new Int32Array();
  const embed = async (queryIds: Int32Array, passageIds: Int32Array) => {
    await embeddings.encode(await embeddings.prepare(queryIds, passageIds));
  };
  for (const ids of blocks(queries.length)) await embed(ids, none);
  for (const ids of blocks(texts.length)) await embed(none, ids);
  const { dimension } = cache;
  const rowsOf = (role: 'query' | 'passage', count: number) =>
    copied(count, dimension, (id) => embeddings.vectorOf(role, id));
  const { name, onnx, dtype, settings, files } = encoder.identity(dimension);
  return {
    encoder: {
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
    },
    queries: rowsOf('query', queries.length),
    passages: rowsOf('passage', texts.length),
  };
}

function* blocks(count: number): Generator<Int32Array> {
  for (let first = 0; first < count; first += BLOCK_TEXTS) {
    yield Int32Array.from({ length: Math.min(BLOCK_TEXTS, count - first) }, (_, i) => first + i);
  }
}

/** A copy of vectors in one array, since the cache is closed after them. */
function copied(count: number, dimension: number, row: (id: number) => Float32Array): Rows {
  const all = new Float32Array(count * dimension);
  for (let id = 0; id < count; id++) all.set(row(id), id * dimension);
  return {
    count,
    dimension,
    row: (place) => all.subarray(place * dimension, (place + 1) * dimension),
  };
}
