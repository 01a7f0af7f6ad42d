/** The result of a run: figures (under the names of the report and of `golden/expected.json`), settings and cost. */

import type { SourceOverlaps } from '../candidates/overlaps';
import type { CacheReport } from '../encoder/cache/embedding-cache';
import type { DeviceReport, EncoderIdentity } from '../encoder/types';
import type { AuditStatistics, Flag } from '../scoring/audit';
import type { FileFindings } from '../scoring/file-findings';
import type { FindingCounts, FindingId } from '../scoring/findings';
import type { UnitKind } from '../scoring/groups';
import type { Histograms } from '../scoring/histogram';
import type { PairRow, SourceStatistics } from '../scoring/statistics';
import type { Corner, ShareInterval } from '../scoring/random-looking';
import type { WeightingId } from '../scoring/weightings';

export interface MatrixFigures {
  /** log det(I + Î). */
  readonly eci: number;
  /** tr Î, summed in float64 from the pair columns. */
  readonly trace: number;
  readonly lambda_max: number;
}

/** All figures of one source. `eci`, `trace`, `lambda_max` and `mean_weight` follow the chosen weighting. */
export interface SourceFigures extends MatrixFigures, SourceStatistics {
  /** Distinct query texts of its records. */
  readonly queries: number;
  /** Sampling units among them (`scoring/groups.ts`). */
  readonly units: number;
  readonly dimension: number;
  readonly eci_per_dim: number;
  /** The weightings summed at the temperature of these figures: the chosen one, and others once asked for. */
  readonly weightings: Readonly<Partial<Record<WeightingId, MatrixFigures>>>;
  /** The first pairs of the source in file order, for checking a report by hand. */
  readonly first_pairs: readonly PairRow[];
}

/** What the page shows of a source: its figures and the distributions of ρ, η, ψ and w. */
export interface SourceResult {
  readonly id: number;
  readonly name: string;
  readonly figures: SourceFigures;
  readonly histograms: Histograms;
}

/** Everything that changes a figure. */
export interface RunSettings {
  readonly tau: number;
  readonly weighting: WeightingId;
  readonly tokenizer: 'alphanumeric';
  readonly idf_corpus: 'pooled-documents';
  /** `shared`: sources of one setting are scored on the queries that all of them have, where these are enough. */
  readonly queries: 'shared' | 'all';
  /** What counts as one where a variance is estimated: `query`, `positive` (those that share one), or a column. */
  readonly group: UnitKind;
  /** Records sampled from each source, or null for all. */
  readonly sample: number | null;
  /** The first so many negatives of each record, or null for all. A record with fewer keeps what it has. */
  readonly negatives: number | null;
  readonly seed: number;
  /** Texts in one run of the encoder. */
  readonly batch_size: number;
  readonly normalise: boolean;
}

export interface IdfCorpusFigures {
  readonly mode: 'pooled-documents';
  /** M: distinct texts. */
  readonly texts: number;
  readonly distinct_tokens: number;
}

/** What a run cost. Times and rates differ from run to run; the counts do not. */
export interface RunCost {
  /** Distinct query and passage texts asked for. */
  readonly texts: number;
  /** Of those, texts whose embedding was in the cache. */
  readonly cached_texts: number;
  readonly encodes: number;
  readonly tokens: number;
  readonly padded_tokens: number;
  /** Where embeddings were kept, and what went wrong there. */
  readonly cache: CacheReport;
  readonly seconds: {
    readonly lexical: number;
    /** From the first batch to the last pair, with scoring. */
    readonly visit: number;
    /** Of that, time in which the encoder ran. */
    readonly encoder_busy: number;
    /** From the call of the run to its result: what the user waits. */
    readonly total: number;
  };
}

/** The cost of a run whose result is still to come. */
export type CostSoFar = Omit<RunCost, 'seconds'> & { readonly seconds: Omit<RunCost['seconds'], 'total'> };

/** Two sources of one setting, by their ids; `a` scores higher. */
export interface CertaintyPair {
  readonly a: number;
  readonly b: number;
  /** ECI of `a` less ECI of `b`. */
  readonly difference: number;
  /** Its interval, which holds for all pairs of the setting at once; null where there is none. */
  readonly low: number | null;
  readonly high: number | null;
  readonly status: 'separated' | 'not separated';
  /** Units in which the two differ at all. */
  readonly unlike_units: number;
  /** Queries that both sources have. The difference is paired on these. */
  readonly shared_queries: number;
}

