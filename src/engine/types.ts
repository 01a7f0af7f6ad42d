/** What the engine worker offers to the page. */

import type { CacheSize } from '../encoder/cache/cache-files';
import type { CacheReport } from '../encoder/cache/embedding-cache';
import type { DeviceChoice, DeviceReport, EncoderIdentity, ModelSource } from '../encoder/types';
import type { EncoderSettings } from '../encoder/types';
import type { Certainty, Findings, RunResult, RunSettings, SourceResult, RandomBaseline } from './results';
import type { AuditProfile } from '../scoring/audit';
import type { FlatPairs } from '../scoring/flat-pairs';
import type { Gating } from '../scoring/weightings';

/** `score`: pairs that the files give vectors of are summed; `matrix`: the log-det of each source is made of its sums. */
export type RunStage = 'read' | 'lexical' | 'open' | 'encode' | 'score' | 'matrix';

/** Running score of one source after `records` of its records. */
export interface RunningScore {
  readonly source: number;
  readonly records: number;
  readonly eci: number;
  /** Mean weight over the pairs so far that have a residual. */
  readonly trace: number;
}

/** An interval of one source's score, valid at every moment of the run at once. */
export interface RunningInterval {
  readonly source: number;
  readonly low: number;
  readonly high: number;
}

/** The order of the sources as far as it is known (docs/CERTAINTY.md). Sources by their ids. */
export interface RunningOrder {
  /** Queries drawn, of so many. */
  readonly drawn: number;
  readonly units: number;
  readonly scores: readonly RunningInterval[];
  readonly pairs: readonly {
    /** The source that scores higher so far. */
    readonly a: number;
    readonly b: number;
    readonly difference: number;
    readonly low: number;
    readonly high: number;
    /** Queries drawn when the order became certain; null while it is open. */
    readonly settled_after: number | null;
    /** Queries after which it would, if the difference stays as it is. */
    readonly queries_needed: number;
  }[];
}

/**
 * When a run may end. `all`: at the last record; `certain`: once the order is certain, and sources whose place is
 * settled are no longer drawn; `long`: likewise, where all records would take over a minute.
 */
export interface StopRule {
  readonly rule: 'all' | 'certain' | 'long';
  /** Probability with which the order is right, such as 0.95. */
  readonly level: number;
}

export interface RunProgress {
  readonly stage: RunStage;
  /** Texts (lexical, encode), sources (read, matrix: in parts of one too), pairs (score) or encoders (open) done. */
  readonly done: number;
  readonly total: number;
  /** Per second; null until it can be told. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
  /** New points of the running score since the last report. */
  readonly running: readonly RunningScore[];
  /** What is known of the order; null where nothing new is. */
  readonly order: RunningOrder | null;
  /** Where new embeddings go, and what is not as it should be; null before that is known. */
  readonly cache: CacheReport | null;
}

/** Sums of more weightings that are under way, of all sources together. */
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
    /** Flags of the others are held against it. */
    readonly reference: boolean;
  }[];
  /** The references' range where it is entered by hand: then no source is a reference. */
  readonly range?: AuditProfile | null;
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
  /** The setting of each source of the run: sources of one setting are compared. */
  readonly settings: readonly string[];
  /** Whether each source of the run is a reference: flags are held against those. */
  readonly references: readonly boolean[];
  /** The references' range where it is entered by hand: then no source is a reference. */
  readonly range?: AuditProfile | null;
}

/** Some pairs of one source, one row a pair. */
export interface PairPlaces {
  readonly source: number;
  /** 0-based record among all of the source, in file order. */
  readonly records: Int32Array;
  /** 0-based position of the negative in the record. */
  readonly positions: Int32Array;
}

/** @see EngineForPage.cleaned */
export interface CleanedRequest extends CertaintyRequest {
  /** Pairs that go; a record that loses all of them goes too. */
  readonly removed: readonly PairPlaces[];
}

/** Figures of a run without some of its pairs. */
export interface CleanedFigures {
  /** Sources that keep a pair, in the order of the run. */
  readonly sources: readonly SourceResult[];
  /** Null where nothing is left. */
  readonly certainty: Certainty | null;
}

/** Stands for a pair in no failure bucket. */
export const NO_BUCKET = 255;

/** What is known of pairs, one row for each that was asked for; NaN where the run scored no such pair. */
export interface AskedPairs {
  readonly rho: Float64Array;
  readonly eta: Float64Array;
  readonly psi: Float64Array;
  /** The first failure bucket of each, as its place in `BUCKETS`; {@link NO_BUCKET} for none. */
  readonly buckets: Uint8Array;
}

/**
 * Which pair is shown. `heaviest`: the largest weight among those not near their positive, which may be answers
 * themselves; `easiest`: the largest weight among those with ρ ≥ 0.99; `nearest`: the nearest to its positive;
 * `near-heaviest`: the largest weight among those near their positive (cosine ≥ 0.9).
 */
export type ExampleRule = 'heaviest' | 'easiest' | 'nearest' | 'near-heaviest';

