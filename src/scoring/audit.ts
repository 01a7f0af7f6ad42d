/**
 * The audit (paper, Section "Negative-Source Controls", Table audit; docs/AUDIT.md): compares the gate statistics of
 * a source with the range of the reference sources.
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
 * One of the four audit statistics: its place in the figures, how it is written, and which side of the edge is
 * outside.
 */
export interface AuditStatistic {
  readonly flag: Flag;
  /** `ρ`, `inversion`. */
  readonly sign: string;
  /** `mean ρ`, `inversion rate`. */
  readonly name: string;
  readonly key: keyof AuditStatistics;
  readonly edge: keyof AuditProfile;
  readonly outside: 'above' | 'below';
  /** A rate is written in per cent. */
  readonly kind: 'mean' | 'rate';
}

function gateMean(gate: 'rho' | 'eta' | 'psi', sign: string): AuditStatistic {
  const [key, edge] = [`mean_${gate}`, `mean_${gate}_max`] as const;
  return { flag: gate, sign, name: `mean ${sign}`, key, edge, outside: 'above', kind: 'mean' };
}

const STATISTICS: Readonly<Record<Flag, AuditStatistic>> = {
  rho: gateMean('rho', 'ρ'),
  eta: gateMean('eta', 'η'),
  psi: gateMean('psi', 'ψ'),
  inversion: {
    flag: 'inversion',
    sign: 'inversion',
    name: 'inversion rate',
    key: 'inversion_rate',
    edge: 'inversion_rate_min',
    outside: 'below',
    kind: 'rate',
  },
};

/** In the order of the tables. */
export const AUDIT_STATISTICS: readonly AuditStatistic[] = Object.values(STATISTICS);

export const FLAGS: readonly Flag[] = AUDIT_STATISTICS.map(({ flag }) => flag);

export function auditStatistic(flag: Flag): AuditStatistic {
  return STATISTICS[flag];
}

/**
 * True where an audit is possible: at least one source is a reference and at least one is not.
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

/**
 * The smallest distance to a reference value that counts, of a mean of a gate and of the inversion rate: half a point in a
 * hundred. Below it a source is level with the reference, however certain the distance.
 */
export const SMALLEST_EFFECT = 0.005;

/** True where a statistic is beyond its reference value by less than {@link SMALLEST_EFFECT}. */
export function isLevel(flag: Flag, source: AuditStatistics, profile: AuditProfile): boolean {
  const { key, edge } = STATISTICS[flag];
  return Math.abs(source[key] - profile[edge]) < SMALLEST_EFFECT;
}

/** Flags of a source against an envelope. Strict: a source on the edge, as every reference is, has none. */
export function auditFlags(source: AuditStatistics, profile: AuditProfile | null): Flag[] {
  if (profile === null) return [];
  return AUDIT_STATISTICS.filter(({ key, edge, outside }) =>
    outside === 'above' ? source[key] > profile[edge] : source[key] < profile[edge],
  ).map(({ flag }) => flag);
}
