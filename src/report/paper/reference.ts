/** The paper as a data set: its scores beside its nDCG@10, and its audit table through our audit. */

import { auditFlags, envelope, type AuditProfile, type Flag } from '../../scoring/audit';
import { agreementOf, type Agreement, type TrainedSource } from '../agreement';
import { PAPER_AUDIT, type PaperAuditRow } from './ablations';
import { BEIR_DATASETS, PAPER_SOURCES } from './sources';

/** Pearson's r of the full score as the paper prints it; its own tables give other figures. */
export const PRINTED_R: Readonly<Record<string, number>> = { 'non-hybrid': 0.93, hybrid: 0.95 };

/** Score over the whole file and mean nDCG@10, as printed. */
export const PAPER_TRAINED: readonly TrainedSource[] = PAPER_SOURCES.map(
  ({ encoder, setting, source, eci, ndcg, meanNdcg }) => ({
    encoder,
    setting,
    source,
    score: eci,
    metrics: ndcg,
    mean: meanNdcg,
  }),
);

/** The paper's agreement of score and training, computed from its printed tables. */
export function paperAgreement(): Agreement {
  return agreementOf(PAPER_TRAINED, BEIR_DATASETS);
}

/** A row of the paper's audit table with the flags that our audit gives it. */
export interface AuditedPaperRow extends PaperAuditRow {
  readonly computed: readonly Flag[];
}

/** The paper's audit table through our audit: mined sources set the envelope. */
export function paperAudit(): {
  readonly profile: AuditProfile | null;
  readonly rows: readonly AuditedPaperRow[];
} {
  const profile = envelope(PAPER_AUDIT.filter(({ control }) => control === null));
  return { profile, rows: PAPER_AUDIT.map((row) => ({ ...row, computed: auditFlags(row, profile) })) };
}
