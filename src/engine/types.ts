/** What the engine worker offers to the page. */

import type { CacheSize } from '../encoder/cache/cache-files';
import type { CacheReport, HandedOver } from '../encoder/cache/embedding-cache';
import type { DeviceChoice, DeviceReport, EncoderIdentity, ModelSource } from '../encoder/types';
import type { EncoderSettings } from '../encoder/types';
import type { Certainty, RunResult, SourceResult, RandomBaseline, RunSettings } from './result';
import type { AuditStatistics } from '../scoring/audit';
import type { JudgingOrder } from '../judge/figures';
import type { OpenShare } from '../judge/hypergeometric';
import type { AgainstChance, JudgedAnswer } from '../judge/removed';
import type { FlatPairs } from '../scoring/flat-pairs';
import type { Limit } from '../scoring/limits';
import type { GateId } from '../scoring/pair-gates';
import type { PairPlaces } from '../scoring/pairs';
import type { SourceShortcut } from '../shortcuts/shortcuts';
import type { Gating } from '../scoring/weightings';

/** A step of a run once its records are scored. */
export type CheckStage = 'known' | 'baseline';

/** `score`: sums pairs with vectors from the files; `matrix`: computes log-dets. */
export type RunStage = 'read' | 'lexical' | 'open' | 'encode' | 'score' | 'matrix' | CheckStage;

/** Running score of one source after `records` of its records. */
export interface RunningScore {
  readonly source: number;
  readonly records: number;
  readonly eci: number;
  /** Mean weight over the pairs so far; pairs without a residual count as 0. */
  readonly trace: number;
}

/** The order of the sources as far as known, with the audit statistics of the records so far. */
export interface RunningOrder extends Certainty {
  readonly gates: readonly (AuditStatistics & { readonly source: number })[];
}

/**
 * When a run may end. `all`: at the last record. `certain`: at a look where all orders among sources that nothing bars are
 * separated, and what bars the others is settled. `long`: as `certain`, but only if all records would take over a minute.
 */
export interface StopRule {
  readonly rule: 'all' | 'certain' | 'long';
  /** Probability that the order is right, such as 0.95. */
  readonly level: number;
}

export interface RunProgress {
  readonly stage: RunStage;
  /** Of what the stage counts (session/run/progress-words.ts), done; of `matrix` with fractions. */
  readonly done: number;
  readonly total: number;
  /** Per second; null while unknown. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
  /** New points of the running score since the last report. */
  readonly running: readonly RunningScore[];
  /** The order so far; null where nothing is new. */
  readonly order: RunningOrder | null;
  /** Where new embeddings go, and any problem; null while unknown. */
  readonly cache: CacheReport | null;
}

/** Progress of sums for more weightings, all sources together. */
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

/** @see EngineForPage.certainty */
export interface CertaintyRequest extends Gating {
  /** The setting of each source. Sources of one setting are compared. */
  readonly settings: readonly string[];
  /** Whether each source is a reference. Flags compare with these. */
  readonly references: readonly boolean[];
}

/** Everything of a result that follows temperature, weighting and references. */
export type ShownFigures = Pick<RunResult, 'sources' | 'certainty' | 'random_baseline'>;

/** Whose scores a limit looks at: the run's encoder's, or those that the files have. */
export type LimitScores = 'encoder' | 'files';

/** @see EngineForPage.limits */
export interface LimitRequest {
  /** By kind, mildest first: each drops what the one before it drops. */
  readonly rules: readonly (readonly Limit[])[];
  readonly scores: LimitScores;
  /** Judged pairs that are answers. */
  readonly answers: readonly JudgedAnswer[];
}

/** What one limit does to one source. */
export interface LimitPoint {
  /** Pairs kept. */
  readonly kept: number;
  /** Records that lose all their pairs, and how many would on average if as many pairs were dropped at random. */
  readonly emptied: number;
  readonly emptiedByChance: number;
  /** The share of the answers that is removed, at 95 % for all `looks` together; null where none is judged. */
  readonly answers: OpenShare | null;
  /** Whether that is another share than of the pairs. */
  readonly againstChance: AgainstChance;
}

export interface SourceLimits {
  readonly source: number;
  readonly pairs: number;
  readonly records: number;
  /** Judged answers among its pairs. */
  readonly answers: number;
  /** Limits of the request that drop some of its pairs and not all, those that drop the same counted once. */
  readonly looks: number;
  /** In the order of the request's rules and their limits. */
  readonly rules: readonly (readonly LimitPoint[])[];
}

/** @see EngineForPage.cleaned */
export interface CleanedRequest extends CertaintyRequest {
  /** Who asks: the sums of one asker end only by its own word, by a new run or by `clearCache`. */
  readonly asker: 'basket' | 'threshold';
  /** Pairs to remove. A record that loses all of them goes too. */
  readonly removed: readonly PairPlaces[];
}

/** Figures of a run without some of its pairs. */
export interface CleanedFigures {
  /** Sources that keep a pair, in the order of the run. */
  readonly sources: readonly SourceResult[];
  /** Null where nothing is left. */
  readonly certainty: Certainty | null;
}

/** Stands for a pair in no failure bucket, or without any of {@link NEAR_FINDINGS}. */
export const NO_BUCKET = 255;

/** What says by itself that a negative is a positive, the surest first. */
export const NEAR_FINDINGS = ['same_text', 'near_text', 'near_positive'] as const;

