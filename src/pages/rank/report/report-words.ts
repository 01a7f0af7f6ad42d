/** What the page says of an opened report. */

import type { Report } from '../../../report/types';
import { AUDIT_STATISTICS, type AuditProfile } from '../../../scoring/audit';
import { countOf, formatStatistic, listInWords } from '../../../ui/words';

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `a report merged from 64 shards in 8 parts, by Negscope 0.1.0, 23 November 2026.` */
export function madeInWords({
  merged,
  negscope,
  created,
}: Pick<Report, 'merged' | 'negscope' | 'created'>): string {
  const day = Date.parse(created);
  const from = merged
    ? ` merged from ${countOf(merged.shards, 'shard')} in ${countOf(merged.parts, 'part')}`
    : '';
  const when = Number.isNaN(day) ? '' : `, ${DAY.format(day)}`;
  return `a report${from}, by Negscope ${negscope.version}${when}.`;
}

/** `Range of the references: mean ρ at most 0.679, …, inversion rate at least 29.2 %.` */
export function rangeInWords(range: AuditProfile | null): string {
  if (range === null) return 'No references, so no range: nothing was audited.';
  const edges = AUDIT_STATISTICS.map((statistic) => {
    const { name, edge, outside } = statistic;
    return `${name} ${outside === 'above' ? 'at most' : 'at least'} ${formatStatistic(statistic, range[edge])}`;
  });
  return `Range of the references: ${listInWords(edges)}.`;
}
