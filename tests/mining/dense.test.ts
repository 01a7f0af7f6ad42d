import { describe, expect, it } from 'vitest';

import { EmbeddingCache } from '../../src/encoder/cache/embedding-cache';
import { Task } from '../../src/engine/task';
import { vectorsOfCorpus } from '../../src/mining/dense';

describe('vectors of a corpus', () => {
  it('are those of the prefixed texts, each sequence of tokens encoded once, with the settings for the card', async () => {
    const encoded: string[] = [];
    const settings = {
      queryPrefix: 'q: ',
      passagePrefix: 'p: ',
      pooling: 'mean',
      maxTokens: 6,
      normalise: true,
    } as const;
    const encoder = {
      concurrency: 1,
      start: () => Promise.resolve(),
      format: (text: string, role: 'query' | 'passage') =>
        (role === 'query' ? settings.queryPrefix : settings.passagePrefix) + text,
      tokensOf: (text: string) => ({
        ids: Int32Array.from(text.slice(0, settings.maxTokens), (letter) => letter.charCodeAt(0)),
        isCut: text.length > settings.maxTokens,
      }),
      encode: (batch: readonly Int32Array[]) => {
        for (const ids of batch) encoded.push(String.fromCharCode(...ids));
        return Promise.resolve(batch.map((ids) => Float32Array.of(ids[0] ?? 0, ids.at(-1) ?? 0)));
      },
      identity: (dimension: number) => ({
        name: 'made',
        bundled: false,
        origin: '',
        onnx: 'm.onnx',
        dtype: 'fp32',
        files: [],
        settings,
        dimension,
        parity: null,
      }),
    };
    const corpus = {
      // The last two begin with the same six letters.
      texts: ['ab', 'cat one', 'cat two'],
      records: [{ id: '1', query: 'ab', positives: [0] }],
    };
    const told: number[][] = [];
    const cache = await EmbeddingCache.open('test', false);
    const vectors = await vectorsOfCorpus(corpus, encoder, cache, new Task(), (...counts) =>
      told.push(counts),
    );
    cache.close();
    expect(encoded.toSorted()).toEqual(['p: ab', 'p: cat', 'q: ab']);
    const letters = (row: Float32Array) => String.fromCharCode(...row);
    expect([vectors.queries.count, letters(vectors.queries.row(0))]).toEqual([1, 'qb']);
    expect([0, 1, 2].map((place) => letters(vectors.passages.row(place)))).toEqual(['pb', 'pt', 'pt']);
    expect(told.at(-1)).toEqual([4, 4]);
    expect(vectors.encoder).toMatchObject({
      query_prefix: 'q: ',
      passage_prefix: 'p: ',
      max_tokens: 6,
      dimension: 2,
      cut_texts: 2,
    });
  });
});