/** How far a mean of a source lies beyond that of a reference, both by their ids. */
export interface FlagDistance {
  readonly source: number;
  readonly reference: number;
  readonly flag: Flag;
  /** Lower end of the distance, above 0 where the source is certainly beyond; null where there is no interval. */
  readonly low: number | null;
}

/** How certain the order of the sources is (docs/METHOD.md). */
export interface Certainty {
  /** Probability that all orders called in a setting are right, such as 0.95. */
  readonly level: number;
  /** How often the run was to look at its order: each look has an equal part of the error. */
  readonly looks: number;
  /** What is drawn together and counts as one, and how many of them the files have. */
  readonly units: { readonly kind: UnitKind; readonly count: number };
  readonly units_used: number;
  readonly queries_used: number;
  readonly queries_total: number;
  /** Records of all sources together. */
  readonly records_used: number;
  readonly records_total: number;
  /** Distinct texts asked for, and those that all records would ask for. */
  readonly encodes_used: number;
  readonly encodes_total: number;
  /** Intervals of the scores. */
  readonly scores: readonly {
    readonly source: number;
    /** Null below 30 effective units, and where the trace says nothing of the score. */
    readonly low: number | null;
    readonly high: number | null;
    readonly effective_units: number;
    /** Share of the unit that has most of the squared influences. */
    readonly largest_share: number;
  }[];
  readonly pairs: readonly CertaintyPair[];
  /** Of each source, each flag and each other reference. */
  readonly flags: readonly FlagDistance[];
}

/** What random passages would score: `control:random`, made of the passages of the run. */
export interface RandomBaseline extends MatrixFigures, AuditStatistics {
  /** Name of the source whose negatives were replaced. */
  readonly base: string;
  readonly seed: number;
  readonly records: number;
  readonly negatives: number;
}

/** Known positives among the negatives (docs/AUDIT.md). */
export interface Findings {
  /** By source: counts of pairs; null where a finding was not looked for. */
  readonly sources: readonly { readonly source: number; readonly counts: FindingCounts }[];
  /** Why a finding was not looked for; empty where all were. */
  readonly left_out: Readonly<Partial<Record<FindingId, string>>>;
}

/** The audit by pairs: what looks drawn at random, and what lies near the positive. No temperature enters it. */
export interface PairAudit {
  /** Where pairs of drawn passages lie; null with too few passages to draw from. */
  readonly corner: Corner | null;
  /** Share of drawn passages in the corner; null without one. */
  readonly random_share: number | null;
  readonly sources: readonly PairCounts[];
  /** Of each two sources of a setting, in both directions. */
  readonly shares: readonly {
    readonly source: number;
    readonly beside: number;
    /** The share of foreign pairs in `source` if `beside` has none; null where there is no interval. */
    readonly random: ShareInterval | null;
    readonly near_positive: ShareInterval | null;
  }[];
}

/** Counts over the scored pairs of a source. */
export interface PairCounts {
  readonly source: number;
  readonly pairs: number;
  /** In the corner; null without one. */
  readonly unrelated: number | null;
  /** Near the positive, copies of it included. */
  readonly near_positive: number;
  /** Of a text that far too many queries have, and those of them in the corner. */
  readonly stock: number;
  readonly stock_unrelated: number | null;
}

/** When the run was to end, and how it ended. */
export interface RunEnd {
  readonly rule: 'all' | 'certain' | 'long';
  /** Probability asked for that the order is right. */
  readonly level: number;
  readonly ended: 'all-records' | 'order-certain' | 'by-user';
}

/** Result of one run of the engine, before audit and ranking. */
export interface RunResult {
  readonly settings: RunSettings;
  readonly stop: RunEnd;
  /** Null where the embeddings came from the files. */
  readonly encoder: EncoderIdentity | null;
  readonly device: DeviceReport;
  readonly idf_corpus: IdfCorpusFigures;
  /** In load order. */
  readonly sources: readonly SourceResult[];
  /** Of the chosen temperature and weighting. */
  readonly certainty: Certainty;
  /** Of the chosen temperature and weighting; null with too few passages to draw from. */
  readonly random_baseline: RandomBaseline | null;
  readonly findings: Findings;
  /** Null where the texts of all files were not at hand at once. */
  readonly overlap: SourceOverlaps | null;
  readonly pair_audit: PairAudit;
  /** By source; null where the texts of all files were not at hand at once. */
  readonly file_findings: readonly (FileFindings & { readonly source: number })[] | null;
  readonly cost: RunCost;
}
