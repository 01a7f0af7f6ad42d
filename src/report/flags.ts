/** The audit's flags in words: the figure, and the reference value that it passes. */

import type { Certainty, SourceFigures } from '../engine/result';
import {
  AUDIT_STATISTICS,
  auditFlags,
  auditStatistic,
  SMALLEST_EFFECT,
  type AuditProfile,
  type AuditStatistics,
  type Flag,
} from '../scoring/audit';
import type { FlagReading } from './result';
import { formatApart, formatMean, formatPercent, listInWords } from '../ui/words';

/** `mean ρ at most 0.679, … and inversion rate at least 29.2 %`. */
export function rangeInWords(envelope: AuditProfile): string {
  const edges = AUDIT_STATISTICS.map(({ name, edge, outside, kind }) => {
    const bound = kind === 'rate' ? formatPercent(envelope[edge]) : formatMean(envelope[edge]);
    return `${name} ${outside === 'above' ? 'at most' : 'at least'} ${bound}`;
  });
  return listInWords(edges);
}

/** Direction and distance in figures: `ρ 0.99 > 0.68`, `inversion 0.4 % < 29.2 %`. */
function flagInFigures(flag: Flag, statistics: AuditStatistics, envelope: AuditProfile): string {
  const { sign, outside, key, edge, kind } = auditStatistic(flag);
  // Enough decimals to tell them apart.
  const write = (by: (value: number, places: number) => string, decimals: number) =>
    formatApart(statistics[key], envelope[edge], by, decimals);
  const [value, limit] =
    kind === 'rate' ? write(formatPercent, 1) : write((mean, places) => mean.toFixed(places), 2);
  return `${sign} ${value} ${outside === 'above' ? '>' : '<'} ${limit}`;
}

/**
 * The flags of a source that count: beyond the range by more than the smallest effect. Where a margin under the judging encoder
 * left no inverted pair, that is no flag.
 * @param references names of those that make the range; none where it was entered by hand
 */
export function flagReadings(
  {
    name,
    margin,
    figures,
  }: { readonly name: string; readonly margin: boolean; readonly figures: SourceFigures },
  profile: AuditProfile | null,
  references: readonly string[],
  { flags: distances }: Pick<Certainty, 'flags'>,
): FlagReading[] {
  if (profile === null) return [];
  return auditFlags(figures, profile, SMALLEST_EFFECT).flatMap((flag): FlagReading[] => {
    if (flag === 'inversion' && margin && figures.inversion_rate === 0) return [];
    const certain = references.every((reference) => {
      const own = distances.find(
        (each) => each.source === name && each.reference === reference && each.flag === flag,
      );
      return (own?.low ?? 0) > 0;
    });
    return [{ flag, words: flagInFigures(flag, figures, profile), certain }];
  });
}
