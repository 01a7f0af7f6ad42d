/** Where a run's vectors lie and its sums are made: on the CPU or on the GPU. */

import { fillGeometry, type RecordPlace } from './blocks';
import type { SourceData } from './source-data';
import { cpuStore, type SumStore } from './sum-store';
import type { PreparedTexts, TextEmbeddings } from './text-embeddings';

/** A block of records with what its texts still need; null where nothing is encoded. */
export interface PreparedBlock {
  readonly index: number;
  readonly places: readonly RecordPlace[];
  readonly texts: PreparedTexts | null;
  /** Sources whose place is settled: their records of this block are left out. */
  readonly skipped: ReadonlySet<number>;
}

/** One block may be encoded while the one before it is scored. */
export interface Backend {
  /** Brings a block's vectors to where its pairs are formed. */
  encode(block: PreparedBlock): Promise<void>;
  /** Fills m, l and ‖v⁺ − v⁻‖ of records of an encoded block; from then on it is the block at hand. */
  geometry(block: PreparedBlock, source: number, records: readonly number[]): Promise<void>;
  openStore(source: number, weightings: number): Promise<SumStore>;
  destroy(): void;
}

/** Vectors in memory and on disk, sums in float64. @param texts null where the files give the vectors */
export function cpuBackend(sources: readonly SourceData[], texts: TextEmbeddings | null): Backend {
  const source = (index: number) => sources[index] as SourceData;
  return {
    encode: async (block) => {
      if (texts && block.texts) await texts.encode(block.texts);
    },
    geometry: (_block, index, records) => {
      for (const record of records) fillGeometry(source(index), record);
      return Promise.resolve();
    },
    openStore: (index, weightings) => Promise.resolve(cpuStore(source(index), weightings)),
    destroy: () => undefined,
  };
}
