/**
 * The experiments of the lab: what the page asks of the engine, what each costs, and what it gives. All work on the
 * pairs and vectors of the finished run: none encodes anything. Lists "by source" follow `sources` of the outcome.
 */

import type { AuditProfile, AuditStatistics, Flag } from '../scoring/audit';
import type { ControlId } from '../scoring/controls';
import type { IdfCorpusId } from '../lexical/corpora';
import type { TokenizerId } from '../lexical/tokenizers';
import type { WeightingId } from '../scoring/weightings';
import type { MatrixFigures } from '../engine/results';

export const EXPERIMENT_IDS = [
  'weightings',
  'controls',
  'mixing',
  'c-sweep',
  'eigenvalues',
  'temperature',
  'lexical',
  'sample-size',
  'bootstrap',
  'hybrids',
] as const;

export type ExperimentId = (typeof EXPERIMENT_IDS)[number];

/** What every experiment is told: temperature, weighting, settings and references as they stand, and the seed. */
export interface ExperimentSettings {
  readonly tau: number;
  readonly weighting: WeightingId;
  /** The setting of each source of the run: sources of one setting are compared. */
  readonly settings: readonly string[];
  /** Whether each source of the run is a reference. */
  readonly references: readonly boolean[];
  readonly seed: number;
}

/** What each experiment is told beside its settings. */
export interface ExperimentOptions {
  readonly weightings: object;
  /** `base`: id of the source that the controls are built from. */
  readonly controls: { readonly base: number };
  /** `shares` of random passages, each of [0, 1]. */
  readonly mixing: { readonly base: number; readonly shares: readonly number[] };
  readonly 'c-sweep': object;
  readonly eigenvalues: object;
  /** `taus`: each > 0. */
  readonly temperature: { readonly taus: readonly number[] };
  readonly lexical: {
    readonly tokenizers: readonly TokenizerId[];
    readonly corpora: readonly IdfCorpusId[];
  };
  /** `shares` of the records, each of (0, 1]; `draws`: further samples of each share, for the bands. */
  readonly 'sample-size': { readonly shares: readonly number[]; readonly draws: number };
  readonly bootstrap: { readonly resamples: number };
  /** Ids of the two sources of each union. */
  readonly hybrids: { readonly pairs: readonly (readonly [number, number])[] };
}

/** One experiment and its options. */
export type ExperimentChoice<Kind extends ExperimentId = ExperimentId> = {
  readonly [K in Kind]: { readonly id: K; readonly options: ExperimentOptions[K] };
}[Kind];

/** One experiment with all that it is told. */
export type ExperimentRequest<Kind extends ExperimentId = ExperimentId> = ExperimentChoice<Kind> & {
  readonly settings: ExperimentSettings;
};

/** What an experiment will cost, said beforehand. */
export interface ExperimentCost {
  /** Texts that are read and cut into tokens once more. */
  readonly texts: number;
  /** Pairs whose residuals are summed, each for every matrix that it goes into. */
  readonly summedPairs: number;
  /** Matrices whose log-det or eigenvalues are computed. */
  readonly matrices: number;
  /** Resamples, permutations and drawn samples. */
  readonly draws: number;
  /** About how long it takes here, from the time that a small part of it took. */
  readonly seconds: number;
}

/** How far an experiment is, in steps of its own. */
export interface ExperimentProgress {
  readonly id: ExperimentId;
  readonly done: number;
  readonly total: number;
}

/** A source of the run as an experiment saw it. */
export interface ExperimentSource {
  readonly id: number;
  readonly name: string;
  readonly setting: string;
  readonly reference: boolean;
}

/** How a result came about: what it was made with, so that it can be made again. */
export interface ExperimentRun {
  readonly sources: readonly ExperimentSource[];
  readonly tau: number;
  readonly weighting: WeightingId;
  readonly seed: number;
  /** How long it took, and how much of that passed while matrices Î were summed. */
  readonly seconds: number;
  readonly sumSeconds: number;
}