/** Gates of the pairs asked for, one row each; NaN where the run did not score the pair. */
export interface AskedPairs extends Readonly<Record<GateId, Float64Array>> {
  /** The first failure bucket of each pair, as its place in `BUCKETS`; {@link NO_BUCKET} for none. */
  readonly buckets: Uint8Array;
  /** The first of {@link NEAR_FINDINGS} of each pair, as its place there. */
  readonly findings: Uint8Array;
}

/** A token of a text with its idf in the last run. */
export interface WeighedToken {
  readonly token: string;
  readonly idf: number;
}

/** Work on the finished run. A new run, `clearCache` and the next of its kind end it. */
export type FollowUp = 'rescore' | 'baseline' | 'experiment' | 'shortcuts' | CleanedRequest['asker'];

export interface EngineForPage {
  /** Gives the engine a direct line to the candidates worker. */
  connectCandidates(port: MessagePort): void;
  /**
   * Ranks: encodes what is new and scores everything. Rejects with `RunCancelledError` when cancelled.
   */
  run(request: RunRequest, onProgress: (progress: RunProgress) => void): Promise<RunResult>;
  cancelRun(): void;
  /** Ends work on the finished run: its promise rejects with `RunCancelledError`. */
  cancel(work: FollowUp): void;
  /**
   * Ends the run after the current block and keeps what was scored: the run resolves with those records. If a source
   * has no score yet it first goes on to a block that gives it one.
   */
  stopRun(): void;
  /**
   * All scalars, rates, counts and histograms under another τ or weighting, in milliseconds. `eci` and `lambda_max`
   * are those summed last (of the last chosen weighting if this one never was); `rescore` updates them.
   */
  recompute(request: Gating): SourceResult[];
  /**
   * As `recompute`, but also sums missing log-dets and λ_max from the kept embeddings, for the chosen weighting or
   * for all (a report needs all).
   * @throws EmbeddingsClearedError, and RunCancelledError when cancelled or replaced by another call
   */
  rescore(
    request: Gating,
    scope: RescoreScope,
    onProgress: (progress: SumProgress) => void,
  ): Promise<SourceResult[]>;
  /**
   * Scores, intervals, flags and the random baseline under another τ, weighting or references, all of one moment and at
   * once, for figures that follow a hand. Log-dets are the traces, times log-det over trace as last summed. `rescore`,
   * `certainty` and `randomBaseline` give what they stand for; those under way are cancelled.
   */
  preview(request: CertaintyRequest): ShownFigures;
  /**
   * How certain the order is under a temperature and weighting. Call {@link rescore} first.
   */
  certainty(request: CertaintyRequest): Certainty;
  /**
   * What random passages would score under a temperature and weighting; null with too few passages to draw from.
   * @throws EmbeddingsClearedError
   */
  randomBaseline(request: Gating): Promise<RandomBaseline | null>;
  /**
   * The last run as if some pairs were not in the files: from its vectors and words, nothing is encoded.
   * @throws NothingRankedError, EmbeddingsClearedError, RunInputError where a source was not ranked,
   * RunCancelledError
   */
  cleaned(request: CleanedRequest, onProgress: (progress: SumProgress) => void): Promise<CleanedFigures>;
  /**
   * Gates and failure bucket of pairs of one source, in the order of the request.
   * @throws NothingRankedError, RunInputError where the source was not ranked
   */
  askedPairs(pairs: PairPlaces, tau: number): AskedPairs;
  /** All pairs of the last run with their figures and findings. @throws NothingRankedError */
  flatPairs(): FlatPairs;
  /**
   * Whether the negatives of each source can be told from the positives without the query.
   * @param onShare gets the share done, from 0 to 1
   * @throws NothingRankedError, RunCancelledError when cancelled or asked again
   */
  shortcuts(onShare: (share: number) => void): Promise<SourceShortcut[]>;
  /**
   * The order in which its pairs are judged, under a seed.
   * @param removed pairs that leave: the order and its strata stay, while pairs are counted, and sources named, without them
   * @throws NothingRankedError, RunInputError
   */
  judging(seed: number, removed?: readonly PairPlaces[]): Promise<JudgingOrder>;
  /** What limits of a miner would take from each source that has the scores asked for. @throws NothingRankedError */
  limits(request: LimitRequest): Promise<SourceLimits[]>;
  /** The pairs that a limit drops, one entry for each source that loses any. @throws NothingRankedError */
  droppedBy(limit: Limit, scores: LimitScores): Promise<PairPlaces[]>;
  /**
   * Copies these pairs into the candidates' table `pairs` for SQL, if they are not there yet and anything is ranked.
   * @throws UnknownSourceError where a ranked source was removed since
   */
  fillPairs(): Promise<void>;
  /**
   * The distinct tokens of a text with their weights in the lexical gate of the last run.
   * @throws NothingRankedError
   */
  weighTokens(text: string): WeighedToken[];
  /** Whether the user agrees to keep embeddings on disk: without it they stay in memory. */
  keepEmbeddings(agreed: boolean): Promise<void>;
  /**
   * Keeps what another worker of the page has embedded, where this one writes the cache of that encoder.
   * @returns whether it is on disk
   */
  takeEmbeddings(namespace: string, embeddings: HandedOver): boolean;
  /** How much the browser keeps of the embeddings of all encoders. */
  cacheSize(): Promise<CacheSize>;
  clearCache(): Promise<void>;
}

export type RescoreScope = 'chosen' | 'all';

export type { DeviceReport, EncoderIdentity };
