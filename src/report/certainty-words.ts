/** How certain the order is, in words. */

import type { Certainty } from '../engine/results';
import type { Verdict } from './verdict';
import { formatCount, formatScore } from '../ui/words';

/** After how many queries a run ended, where it ended before its last record. */
export function stopInWords({
  method,
  queries_used: used,
  queries_total: total,
  pairs,
}: Certainty): string[] {
  if (method === 'bootstrap') return [];
  const open = pairs.some(({ status }) => status === 'not separated');
  const where = `after ${formatCount(used)} of ${formatCount(total)} queries`;
  return [open ? `Stopped ${where}: the order is not certain.` : `Certain ${where}.`];
}

/** For each two ranked sources whose order is open: the difference, and what it would take. */
export function pairsInWords({ sources }: Verdict, { pairs, method }: Certainty): string[] {
  const ranked = new Map(
    sources.flatMap(({ source, rank }) => (rank === null ? [] : [[source.id, source.name]])),
  );
  return pairs.flatMap(({ a, b, status, difference, queries_needed: needed }) => {
    const [upper, lower] = [ranked.get(a), ranked.get(b)];
    if (status === 'separated' || upper === undefined || lower === undefined) return [];
    const apart = method === 'confidence-sequence' ? 'not separated' : 'too close to call';
    const more = needed === null ? '' : `, it would take about ${formatCount(needed)} queries`;
    return [`${upper} and ${lower} are ${apart}: difference ${formatScore(difference)}${more}.`];
  });
}
