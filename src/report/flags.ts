/** The audit's flags in words: the figure, the reference value that it passes, what that means. */

import type { Certainty } from '../engine/result';
import type { SourceFigures } from '../engine/result';
import {
  AUDIT_STATISTICS,
  auditStatistic,
  countedFlags,
  type AuditProfile,
  type AuditStatistics,
  type Flag,
} from '../scoring/audit';
import type { FlagReading } from './result';
import { formatApart, formatPercent, formatStatistic, listInWords } from '../ui/words';

const MEANINGS: Readonly<Record<Flag, string>> = {
  rho: 'easier than any reference source',
  eta: 'nearer to the positive than to the query, more than in any reference source',
  psi: 'fewer words shared with the query than in any reference source',
  inversion: 'fewer negatives beat the positive than in any reference source',
};

/** `mean ρ at most 0.679, … and inversion rate at least 29.2 %`. */
export function rangeInWords(envelope: AuditProfile): string {
  const edges = AUDIT_STATISTICS.map((statistic) => {
    const { name, edge, outside } = statistic;
    return `${name} ${outside === 'above' ? 'at most' : 'at least'} ${formatStatistic(statistic, envelope[edge])}`;
  });
  return listInWords(edges);
}

/** Direction and distance in figures: `ρ 0.99 > 0.68`, `inversion 0.4 % < 29.2 %`. */
function flagInFigures(flag: Flag, statistics: AuditStatistics, envelope: AuditProfile): string {
  const { sign, outside } = auditStatistic(flag);
  const [value, limit] = valueAndLimit(flag, statistics, envelope, 2);
  return `${sign} ${value} ${outside === 'above' ? '>' : '<'} ${limit}`;
}

/** One sentence without its full stop: the statistic, its value, the reference value, what it means. */
export function flagInWords(flag: Flag, statistics: AuditStatistics, envelope: AuditProfile): string {
  const { name, outside } = auditStatistic(flag);
  const [value, limit] = valueAndLimit(flag, statistics, envelope, 3);
  const side = outside === 'above' ? 'above the largest' : 'below the smallest';
  return `${name} ${value} is ${side} reference value ${limit}: ${MEANINGS[flag]}`;
}

/**
 * The value of a source and the reference value that it passes, with enough decimals to tell them apart.
 * @param decimals of a mean, at least; a rate starts with one
 */
function valueAndLimit(
  flag: Flag,
  statistics: AuditStatistics,
  envelope: AuditProfile,
  decimals: number,
): [string, string] {
  const { key, edge, kind } = auditStatistic(flag);
  return kind === 'rate'
    ? formatApart(statistics[key], envelope[edge], formatPercent, 1)
    : formatApart(statistics[key], envelope[edge], (mean, places) => mean.toFixed(places), decimals);
}

/** A source with its figures, by its id. */
interface FlaggedSource {
  readonly id: number;
  readonly margin: boolean;
  readonly figures: SourceFigures;
}

/**
 * The flags of a source that count: beyond the range by more than the smallest effect. Where a margin under the judging encoder
 * left no inverted pair, that is no flag.
 * @param references ids of those that make the range; none where it was entered by hand
 */
export function flagReadings(
  { id, margin, figures }: FlaggedSource,
  profile: AuditProfile | null,
  references: readonly number[],
  { flags: distances }: Pick<Certainty, 'flags'>,
): FlagReading[] {
  if (profile === null) return [];
  return countedFlags(figures, profile).flatMap((flag): FlagReading[] => {
    if (flag === 'inversion' && margin && figures.inversion_rate === 0) return [];
    const certain = references.every((reference) =>
      distances.some(
        (each) =>
          each.source === id && each.reference === reference && each.flag === flag && (each.low ?? 0) > 0,
      ),
    );
    return [{ flag, words: flagInFigures(flag, figures, profile), certain }];
  });
}
