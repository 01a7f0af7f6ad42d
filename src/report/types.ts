/** The exported report, with the names of `golden/expected.json`. */

import type { DeviceReport, EncoderIdentity, EncoderSettings } from '../encoder/types';
import type {
  Certainty,
  CertaintyPair,
  Findings,
  FlagDistance,
  PairAudit,
  PairCounts,
  IdfCorpusFigures,
  RunCost,
  RunEnd,
  RunSettings,
  SourceFigures,
  RandomBaseline,
} from '../engine/results';
import type { Reject } from '../candidates/candidate-record';
import type { FileCounts, LoadedCompanion, LoadedSource, RefusedFile } from '../candidates/outcomes';
import type { FieldRoles, ReadingWarning, LabelChoice, LoadOptions } from '../candidates/reading';
import type { CompanionKind, FormatId } from '../candidates/formats/catalogue';
import type { SourceOverlaps } from '../candidates/overlaps';
import type { AuditProfile, Flag } from '../scoring/audit';
import type { FileFindings } from '../scoring/file-findings';
import type { FindingCounts } from '../scoring/findings';
import type { OverlapCounts } from '../scoring/overlap';
import type { Histograms } from '../scoring/histogram';
import type { Retention } from '../scoring/retention';
import type { Corner } from '../scoring/random-looking';
import type { ReportFalseNegatives } from './false-negatives';
import type { Finding, FindingId } from './findings';
import type { FlagReading } from './flags';
import type { PreflightCheck } from './preflight';
import type { ReportShortcut } from './shortcuts';
import type { SnakeKeys } from './snake-case';
import type { Unranked } from './verdict';

/** How a source's file was read. Another choice may give other records. */
export interface ReportReading {
  readonly format: FormatId;
  readonly label: LabelChoice;
  readonly top_k: number | null;
  /** The role of each field, and which fields were ignored. */
  readonly mapping: SnakeKeys<FieldRoles>;
  readonly sample: LoadOptions['sample'];
  /** Signs of a wrong reading: the source has no rank, unless `as_meant`. */
  readonly signs: readonly ReadingWarning[];
  /** True where the user says that it was read as it is meant. */
  readonly as_meant: boolean;
  /** True where the user looked at its pairs and ranks it, whatever statistics say of random passages. */
  readonly looked_at?: boolean;
  /** True where it was mined with a margin under the run's encoder: then no inverted pair is no flag. */
  readonly mined_with_margin?: boolean;
}

export interface ReportSource extends SourceFigures {
  readonly file: string;
  /** The label that sets this source apart from others of its file; null where the whole file is one source. */
  readonly label: string | null;
  readonly format: string;
  readonly reading: ReportReading;
  readonly setting: string;
  readonly place_kind: LoadedSource['placeKind'];
  readonly rejected: number;
  readonly file_counts: SnakeKeys<FileCounts>;
  /** Records loaded from the file; `records` is the number scored, fewer where a sample was taken. */
  readonly records_loaded: number;
  /**
   * `sample` where a sample was read or scored, or the run stopped early; `shared-queries` where records of queries that not
   * all sources of the setting have were left out. All figures of the source are of these records.
   */
  readonly figures_of: 'all-records' | 'sample' | 'shared-queries';
  readonly median_k: number;
  readonly k_of_most: number;
}

/** The encoder of a run, its settings named as in the rest of the report. */
export type ReportEncoder = Omit<EncoderIdentity, 'settings'> & {
  readonly settings: SnakeKeys<EncoderSettings>;
};

/** How certain the order is, with sources by name. */
export type ReportCertainty = Omit<Certainty, 'scores' | 'pairs' | 'flags'> & {
  readonly scores: Readonly<Record<string, Omit<Certainty['scores'][number], 'source'>>>;
  readonly pairs: readonly (Omit<CertaintyPair, 'a' | 'b'> & { readonly a: string; readonly b: string })[];
  readonly flags: readonly (Omit<FlagDistance, 'source' | 'reference'> & {
    readonly source: string;
    readonly reference: string;
  })[];
};

export interface ReportVerdict {
  /** `1`, or `1–2` where several ranks are possible; null where the source has none. */
  readonly rank: string | null;
  readonly unranked: Unranked | null;
  /** The worst first. */
  readonly findings: readonly Finding[];
  /** Means outside the range. */
  readonly flags: readonly FlagReading[];
  /** The first source with the same pairs; null where it is the only one, or the first. */
  readonly same_pairs_as: string | null;
  /** False where nobody could look for random passages. */
  readonly random_looked_for: boolean;
  /** The verdict in words, as in the page's table. */
  readonly reading: string;
}

/** The program, browser and machine of a run. */
export interface Provenance {
  readonly negscope: {
    readonly version: string;
    /** Commit that the page was built from; null where the build had no git. */
    readonly commit: string | null;
    /** True where the build's files differed from that commit. */
    readonly modified: boolean | null;
    readonly libraries: Readonly<Record<string, string>>;
  };
  readonly environment: {
    readonly browser: string;
    readonly system: string;
    readonly user_agent: string;
    /** Null in a browser. */
    readonly terminal: Terminal | null;
  };
}

/** Added to the report by `negscope rank`. */
export interface Terminal {
  readonly node: string;
  readonly system: string;
}

