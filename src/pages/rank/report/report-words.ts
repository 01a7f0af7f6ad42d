/** What the page says of an opened report. */

import type { Report } from '../../../report/result';
import { countOf } from '../../../ui/words';

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
