/** What the page sends to the engine worker and gets from it. */

import type { CacheReport } from '../encoder/cache/embedding-cache';
import type { DeviceChoice, EncoderSettings, ModelSource } from '../encoder/types';
import type { Lexicon } from './lexicon';
import type { Certainty, RunResult, SourceResult, RunSettings } from './result';
import type { PairPlaces } from '../scoring/pairs';
import type { Gating } from '../scoring/weightings';

/** `score`: sums pairs with vectors from the files; `matrix`: computes log-dets; `known`, `baseline`: checks after the scores. */
export type RunStage = 'read' | 'lexical' | 'open' | 'encode' | 'score' | 'matrix' | 'known' | 'baseline';

/** Of the records so far, or of what some pairs leave. */
export interface PartFigures {
  /** Those that have a pair, in the order of the run. */
  readonly sources: readonly SourceResult[];
  /** Null while a source is still without a score, and where nothing is left. */
  readonly certainty: Certainty | null;
}

/**
 * When a run may end. `all`: at the last record. `certain`: at a look where all orders among sources that nothing bars are
 * separated, and what bars the others is settled. `long`: as `certain`, but only if all records would take over a minute. `level`:
 * probability that the order is right, such as 0.95.
 */
export type StopRule = Pick<RunResult['stop'], 'rule' | 'level'>;

export interface RunProgress {
  readonly stage: RunStage;
  /** Of what the stage counts (session/run/progress-words.ts), done; of `matrix` with fractions. */
  readonly done: number;
  readonly total: number;
  /** Per second; null while unknown. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
  /** Null where nothing is new. */
  readonly soFar: PartFigures | null;
  /** Where new embeddings go, and any problem; null while unknown. */
  readonly cache: CacheReport | null;
}

export interface SumProgress {
  readonly pairs: number;
  readonly total: number;
}

export interface RunRequest {
  /** Sources of one setting are compared with each other. */
  readonly sources: readonly {
    readonly id: number;
    readonly name: string;
    readonly setting: string;
    /** Other sources are compared with it. */
    readonly reference: boolean;
    /** Signs say that its file was read wrongly, and nobody says that it is as meant. */
    readonly misread: boolean;
  }[];
  /** Null: use the embeddings that the files give. */
  readonly encoder: {
    readonly model: ModelSource;
    readonly onnx: string;
    readonly settings: EncoderSettings;
  } | null;
  readonly device: DeviceChoice;
  readonly settings: RunSettings;
  readonly stop: StopRule;
}

/** The conditions under which figures are shown; lists are by source. */
export interface CertaintyRequest extends Gating {
  /** Sources of one setting are compared. */
  readonly settings: readonly string[];
  readonly references: readonly boolean[];
}

/** What follows temperature, weighting and references. */
export type ShownFigures = Pick<RunResult, 'sources' | 'certainty' | 'yardstick'>;

export interface CleanedRequest extends CertaintyRequest {
  /** Pairs to remove. A record that loses all goes too; records are counted over the whole source. */
  readonly removed: readonly PairPlaces[];
}

export type WeighedToken = ReturnType<Lexicon['weigh']>[number];

/** Work on the finished run. A new run, `clearCache` and the next of its kind end it. */
export type FollowUp = 'settle' | 'experiment' | 'shortcuts' | 'cleaned';