/** Scores made without the log-det: trace form of the full weighting, and scalars (paper, Table gate_ablations). */
export const SCALAR_VARIANT_IDS = ['trace', 'mean-psi', 'mean-rho', 'mean-eta', 'inversion-rate'] as const;

export type VariantId = WeightingId | (typeof SCALAR_VARIANT_IDS)[number];

/** Sources under one way of scoring. */
export interface VariantScores {
  readonly id: VariantId;
  /** The formula as it is shown. */
  readonly formula: string;
  /** By source; more is better, also of the inversion rate, as in the paper. */
  readonly scores: readonly number[];
  /** Of each setting with two sources or more: whether the order is that of the full score. */
  readonly reproduces: readonly { readonly setting: string; readonly holds: boolean }[];
}

export interface WeightingsResult {
  /** The thirteen weightings, then the scalars. */
  readonly variants: readonly VariantScores[];
  /** Of each weighting, by source. */
  readonly matrices: Readonly<Record<WeightingId, readonly MatrixFigures[]>>;
}

/** Figures of a source that was made for an experiment. */
export interface MadeFigures extends MatrixFigures, AuditStatistics {
  readonly records: number;
  readonly negatives: number;
  readonly inverted_pairs: number;
}

/** One control. */
export interface ControlFigures extends MadeFigures {
  readonly control: ControlId;
  /** `control:` and its id. */
  readonly name: string;
  readonly weightings: Readonly<Record<WeightingId, MatrixFigures>>;
  /** Pairs of the base source whose negative was replaced, and those among them that were inverted before. */
  readonly replaced: { readonly pairs: number; readonly inverted: number };
}

/** A control that could not be built of this base source, and why. */
export interface MissingControl {
  readonly control: ControlId;
  readonly reason: string;
}

export interface ControlsResult {
  /** Id of the base source. */
  readonly base: number;
  readonly controls: readonly ControlFigures[];
  readonly missing: readonly MissingControl[];
  /** ECI of each source under the chosen weighting, by source. */
  readonly scores: readonly number[];
  /** Names of all sources and controls, highest score first. */
  readonly ranking: readonly string[];
  /** Of each weighting: whether all controls are below every reference source; null without a reference or a control. */
  readonly safe: Readonly<Record<WeightingId, boolean | null>>;
  readonly envelope: AuditProfile | null;
  /** By name, of all sources and controls. */
  readonly flags: Readonly<Record<string, readonly Flag[]>>;
}

export interface MixingResult {
  readonly base: number;
  /** By share of random passages, ascending; 0 is the base source itself. */
  readonly steps: readonly (MadeFigures & { readonly share: number })[];
  readonly envelope: AuditProfile | null;
}

export interface CSweepResult {
  /** The grid, ascending, from 1. */
  readonly c: readonly number[];
  /** By source: log det(I + c·Î) at each point. */
  readonly scores: readonly (readonly number[])[];
  /** By source. */
  readonly lambdaMax: readonly number[];
  /** By source: N/d. */
  readonly pairsPerDimension: readonly number[];
}

export interface EigenvaluesResult {
  /** By source: all d eigenvalues, largest first, under the chosen weighting and under uniform weights. */
  readonly spectra: readonly { readonly chosen: readonly number[]; readonly uniform: readonly number[] }[];
}

export interface TemperatureResult {
  /** Ascending. */
  readonly steps: readonly { readonly tau: number; readonly scores: readonly number[] }[];
}

/** Sources under one tokenizer and one IDF corpus. */
export interface LexicalCell {
  readonly tokenizer: TokenizerId;
  readonly corpus: IdfCorpusId;
  /** By source. */
  readonly scores: readonly number[];
  readonly meanPsi: readonly number[];
}

export interface LexicalResult {
  readonly cells: readonly LexicalCell[];
}

