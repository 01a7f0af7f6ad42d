/** The experiments in the report, under the names of `golden/expected.json`. Sources stand under their names. */

import type {
  BootstrapPair,
  ControlFigures,
  ExperimentId,
  HybridFigures,
  MadeFigures,
  VariantId,
} from '../../experiments/types';
import type { AuditProfile, Flag } from '../../scoring/audit';
import type { WeightingId } from '../../scoring/weightings';
import type { Agreement, TrainedSource } from '../agreement';
import type { EncoderComparison } from './encoders';

/** Something of each source, by its name. */
type BySource<T> = Readonly<Record<string, T>>;

/** What an experiment was made with: with it, it can be made again. */
export interface ReportExperimentRun {
  readonly tau: number;
  readonly weighting: WeightingId;
  readonly seed: number;
  readonly settings: BySource<string>;
  readonly reference: readonly string[];
  readonly options: object;
  readonly seconds: number;
  /** Of them, while matrices were summed. */
  readonly sum_seconds: number;
}

/** What came of training on the sources, as the user gave it, and how it agrees with the score. */
export interface ReportDownstream {
  readonly datasets: readonly string[];
  readonly rows: readonly TrainedSource[];
  readonly agreement: Agreement;
}

/** Each part is there once its experiment was performed. */
export interface ReportExperiments {
  readonly runs: { readonly [K in ExperimentId]?: ReportExperimentRun };
  /** `tau=0.03`, `tokenizer=whitespace`, `idf=uniform`: one change at a time from the defaults. */
  readonly settings?: Readonly<
    Record<string, BySource<number> | BySource<{ readonly eci: number; readonly mean_psi: number }>>
  >;
  /** Every tokenizer with every corpus. */
  readonly lexical_grid?: readonly {
    readonly tokenizer: string;
    readonly idf: string;
    readonly sources: BySource<{ readonly eci: number; readonly mean_psi: number }>;
  }[];
  readonly c_sweep?: BySource<readonly { readonly c: number; readonly eci: number }[]>;
  readonly eigenvalues?: BySource<{
    readonly chosen: readonly number[];
    readonly uniform: readonly number[];
    readonly shrink_factor: number | null;
  }>;
  /** `safe`: null until the controls are there, and for scalars; of the trace it is that of the full weighting. */
  readonly weightings?: Readonly<
    Record<
      VariantId,
      {
        readonly reproduces_order: boolean;
        readonly safe: boolean | null;
        readonly blocks: BySource<boolean>;
        readonly scores: BySource<number>;
      }
    >
  >;
  readonly controls?: {
    readonly base: string;
    readonly seed: number;
    /** By name, such as `control:random`. */
    readonly sources: BySource<Omit<ControlFigures, 'control' | 'name'>>;
    readonly missing: BySource<string>;
    readonly ranking: readonly string[];
    readonly envelope: AuditProfile | null;
    readonly flags: BySource<readonly Flag[]>;
  };
  readonly mixing?: {
    readonly base: string;
    readonly seed: number;
    readonly steps: readonly (MadeFigures & { readonly share: number; readonly flags: readonly Flag[] })[];
  };
  readonly sample_size?: {
    readonly seed: number;
    readonly steps: readonly {
      readonly share: number;
      /** By setting: Spearman's rank agreement with all records. */
      readonly agreement: BySource<number | null>;
      readonly draws: number;
      /** By setting: draws with the order of all records. */
      readonly same_order: BySource<number>;
      readonly sources: BySource<{
        readonly records: number;
        readonly eci: number;
        readonly low: number;
        readonly high: number;
      }>;
    }[];
  };
  readonly bootstrap?: {
    readonly seed: number;
    readonly level: number;
    readonly resamples: number;
    readonly permutations: number;
    readonly queries: number;
    readonly intervals: BySource<{ readonly eci: number; readonly low: number; readonly high: number }>;
    readonly pairs: readonly ReportBootstrapPair[];
    /** Ends are null where too few queries are drawn for an interval. */
    readonly sequence: readonly {
      readonly drawn: number;
      readonly intervals: BySource<{ readonly low: number | null; readonly high: number | null }>;
    }[];
  };
  readonly hybrids?: BySource<ReportHybrid>;
  readonly downstream?: ReportDownstream;
  /** Where the session ranked with several encoders. */
  readonly encoders?: EncoderComparison;
}

export interface ReportBootstrapPair extends Omit<
  BootstrapPair,
  'a' | 'b' | 'permutationP' | 'sharedQueries'
> {
  readonly a: string;
  readonly b: string;
  readonly permutation_p: number;
  readonly shared_queries: number;
}

export interface ReportHybrid extends Omit<
  HybridFigures,
  'name' | 'a' | 'b' | 'withoutPartner' | 'sharedNegatives'
> {
  readonly setting: 'hybrid';
  readonly a: string;
  readonly b: string;
  readonly without_partner: { readonly a: number; readonly b: number };
  readonly shared_negatives: number;
}
