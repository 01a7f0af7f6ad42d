/** The paper's printed verdicts on weightings and controls (Tables gate_ablations, control_gates, audit). */

import type { AuditProfile, AuditStatistics, Flag } from '../../scoring/audit';
import type { ControlId } from '../../scoring/controls';
import type { WeightingId } from '../../scoring/weightings';

/** The encoders of the paper's controls, in the order of its columns. */
export const PAPER_ENCODERS = ['DistilBERT', 'E5-base', 'Contriever'] as const;

/** One row of Table gate_ablations. */
export interface PaperVariant {
  readonly id: WeightingId | 'trace' | 'mean-psi' | 'mean-rho' | 'mean-eta' | 'inversion-rate';
  /** By `PAPER_ENCODERS`; null outside the safety grid. */
  readonly safe: readonly [boolean, boolean, boolean] | null;
  /** Of six blocks, those in which it gives the order of the full score; null where the table has none. */
  readonly blocks: number | null;
  /** Pearson r with mean nDCG@10, averaged over the encoders; null where the table has none. */
  readonly nonHybridR: number | null;
  readonly hybridR: number | null;
}

type VariantRow = readonly [
  id: PaperVariant['id'],
  safe: PaperVariant['safe'],
  blocks: number | null,
  nonHybridR: number | null,
  hybridR: number | null,
];

const UNSAFE = [false, false, false] as const;

const VARIANT_ROWS: readonly VariantRow[] = [
  ['full', UNSAFE, 6, 0.93, 0.95],
  ['trace', UNSAFE, 6, 0.93, 0.95],
  ['drop-rho', UNSAFE, 6, 0.98, 0.97],
  ['drop-eta', UNSAFE, 6, 0.89, 0.92],
  ['drop-psi', UNSAFE, 4, 0.78, 0.85],
  ['mean-psi', null, 6, 0.96, 0.96],
  ['mean-rho', null, 0, 0.62, 0.69],
  ['mean-eta', null, 0, 0.12, 0.03],
  ['inversion-rate', null, 0, -0.58, -0.67],
  ['uniform', [false, true, false], 2, 0.61, 0.72],
  ['gradient', UNSAFE, 2, 0.14, 0.04],
  ['margin-hardness', null, 0, -0.55, -0.71],
  ['two-sided', UNSAFE, 2, -0.23, -0.29],
  ['two-sided-eta', UNSAFE, 0, -0.08, -0.14],
  ['symmetric-psi', UNSAFE, 2, 0.35, 0.24],
  ['symmetric-eta-psi', UNSAFE, null, null, null],
  ['clip-0.99', UNSAFE, null, null, null],
  ['clip-0.999', UNSAFE, null, null, null],
];

export const PAPER_VARIANTS: readonly PaperVariant[] = VARIANT_ROWS.map(
  ([id, safe, blocks, nonHybridR, hybridR]) => ({ id, safe, blocks, nonHybridR, hybridR }),
);

/** One row of Table control_gates: score and rank of fourteen, by `PAPER_ENCODERS`. */
export interface PaperControlRank {
  readonly source: string;
  readonly scores: readonly [number, number, number];
  readonly ranks: readonly [number, number, number];
}

export const PAPER_CONTROL_RANKS: readonly PaperControlRank[] = [
  { source: 'Easy shuffled', scores: [0.602, 0.444, 0.443], ranks: [1, 3, 4] },
  { source: 'Random passages', scores: [0.602, 0.444, 0.444], ranks: [3, 1, 3] },
  { source: 'False-negative control', scores: [0.395, 0.36, 0.5], ranks: [5, 5, 1] },
  { source: 'LLM, best real', scores: [0.261, 0.211, 0.181], ranks: [7, 7, 7] },
  { source: 'BM25, weakest real', scores: [0.128, 0.097, 0.067], ranks: [13, 13, 13] },
  { source: 'Corrupted own positive', scores: [0.064, 0.048, 0.034], ranks: [14, 14, 14] },
];

/** One row of Table audit: Contriever, 25,000 records. */
export interface PaperAuditRow extends AuditStatistics {
  readonly source: string;
  /** Null for a mined source; those set the envelope. */
  readonly control: ControlId | null;
  /** As printed. */
  readonly flags: readonly Flag[];
}

type AuditRow = readonly [
  source: string,
  control: ControlId | null,
  figures: readonly [rho: number, eta: number, psi: number, inversion: number],
  flags: readonly Flag[],
];

const ALL_FLAGS = ['rho', 'eta', 'psi', 'inversion'] as const;

const AUDIT_ROWS: readonly AuditRow[] = [
  ['BM25', null, [0.602, 0.352, 0.287, 0.378], []],
  ['Dense', null, [0.566, 0.443, 0.386, 0.423], []],
  ['LLM', null, [0.87, 0.375, 0.529, 0.083], []],
  ['BM25+Dense', null, [0.584, 0.398, 0.337, 0.4], []],
  ['BM25+LLM', null, [0.736, 0.364, 0.408, 0.23], []],
  ['Dense+LLM', null, [0.72, 0.409, 0.459, 0.251], []],
  ['Random passages', 'random', [0.994, 0.471, 0.943, 0], ALL_FLAGS],
  ['Easy shuffled', 'easy-shuffled', [0.994, 0.469, 0.944, 0], ALL_FLAGS],
  ['Mix random 100 %', 'mix-100', [0.993, 0.471, 0.943, 0.001], ALL_FLAGS],
  ['Mix random 75 %', 'mix-75', [0.915, 0.447, 0.812, 0.076], ALL_FLAGS],
  ['Mix random 50 %', 'mix-50', [0.798, 0.412, 0.615, 0.188], ['psi']],
  ['Mix random 25 %', 'mix-25', [0.68, 0.376, 0.418, 0.302], []],
  ['False-negative control', 'false-negative', [0.831, 0.753, 0.704, 0.116], ['eta', 'psi']],
  ['Corrupted own positive', 'own-positive', [0.551, 0.675, 0.273, 0.352], ['eta']],
];

export const PAPER_AUDIT: readonly PaperAuditRow[] = AUDIT_ROWS.map(
  ([source, control, [mean_rho, mean_eta, mean_psi, inversion_rate], flags]) => ({
    source,
    control,
    mean_rho,
    mean_eta,
    mean_psi,
    inversion_rate,
    flags,
  }),
);

/** The envelope as the caption of Table audit prints it. */
export const PAPER_ENVELOPE: AuditProfile = {
  mean_rho_max: 0.87,
  mean_eta_max: 0.443,
  mean_psi_max: 0.529,
  inversion_rate_min: 0.083,
};
