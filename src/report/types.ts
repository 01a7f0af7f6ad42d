/** The report's figures, under the names of SPEC.md and of `golden/expected.json`. */

import type { CacheReport } from '../encoder/cache/embedding-cache';
import type { DeviceReport, EncoderIdentity, EncoderSettings } from '../encoder/types';
import type {
  CompanionKind,
  FileCounts,
  FormatId,
  LabelChoice,
  LoadedCompanion,
  LoadOptions,
  PlaceKind,
  RefusedFile,
  Reject,
} from '../candidates/types';
import type { AuditProfile, Flag } from '../scoring/audit';
import type { Histograms } from '../scoring/histogram';
import type { PairRow, SourceStatistics } from '../scoring/statistics';
import type { WeightingId } from '../scoring/weightings';
import type { SnakeKeys } from './snake-case';

/** Figures of one information matrix. */
export interface MatrixFigures {
  /** log det(I + Î). */
  readonly eci: number;
  /** tr Î, summed in float64 from the pair columns. */
  readonly trace: number;
  readonly lambda_max: number;
}

/** All figures of one source. `eci`, `trace`, `lambda_max` and `mean_weight` follow the chosen weighting. */
export interface SourceFigures extends MatrixFigures, SourceStatistics {
  readonly dimension: number;
  readonly eci_per_dim: number;
  readonly weightings: Readonly<Record<WeightingId, MatrixFigures>>;
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
  /** Records sampled from each source, or null for all. */
  readonly sample: number | null;
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
  /** Distinct token sequences encoded. */
  readonly encodes: number;
  readonly tokens: number;
  readonly padded_tokens: number;
  /** Where embeddings were kept, and what was wrong with it. */
  readonly cache: CacheReport;
  readonly seconds: {
    readonly lexical: number;
    /** From the first batch to the last pair, scoring included. */
    readonly visit: number;
    /** Of that, time in which a run of the encoder was under way. */
    readonly encoder_busy: number;
    readonly total: number;
  };
}

/** Result of one run of the engine, before audit and ranking. */
export interface RunResult {
  readonly settings: RunSettings;
  /** Null where the embeddings came from the files. */
  readonly encoder: EncoderIdentity | null;
  readonly device: DeviceReport;
  readonly idf_corpus: IdfCorpusFigures;
  /** In load order. */
  readonly sources: readonly SourceResult[];
  readonly cost: RunCost;
}

/** What a source's file was read with: another choice may give other records. */
export interface ReportReading {
  readonly format: FormatId;
  readonly label: LabelChoice;
  readonly top_k: number | null;
  readonly mapping: SnakeKeys<NonNullable<LoadOptions['mapping']>> | null;
  readonly sample: LoadOptions['sample'];
}

export interface ReportSource extends SourceFigures {
  readonly file: string;
  /** What tells this source from others of its file; null where the whole file is one source. */
  readonly label: string | null;
  readonly format: string;
  readonly reading: ReportReading;
  readonly setting: string;
  readonly place_kind: PlaceKind;
  readonly rejected: number;
  readonly file_counts: SnakeKeys<FileCounts>;
  /** Records loaded from the file; `records` is the number scored, fewer where a sample was taken. */
  readonly records_loaded: number;
  readonly median_k: number;
}

/** The encoder of a run, its settings named as in the rest of the report. */
export type ReportEncoder = Omit<EncoderIdentity, 'settings'> & {
  readonly settings: SnakeKeys<EncoderSettings>;
};

/** The exported report. */
export interface Report {
  readonly schema_version: 1;
  readonly negscope: { readonly version: string; readonly libraries: Readonly<Record<string, string>> };
  readonly created: string;
  readonly settings: RunSettings;
  readonly encoder: ReportEncoder | { readonly name: 'embeddings in the files'; readonly dimension: number };
  readonly device: DeviceReport;
  readonly idf_corpus: IdfCorpusFigures;
  readonly sources: Readonly<Record<string, ReportSource>>;
  readonly audit: {
    readonly reference: readonly string[];
    readonly envelope: AuditProfile | null;
    readonly flags: Readonly<Record<string, readonly Flag[]>>;
  };
  readonly ranking: readonly string[];
  readonly files: readonly ReportFile[];
  readonly rejects: readonly SnakeKeys<Reject>[];
  readonly cost: RunCost;
}

/** What is said of a companion file. */
export type ReportCompanion = Pick<
  SnakeKeys<LoadedCompanion>,
  'file' | 'kind' | 'words' | 'read' | 'entries' | 'rejected' | 'blank_lines'
>;

/**
 * What became of one file that was dropped. A loaded one is there once for each of its ranked sources; one that was
 * loaded and not ranked is left out.
 */
export type ReportFile =
  | {
      readonly file: string;
      readonly status: 'loaded';
      readonly source: string;
      /** A file loaded before whose bytes are the same; null where there is none. */
      readonly same_as: string | null;
    }
  | ({ readonly status: 'companion' } & ReportCompanion)
  | {
      readonly file: string;
      readonly status: 'waiting';
      readonly message: string;
      readonly needs: readonly { readonly kind: CompanionKind; readonly example: string }[];
    }
  | ({ readonly status: 'refused' } & SnakeKeys<RefusedFile>)
  | { readonly file: string; readonly status: 'not-read' };
