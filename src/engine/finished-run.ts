/** What a finished run leaves for everything that builds on it. */

import type { SeededStructure } from '../candidates/candidates';
import type { EmbeddingCache } from '../encoder/cache/embedding-cache';
import type { EncoderIdentity } from '../encoder/encoder';
import type { FileFindings } from '../scoring/findings';
import type { DrawnPairs } from './drawn-passages';
import { RunInputError } from './errors';
import type { Lexicon } from './lexicon';
import type { RunFindings } from './findings';
import type { StoppedRun } from './looks';
import type { RunCost } from './result';
import type { SourceData } from './source-data';
import type { SummedRun } from './summed-matrices';
import type { RunRequest } from './types';

/** Enough for every figure under another τ or weighting. */
export interface FinishedRun extends SummedRun {
  /** Null where it scored every record. */
  readonly stopped: StoppedRun | null;
  readonly looks: number;
  readonly request: RunRequest;
  readonly encoder: EncoderIdentity | null;
  readonly lexicon: Lexicon;
  /** All loaded records of the sources, sampled or not. */
  readonly structures: readonly SeededStructure[];
  /** What is wrong with the negatives of each whole file. */
  readonly files: readonly FileFindings[];
  readonly findings: RunFindings;
  readonly cost: RunCost;
  /** The cache that holds the vectors; null where the files give them. */
  readonly cache: EmbeddingCache | null;
  /** Pairs of drawn passages, and those of them that are scored; null where there are too few passages. */
  readonly drawn: DrawnPairs | null;
  readonly random: Pick<SummedRun, 'sources' | 'matrices'> | null;
}

/** @throws RunInputError where the source was not ranked */
export function rankedSource({ sources }: Pick<FinishedRun, 'sources'>, id: number): SourceData {
  const source = sources.find((one) => one.id === id);
  if (!source) throw new RunInputError(`The source ${id} is not among those ranked last. Rank it first.`);
  return source;
}
