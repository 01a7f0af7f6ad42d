/** The result of a run: figures (under the names of the report and of `golden/expected.json`), settings and cost. */

import type { SourceOverlaps } from '../candidates/overlaps';
import type { DeviceReport, EncoderIdentity } from '../encoder/types';
import type { Flag } from '../scoring/audit';
import type { FileFindings } from '../scoring/file-findings';
import type { FindingCounts, FindingId } from '../scoring/findings';
import type { UnitKind } from '../scoring/groups';
import type { Histograms } from '../scoring/histogram';
import type { Corner, ShareInterval } from '../scoring/random-looking';
import type { IdfCorpusFigures, RandomBaseline, RunCost, RunEnd, RunSettings, SourceFigures } from './result';

/** What the page shows of a source: its figures and the distributions of ρ, η, ψ and w. */
export interface SourceResult {
  readonly id: number;
  readonly name: string;
  readonly figures: SourceFigures;
  readonly histograms: Histograms;
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
