/** What the page says of an opened report. */

import type { Report } from '../../../report/result';
import { countOf } from '../../../ui/words';
import { momentInWords } from './state-line';

/** `a report merged from 64 shards in 8 parts, by Negscope 0.1.0, 23 November 2026 at 14:02.` */
export function madeInWords({
  merged,
  negscope,
  created,
}: Pick<Report, 'merged' | 'negscope' | 'created'>): string {
  const made = momentInWords(Date.parse(created));
  const from = merged
    ? ` merged from ${countOf(merged.shards, 'shard')} in ${countOf(merged.parts, 'part')}`
    : '';
  const when = made === '' ? '' : `, ${made}`;
  return `a report${from}, by Negscope ${negscope.version}${when}.`;
}
