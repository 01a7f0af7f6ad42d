/**
 * The audit (paper, Section "Negative-Source Controls", Table audit; docs/METHOD.md): compares the gate statistics of
 * a source with the range of the reference sources.
 */

import { gateMeans, GATES, type GateId, type GateMeans } from './pair-gates';

export interface AuditStatistics extends GateMeans {
  readonly inversion_rate: number;
}

/** The envelope: largest reference means, smallest reference inversion rate. */
export interface AuditProfile extends Readonly<Record<`mean_${GateId}_max`, number>> {
  readonly inversion_rate_min: number;
}

export function auditStatisticsOf(figures: AuditStatistics): AuditStatistics {
  return { ...gateMeans((id) => figures[`mean_${id}`]), inversion_rate: figures.inversion_rate };
}

export type Flag = GateId | 'inversion';

const statisticOf = ({ id, sign }: (typeof GATES)[number]) =>
  ({
    flag: id,
    sign,
    name: `mean ${sign}`,
    key: `mean_${id}`,
    edge: `mean_${id}_max`,
    outside: 'above',
    kind: 'mean',
  }) as const;

/** In the order of the tables: the place of each in the figures, how it is written, and which side of the edge is outside. */
export const AUDIT_STATISTICS = [
  ...GATES.map(statisticOf),
  {
    flag: 'inversion',
    sign: 'inversion',
    name: 'inversion rate',
    key: 'inversion_rate',
    edge: 'inversion_rate_min',
    outside: 'below',
    kind: 'rate',
  },
] as const;

export const FLAGS: readonly Flag[] = AUDIT_STATISTICS.map(({ flag }) => flag);

export function auditStatistic(flag: Flag) {
  return AUDIT_STATISTICS.find((one) => one.flag === flag) as (typeof AUDIT_STATISTICS)[number];
}

/** Envelope of the reference sources; null where there is none. */
export function envelope(references: readonly AuditStatistics[]): AuditProfile | null {
  if (references.length === 0) return null;
  const edges = AUDIT_STATISTICS.map(({ key, edge, outside }) => {
    const values = references.map((source) => source[key]);
    return [edge, outside === 'above' ? Math.max(...values) : Math.min(...values)] as const;
  });
  return Object.fromEntries(edges) as unknown as AuditProfile;
}

/** The smallest distance to a reference value that counts. Below it a source is level with the reference, however certain it is. */
export const SMALLEST_EFFECT = 0.005;

/**
 * Flags of a source that lies beyond an envelope. Strict: a source on the edge, as every reference is, has none.
 * @param least distance from the edge from which one counts
 */
export function auditFlags(source: AuditStatistics, profile: AuditProfile | null, least = 0): Flag[] {
  if (profile === null) return [];
  return AUDIT_STATISTICS.filter(({ key, edge, outside }) => {
    const beyond = (source[key] - profile[edge]) * (outside === 'above' ? 1 : -1);
    return beyond > 0 && beyond >= least;
  }).map(({ flag }) => flag);
}
