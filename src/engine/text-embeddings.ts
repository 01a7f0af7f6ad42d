/** Embeddings of texts by id: each distinct token sequence is encoded once, for all sources together. */

import type { CandidatesForEngine } from '../candidates/types';
import { planBatches } from '../encoder/batches';
import type { Encoder } from '../encoder/encoder';
import { sequenceKey } from '../encoder/tokenizer';
import { EmbeddingStore } from './embedding-store';
import type { PairVectors, SourceData } from './source-data';
import type { Task } from './task';

export interface EncodeCounts {
  /** Query and passage texts asked for. */
  texts: number;
  /** Distinct token sequences encoded. */
  encodes: number;
  tokens: number;
  paddedTokens: number;
}

interface Waiting {
  readonly row: number;
  readonly ids: Int32Array;
}

export class TextEmbeddings {
  readonly store = new EmbeddingStore();
  readonly counts: EncodeCounts = { texts: 0, encodes: 0, tokens: 0, paddedTokens: 0 };
  private readonly rowOfSequence = new Map<string, number>();
  private readonly rowOfQuery = new Map<number, number>();
  private readonly rowOfPassage = new Map<number, number>();

  constructor(
    private readonly encoder: Encoder,
    private readonly candidates: CandidatesForEngine,
    private readonly batchSize: number,
  ) {}

  /**
   * Encodes what is new among the given texts.
   * @param onTexts told how many texts are done after each batch
   */
  async ensure(
    queries: Int32Array,
    passages: Int32Array,
    task: Task,
    onTexts: (count: number) => void,
  ): Promise<void> {
    const waiting: Waiting[] = [];
    const newQueries = queries.filter((id) => !this.rowOfQuery.has(id));
    const newPassages = passages.filter((id) => !this.rowOfPassage.has(id));
    const queryTexts = newQueries.length > 0 ? await this.candidates.queryTexts(newQueries) : [];
    const passageTexts = newPassages.length > 0 ? await this.candidates.passageTexts(newPassages) : [];
    let known = 0;
    const place = (ids: Int32Array): number => {
      const key = sequenceKey(ids);
      const row = this.rowOfSequence.get(key);
      if (row !== undefined) {
        known++;
        return row;
      }
      const fresh = { row: this.store.reserve(), ids };
      this.rowOfSequence.set(key, fresh.row);
      waiting.push(fresh);
      return fresh.row;
    };
    for (let i = 0; i < newQueries.length; i++) {
      const ids = this.encoder.tokensOf(queryTexts[i] as string, 'query');
      this.rowOfQuery.set(newQueries[i] as number, place(ids));
      if (i % 32 === 0) await task.breathe();
    }
    for (let i = 0; i < newPassages.length; i++) {
      const ids = this.encoder.tokensOf(passageTexts[i] as string, 'passage');
      this.rowOfPassage.set(newPassages[i] as number, place(ids));
      if (i % 32 === 0) await task.breathe();
    }
    this.counts.texts += newQueries.length + newPassages.length;
    if (known > 0) onTexts(known);
    await this.encode(waiting, task, onTexts);
  }

  /** The vectors of a source whose texts are all encoded. */
  vectorsOf({ structure }: Pick<SourceData, 'structure'>): PairVectors {
    const { store, rowOfQuery, rowOfPassage } = this;
    return {
      get dimension() {
        return store.dimension;
      },
      query: (record) => store.row(rowOfQuery.get(structure.queries[record] as number) as number),
      positive: (record) => store.row(rowOfPassage.get(structure.positives[record] as number) as number),
      negative: (pair) => store.row(rowOfPassage.get(structure.negatives[pair] as number) as number),
    };
  }

  private async encode(
    waiting: readonly Waiting[],
    task: Task,
    onTexts: (count: number) => void,
  ): Promise<void> {
    const lengths = waiting.map((w) => w.ids.length);
    for (const batch of planBatches(lengths, this.batchSize)) {
      await task.breathe();
      const sequences = batch.map((i) => (waiting[i] as Waiting).ids);
      const vectors = await this.encoder.encode(sequences);
      batch.forEach((i, b) => this.store.set((waiting[i] as Waiting).row, vectors[b] as Float32Array));
      const longest = Math.max(...sequences.map((s) => s.length));
      this.counts.encodes += batch.length;
      this.counts.tokens += sequences.reduce((n, s) => n + s.length, 0);
      this.counts.paddedTokens += longest * batch.length;
      onTexts(batch.length);
    }
  }
}
