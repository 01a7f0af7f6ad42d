/** The audit report: what was measured of the sources, against what, and which pairs stand out. */

import type { CleanedMember } from '../../candidates/api';
import type { OpenShare } from '../../judge/hypergeometric';
import type { AuditProfile, Flag } from '../../scoring/audit';
import type { FindingCounts, FindingId } from '../../scoring/findings';
import type { Histograms } from '../../scoring/histogram';
import type { Retention } from '../../scoring/retention';
import type { ReportFalseNegatives, Finding, FindingId as FoundId, Report, ReportSource } from '../result';

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

/** What was decided of the pairs of a source, and what it changes. */
export interface Decided {
  readonly kept: number;
  readonly dropped: number;
  readonly false_negatives: number;
  /** Pairs that leave the cleaned file, and records that lose all their negatives. */
  readonly removed: number;
  readonly emptied: number;
  /** The score without them; null where none leaves, or nothing is left. */
  readonly eci_without: number | null;
  /**
   * Share of the pairs that stay which answer their query, with its 95 % interval: worked out from the judged pairs, not
   * judged afresh. Null where it is not known.
   */
  readonly answers_left: OpenShare | null;
  /** Findings of the file that its cleaned file no longer has. */
  readonly out: readonly FoundId[];
}

/** Whether the page was sealed while the report was made, and requests to other origins that it sent or refused. */
interface Sealed {
  readonly state: 'checking' | 'sealed' | 'open';
  readonly sent: number;
  readonly refused: number;
}

/** What the page adds to the run's own report. */
export interface AuditAdditions extends Pick<
  AuditReport,
  | 'place'
  | 'sealed'
  | 'answers_at_most'
  | 'rules'
  | 'cleaned'
  | 'retention'
  | 'texts_included'
  | 'pairs_in_all'
  | 'pairs'
> {
  /** Distributions of each source, by name. */
  readonly histograms: Readonly<Record<string, Histograms>>;
  /** By name of the source. */
  readonly decided: Readonly<Record<string, Decided>>;
}

/** Pairs that leave for one reason. */
export interface Rule {
  /** Who set it, or the limit. */
  readonly rule: string;
  /** Distinct pairs; null where they are not counted. */
  readonly distinct: number | null;
  readonly pairs: number;
}

export interface AuditedSource extends Omit<ReportSource, 'reading'> {
  readonly reference: boolean;
  readonly flags: readonly Flag[];
  /** Null where the source has none. */
  readonly rank: string | null;
  /** The verdict in words. */
  readonly reading: string;
  /** 95 % interval of the score; an end is null where there is none. */
  readonly low: number | null;
  readonly high: number | null;
  /** Null where nothing was marked. */
  readonly decided: Decided | null;
  readonly findings: FindingCounts | null;
  /** What was found, the worst first. */
  readonly found: readonly Finding[];
  readonly histograms: Histograms | null;
}

export interface AuditReport extends Pick<
  Report,
  | 'negscope'
  | 'created'
  | 'out_of_date'
  | 'settings'
  | 'encoder'
  | 'idf_corpus'
  | 'ranking'
  | 'files'
  | 'findings_left_out'
> {
  readonly schema_version: 1;
  readonly kind: 'negscope-audit';
  /** The address inside the page at which it was made: tab, filter, limit. */
  readonly place: string;
  readonly headline: string;
  /** Whole sentences that call for caution. */
  readonly cautions: readonly string[];
  readonly sealed: Sealed;
  readonly queries: number;
  /** Null where no pair was judged. */
  readonly false_negatives: ReportFalseNegatives | null;
  /** From this share of answers on a source should not be trained on: the user's choice. */
  readonly answers_at_most: number;
  /** Null where nobody looked for shortcuts. */
  readonly shortcuts: NonNullable<Report['shortcuts']> | null;
  /** What leaves the files, a rule each. */
  readonly rules: readonly Rule[];
  /** The cleaned files that were saved, while the same pairs would leave; null where none were. */
  readonly cleaned: readonly CleanedMember[] | null;
  /** What was kept of the sources: by checks before the run, then in the cleaned files. */
  readonly retention: readonly Retention[];
  /** Titles of findings that nobody looked for. */
  readonly not_looked_for: readonly string[];
  /** The references without a `stop`. */
  readonly reference: readonly string[];
  /** True where the range was entered by hand. */
  readonly entered: boolean;
  readonly envelope: AuditProfile | null;
  readonly sources: Readonly<Record<string, AuditedSource>>;
  /** True where the user wanted texts in the report. */
  readonly texts_included: boolean;
  /** Pairs with a finding or a mark; `pairs` holds the first of them, the most suspicious first. */
  readonly pairs_in_all: number;
  readonly pairs: readonly ListedPair[];
}
