/** What a run leaves, for everything that follows from it. */

import type { SourceStructure } from '../candidates/api';
import type { EmbeddingCache } from '../encoder/cache/embedding-cache';
import type { DeviceReport, EncoderIdentity } from '../encoder/types';
import type { KnownPositives } from '../scoring/findings';
import { RunInputError } from './errors';
import type { Lexicon } from './lexicon';
import type { StoppedOrder } from './order-watch';
import type { RunCost } from './results';
import type { SourceData } from './source-data';
import type { SumStores } from './sum-stores';
import type { SummedMatrices } from './summed-matrices';
import type { RunRequest } from './types';
import type { RecordPlace } from './blocks';
import type { RandomBaselinePairs } from './random-baseline';

/** What a finished run leaves: enough for every figure under another τ or weighting. */
export interface FinishedRun {
  readonly sources: readonly SourceData[];
  readonly blocks: readonly (readonly RecordPlace[])[];
  /** Of each source, what the run summed; more may be summed later. */
  readonly matrices: readonly SummedMatrices[];
  /** What is known of the order where the run stopped before its last record; null where it did not. */
  readonly stopped: StoppedOrder | null;
  readonly request: RunRequest;
  readonly encoder: EncoderIdentity | null;
  readonly device: DeviceReport;
  /** Token ids of every text, and the IDF table. */
  readonly lexicon: Lexicon;
  /** Where further sums are made on the CPU. */
  readonly stores: SumStores;
  /** All loaded records of the sources, sampled or not. */
  readonly structures: readonly SourceStructure[];
  /** Positives of all records of the sources, sampled or not. */
  readonly positives: KnownPositives;
  readonly cost: RunCost;
  /** The cache that the vectors are read from; null where the files give them. */
  readonly cache: EmbeddingCache | null;
  /** Random passages in the place of one source's negatives; null where there are too few. */
  readonly randomBaseline: RandomBaselinePairs | null;
}

/** A run but for what was asked of it. */
export type RankedRun = Omit<
  FinishedRun,
  'lexicon' | 'stores' | 'structures' | 'positives' | 'request' | 'randomBaseline'
>;

/** @throws RunInputError where the source was not ranked */
export function rankedSource({ sources }: Pick<FinishedRun, 'sources'>, id: number): SourceData {
  const source = sources.find((one) => one.id === id);
  if (!source) throw new RunInputError(`The source ${id} is not among those ranked last. Rank it first.`);
  return source;
}