export interface Report extends Provenance {
  readonly schema_version: 4;
  readonly created: string;
  /** The score's formula with the weight of this run, and the version of the paper. */
  readonly formula: string;
  /** True where files or settings were changed after the run: another one would give other figures. */
  readonly out_of_date: boolean;
  readonly settings: RunSettings;
  readonly stop: RunEnd;
  readonly encoder: ReportEncoder | { readonly name: 'embeddings in the files'; readonly dimension: number };
  readonly device: DeviceReport;
  readonly idf_corpus: IdfCorpusFigures;
  readonly sources: Readonly<Record<string, ReportSource>>;
  /** What random passages would score; not a source, and in no ranking. Null with too few to draw from. */
  readonly yardstick: RandomBaseline | null;
  /** By source: pairs whose negative is a known positive, or nearly one; null where that was not looked for. */
  readonly findings: Readonly<Record<string, FindingCounts>>;
  /** Why a finding was not looked for; empty where all were. */
  readonly findings_left_out: Findings['left_out'];
  /** By source: what is wrong with the negatives of its whole file. Null in a report that is merged from shards. */
  readonly file_findings: Readonly<Record<string, FileFindings>> | null;
  /** What the files have in common; a pair counts by its query and its negative. Null in a report that is merged from shards. */
  readonly overlap: {
    readonly sources: Readonly<Record<string, OverlapCounts>>;
    /** Of every two sources, what both have. */
    readonly common: readonly ({ readonly a: string; readonly b: string } & OverlapCounts)[];
    readonly shared: SourceOverlaps['shared'];
  } | null;
  readonly audit: {
    /** Ticked sources. */
    readonly reference: readonly string[];
    /** Those of them that make the range: none with a `stop`. */
    readonly reference_left: readonly string[];
    /** Present where the envelope was entered by hand. */
    readonly entered?: boolean;
    /** Of all ticked references, as the paper has it; or entered. */
    readonly envelope: AuditProfile | null;
    /** Of the references that are left: what the verdict goes by. */
    readonly range: AuditProfile | null;
    /** By the paper's strict comparison with the envelope. */
    readonly flags: Readonly<Record<string, readonly Flag[]>>;
    /** Where pairs of drawn passages lie, and what share of them; null with too few passages to draw from. */
    readonly corner: Corner | null;
    readonly random_share: number | null;
    readonly pairs: Readonly<Record<string, Omit<PairCounts, 'source'>>>;
    readonly shares: readonly (Omit<PairAudit['shares'][number], 'source' | 'beside'> & {
      readonly source: string;
      readonly beside: string;
    })[];
  };
  /** By score alone, highest first. Who ranks first is in `verdict`. */
  readonly ranking: readonly string[];
  readonly certainty: ReportCertainty;
  readonly verdict: {
    readonly headline: string;
    readonly detail: readonly string[];
    /** Findings that nobody looked for in any source. */
    readonly not_looked_for: readonly FindingId[];
    readonly sources: Readonly<Record<string, ReportVerdict>>;
  };
  /** Present where it was looked for: by source, AUC of telling negatives from positives without the query. */
  readonly shortcuts?: Readonly<Record<string, ReportShortcut>>;
  /** Present where pairs were judged. */
  readonly false_negatives?: ReportFalseNegatives;
  /** The findings that need no encoder, always in one order. Absent in a report that is merged from shards. */
  readonly preflight?: readonly PreflightCheck[];
  /** Present where checks before the run left something out of the files: a row for each cure of each source. */
  readonly retention?: readonly Retention[];
  readonly files: readonly ReportFile[];
  readonly rejects: readonly SnakeKeys<Reject>[];
  readonly cost: RunCost;
  /** Present where the report is merged from shards. */
  readonly merged?: MergedReport;
}

/** What a report that is merged from shards has besides. */
export interface MergedReport {
  readonly parts: number;
  readonly shards: number;
  /** As the user named it; null where nobody did. */
  readonly encoder: string | null;
  /** SHA-256 of the IDF table. */
  readonly idf: string;
  /** What needs the texts of all shards at once and is not in the report. */
  readonly left_out: readonly string[];
  readonly histograms: Readonly<Record<string, Histograms>>;
}

/** What the report says of a companion file. */
export type ReportCompanion = Pick<
  SnakeKeys<LoadedCompanion>,
  'file' | 'bytes' | 'kind' | 'words' | 'read' | 'entries' | 'rejected' | 'blank_lines'
> & { readonly sha256: string | null };

/**
 * What became of a dropped file. A loaded one is listed once for each of its ranked sources, and not at all if none
 * was ranked.
 */
export type ReportFile =
  | {
      readonly file: string;
      readonly status: 'loaded';
      readonly source: string;
      readonly bytes: number;
      /** Null where the file could no longer be read. */
      readonly sha256: string | null;
      /** An earlier file with the same bytes; null where there is none. */
      readonly same_as: string | null;
    }
  | ({ readonly status: 'companion' } & ReportCompanion)
  | {
      readonly file: string;
      readonly status: 'waiting';
      readonly message: string;
      readonly needs: readonly { readonly kind: CompanionKind; readonly example: string }[];
    }
  | ({ readonly status: 'refused' } & SnakeKeys<Omit<RefusedFile, 'summary' | 'list' | 'asks'>>)
  | { readonly file: string; readonly status: 'not-read' };
