/** The audit report: what was measured of the sources, against what, and which pairs stand out. */

import type { Findings, RunSettings } from '../../engine/results';
import type { AuditProfile, Flag } from '../../scoring/audit';
import type { FindingCounts, FindingId } from '../../scoring/findings';
import type { Histograms } from '../../scoring/histogram';
import type { Report, ReportSource } from '../types';

/** Texts of a pair, where the user wants them in the report. */
export interface PairTexts {
  readonly query: string;
  readonly positive: string;
  readonly negative: string;
}

export interface ListedPair {
  readonly source: string;
  /** Record of the source, and the negative's position in it, from 1. */
  readonly record: number;
  readonly position: number;
  /** Line, element or row of the record in its file, from 1. */
  readonly place: number;
  readonly query_id: string | null;
  readonly rho: number;
  readonly eta: number;
  readonly psi: number;
  readonly cos_positive: number;
  readonly findings: readonly FindingId[];
  readonly mark: 'keep' | 'drop' | 'false-negative' | null;
  readonly note: string | null;
  /** Null where the user did not want texts in the report. */
  readonly texts: PairTexts | null;
}

/** What the page adds to the run's own report. */
export interface AuditAdditions {
  /** Distributions of each source, by name. */
  readonly histograms: Readonly<Record<string, Histograms>>;
  /** Pairs with a finding or a mark, the most suspicious first. */
  readonly pairs: readonly ListedPair[];
  /** How many there are in all; `pairs` holds the first of them. */
  readonly pairsInAll: number;
  readonly texts: boolean;
}

/** Fields of a source in the run's report that the audit report takes over. */
export const AUDITED_FIELDS = [
  'file',
  'place_kind',
  'setting',
  'records',
  'negatives',
  'eci',
  'mean_rho',
  'mean_eta',
  'mean_psi',
  'mean_coverage',
  'inversion_rate',
  'ambiguity',
  'buckets',
  'counts',
] as const;

export type AuditedFields = Pick<ReportSource, (typeof AUDITED_FIELDS)[number]>;

/** One source of the audit report. */
export interface AuditedSource extends AuditedFields {
  readonly reference: boolean;
  readonly flags: readonly Flag[];
  readonly reading: string;
  readonly findings: FindingCounts | null;
  readonly by_pairs: Report['audit']['pairs'][string] | null;
  readonly histograms: Histograms | null;
}

export interface AuditReport extends Pick<
  Report,
  'negscope' | 'created' | 'out_of_date' | 'encoder' | 'idf_corpus'
> {
  readonly schema_version: 1;
  readonly kind: 'negscope-audit';
  readonly settings: RunSettings;
  readonly headline: string;
  readonly audited: boolean;
  readonly reference: readonly string[];
  readonly envelope: AuditProfile | null;
  readonly sources: Readonly<Record<string, AuditedSource>>;
  readonly findings_left_out: Findings['left_out'];
  /** True where the user wanted texts in the report. */
  readonly texts_included: boolean;
  readonly pairs_in_all: number;
  readonly pairs: readonly ListedPair[];
}