/** A pair with its figures. Of a record a run may have scored a sample only: `record` counts the whole source. */
export interface ExamplePair {
  readonly record: number;
  /** 0-based place of the negative in its record. */
  readonly position: number;
  readonly rho: number;
  readonly eta: number;
  readonly psi: number;
  readonly coverage: number;
  readonly weight: number;
  /** v⁻·v⁺. */
  readonly cosine: number;
}

export interface PairExample {
  readonly source: number;
  readonly rule: ExampleRule;
  /** Null where no pair meets the rule. */
  readonly pair: ExamplePair | null;
  /** Pairs of the source that the rule chooses from. */
  readonly alike: number;
  /** All pairs of the source. */
  readonly of: number;
}

/** @see EngineForPage.examplePairs */
export interface ExampleRequest extends Gating {
  readonly asked: readonly { readonly source: number; readonly rule: ExampleRule }[];
}

/** A token of a text, with its idf in the corpus of the last run. */
export interface WeighedToken {
  readonly token: string;
  readonly idf: number;
}

export interface EngineForPage {
  /** Gives the engine a direct line to the candidates worker. */
  connectCandidates(port: MessagePort): void;
  /** Ranks: encodes what is new, scores all. Rejects with `RunCancelledError` when cancelled. */
  run(request: RunRequest, onProgress: (progress: RunProgress) => void): Promise<RunResult>;
  cancelRun(): void;
  /**
   * Ends the run after the block at hand and keeps what is there: it resolves with the figures of the records scored.
   * Before every source has a score it goes on to the block that gives it one.
   */
  stopRun(): void;
  /**
   * All scalars, rates, counts and histograms of every source under another τ or weighting, in milliseconds.
   * `eci` and `lambda_max` are those last summed, and of the weighting chosen last where this one never was: `rescore`
   * brings them up to date.
   */
  recompute(request: Gating): SourceResult[];
  /**
   * As `recompute`, with the log-dets and λ_max that are not there yet summed from the embeddings kept: of the chosen
   * weighting, or of all (a report needs all).
   * @throws EmbeddingsClearedError, and RunCancelledError when it is cancelled or another call overtakes it
   */
  rescore(
    request: Gating,
    scope: RescoreScope,
    onProgress: (progress: SumProgress) => void,
  ): Promise<SourceResult[]>;
  cancelRescore(): void;
  /**
   * How certain the order is under a temperature and weighting, from figures that {@link rescore} has brought up to date.
   * @throws RunCancelledError when another call overtakes it
   */
  certainty(request: CertaintyRequest): Promise<Certainty>;
  /**
   * What random passages would score under a temperature and weighting; null where there are too few to draw from.
   * @throws EmbeddingsClearedError
   */
  randomBaseline(request: Gating): Promise<RandomBaseline | null>;
  /**
   * What the last run would have given of the files without some pairs: from its vectors and words, nothing encoded.
   * @throws NothingRankedError, EmbeddingsClearedError, RunInputError where a source was not ranked, and
   *   RunCancelledError when another call overtakes it
   */
  cleaned(request: CleanedRequest, onProgress: (progress: SumProgress) => void): Promise<CleanedFigures>;
  /**
   * Gates and failure bucket of pairs of one source of the last run, in the order asked for.
   * @throws NothingRankedError, RunInputError where the source was not ranked
   */
  askedPairs(pairs: PairPlaces, tau: number): AskedPairs;
  /**
   * One pair of each source to look at, by a rule for each, under a temperature and weighting.
   * @throws NothingRankedError, RunInputError where a source was not ranked
   */
  examplePairs(request: ExampleRequest): PairExample[];
  /** All pairs of the last run, with what was measured and found of them. @throws NothingRankedError */
  flatPairs(): FlatPairs;
  /**
   * Puts the same pairs into the candidates' table `pairs`, for SQL, where they are not there yet; nothing where nothing
   * is ranked.
   * @throws UnknownSourceError where a ranked source was removed since
   */
  fillPairs(): Promise<void>;
  /**
   * Looks for negatives as near to the positive as the nearest positive of another query, where the run left that out
   * for its cost (`Findings.left_out`).
   * @throws NothingRankedError, EmbeddingsClearedError, and RunCancelledError when it is cancelled or begun again
   */
  searchByEmbedding(onProgress: (progress: SearchProgress) => void): Promise<Findings>;
  cancelSearch(): void;
  /**
   * The distinct tokens of a text, as the lexical gate of the last run weighs them.
   * @throws NothingRankedError
   */
  weighTokens(text: string): WeighedToken[];
  /** What the browser keeps of the embeddings of all encoders. */
  cacheSize(): Promise<CacheSize>;
  /** Forgets every stored embedding. */
  clearCache(): Promise<void>;
}

/** A search through the records of all sources that have something to be looked for. */
export interface SearchProgress {
  readonly records: number;
  readonly total: number;
}

/** Which matrices `rescore` brings to the temperature asked for. */
export type RescoreScope = 'chosen' | 'all';

export type { DeviceReport, EncoderIdentity };
