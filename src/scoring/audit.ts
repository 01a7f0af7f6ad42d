/**
 * The audit (paper, Section "Negative-Source Controls", Table audit; SPEC.md, "Audit"): the gate
 * statistics of a source against the range of the reference sources.
 */

/** The four audit statistics of one source. */
export interface AuditStatistics {
  readonly mean_rho: number;
  readonly mean_eta: number;
  readonly mean_psi: number;
  readonly inversion_rate: number;
}

/** The envelope: largest reference means, smallest reference inversion rate. */
export interface AuditProfile {
  readonly mean_rho_max: number;
  readonly mean_eta_max: number;
  readonly mean_psi_max: number;
  readonly inversion_rate_min: number;
}

export type Flag = 'rho' | 'eta' | 'psi' | 'inversion';

/**
 * True where an audit can say anything: at least one source is a reference, and at least one is held against it.
 * @param references whether each source is a reference
 */
export function isAudited(references: readonly boolean[]): boolean {
  return references.includes(true) && references.includes(false);
}

/** Envelope of the reference sources; null where there is none. */
export function envelope(references: readonly AuditStatistics[]): AuditProfile | null {
  if (references.length === 0) return null;
  return {
    mean_rho_max: Math.max(...references.map((s) => s.mean_rho)),
    mean_eta_max: Math.max(...references.map((s) => s.mean_eta)),
    mean_psi_max: Math.max(...references.map((s) => s.mean_psi)),
    inversion_rate_min: Math.min(...references.map((s) => s.inversion_rate)),
  };
}

/** Flags of a source against an envelope. Strict: a source on the edge, so every reference source, has none. */
export function auditFlags(source: AuditStatistics, profile: AuditProfile | null): Flag[] {
  if (profile === null) return [];
  const flags: Flag[] = [];
  if (source.mean_rho > profile.mean_rho_max) flags.push('rho');
  if (source.mean_eta > profile.mean_eta_max) flags.push('eta');
  if (source.mean_psi > profile.mean_psi_max) flags.push('psi');
  if (source.inversion_rate < profile.inversion_rate_min) flags.push('inversion');
  return flags;
}