/** Sources on a share of their records. */
export interface SampleStep {
  readonly share: number;
  /** By source: records of the seeded sample, and its score. Samples are nested, and the same queries in all sources. */
  readonly records: readonly number[];
  readonly scores: readonly number[];
  /** Of each setting with two sources or more: Spearman's rank agreement with all records; null where scores are all the same. */
  readonly agreement: readonly { readonly setting: string; readonly spearman: number | null }[];
  /** Further samples drawn of this share, scored by their trace less the gap of trace and score over all records. */
  readonly draws: {
    readonly count: number;
    /** By source: the range of 95 % of the draws. */
    readonly low: readonly number[];
    readonly high: readonly number[];
    /** Of each setting with two sources or more: draws with the order of all records. */
    readonly sameOrder: readonly { readonly setting: string; readonly draws: number }[];
  };
}

export interface SampleSizeResult {
  /** Shares ascending. */
  readonly steps: readonly SampleStep[];
}

/** Two sources of one setting, by their ids; `a` scores higher. */
export interface BootstrapPair {
  readonly a: number;
  readonly b: number;
  readonly difference: number;
  /** Interval that holds for all pairs at once. */
  readonly low: number;
  readonly high: number;
  readonly separated: boolean;
  /** Share of the resamples in which `a` scores higher. */
  readonly probability: number;
  /** Two-sided, by exchanging the two sources' sums query by query. */
  readonly permutationP: number;
  readonly sharedQueries: number;
}

/** What the sequence of "know when to stop" says of one moment of a run over these files. */
export interface SequenceMoment {
  /** Queries drawn. */
  readonly drawn: number;
  /** By source; infinite ends where too few are drawn. */
  readonly intervals: readonly { readonly low: number; readonly high: number }[];
}

export interface BootstrapResult {
  readonly level: number;
  readonly resamples: number;
  readonly permutations: number;
  /** Queries of all sources together. */
  readonly queries: number;
  /** By source. */
  readonly intervals: readonly { readonly eci: number; readonly low: number; readonly high: number }[];
  readonly pairs: readonly BootstrapPair[];
  /** The same data at growing shares of the visit; the last moment is all of it. */
  readonly sequence: readonly SequenceMoment[];
}

/** The union of two sources over the queries that both have. */
export interface HybridFigures extends MadeFigures {
  /** `A+B`. */
  readonly name: string;
  readonly a: number;
  readonly b: number;
  /** Records of each that have no partner in the other. */
  readonly withoutPartner: { readonly a: number; readonly b: number };
  /** Negatives that both have, counted once. */
  readonly sharedNegatives: number;
}

export interface HybridsResult {
  /** ECI of each source under the chosen weighting, by source. */
  readonly scores: readonly number[];
  readonly hybrids: readonly HybridFigures[];
  /** Pairs of sources that share no query with the same positive, by their ids. */
  readonly apart: readonly (readonly [number, number])[];
}

export interface ExperimentResults {
  readonly weightings: WeightingsResult;
  readonly controls: ControlsResult;
  readonly mixing: MixingResult;
  readonly 'c-sweep': CSweepResult;
  readonly eigenvalues: EigenvaluesResult;
  readonly temperature: TemperatureResult;
  readonly lexical: LexicalResult;
  readonly 'sample-size': SampleSizeResult;
  readonly bootstrap: BootstrapResult;
  readonly hybrids: HybridsResult;
}

/** What an experiment gave. */
export type ExperimentOutcome<Kind extends ExperimentId = ExperimentId> = {
  readonly [K in Kind]: {
    readonly id: K;
    readonly options: ExperimentOptions[K];
    readonly about: ExperimentRun;
    readonly result: ExperimentResults[K];
  };
}[Kind];

/** What a source is to be made of: a control of a base source, a mixture, or the union of two. */
export type MadeRequest =
  | { readonly kind: 'control'; readonly control: ControlId; readonly base: number; readonly seed: number }
  | { readonly kind: 'mixture'; readonly share: number; readonly base: number; readonly seed: number }
  | { readonly kind: 'hybrid'; readonly a: number; readonly b: number };
