/** Where the vectors of a run lie and where its sums are made: on the CPU or on the GPU. */

import { fillGeometry, type RecordPlace } from './blocks';
import type { SourceData } from './source-data';
import type { SumStore } from './sum-store';
import type { SumStores } from './sum-stores';
import type { PreparedTexts, TextEmbeddings } from './text-embeddings';

/** A block of records, and what still has to be encoded of its texts; null where the files give the vectors. */
export interface PreparedBlock {
  readonly index: number;
  readonly places: readonly RecordPlace[];
  readonly texts: PreparedTexts | null;
}

/** Encodes one block while the block before it is scored. */
export interface Backend {
  /** Brings a block's vectors to where its pairs are formed. */
  encode(block: PreparedBlock): Promise<void>;
  /** Fills m, l and ‖v⁺ − v⁻‖ for records of an encoded block. Sums then read this block's rows. */
  geometry(block: PreparedBlock, source: number, records: readonly number[]): Promise<void>;
  openStore(source: number, weightings: number): Promise<SumStore>;
  destroy(): void;
}

/** Vectors in memory and on disk, sums in float64. @param texts null where the files give the vectors */
export function cpuBackend(
  sources: readonly SourceData[],
  texts: TextEmbeddings | null,
  stores: SumStores,
): Backend {
  const source = (index: number) => sources[index] as SourceData;
  return {
    encode: async (block) => {
      if (texts && block.texts) await texts.encode(block.texts);
    },
    geometry: (_block, index, records) => {
      for (const record of records) fillGeometry(source(index), record);
      return Promise.resolve();
    },
    openStore: (index, weightings) => stores.open(source(index), weightings),
    destroy: () => undefined,
  };
}
