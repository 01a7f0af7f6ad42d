/** What cleaning would do, and what it did, in words. */

import type { CleanedDownload, CleanFormat, ExportProgress } from '../../candidates/clean/types';
import type { PairCriteria } from '../../engine/types';
import { countOf, formatBytes, formatCount, formatSeconds, listInWords } from '../../app/format';
import { GATES } from '../result/gate-words';
import type { PairSelection } from './pair-selection';

export const CLEAN_FORMATS: readonly { readonly id: CleanFormat; readonly words: string }[] = [
  { id: 'same', words: 'the format in which it came' },
  { id: 'tuples', words: 'sentence-transformers tuples' },
  { id: 'flag-embedding', words: 'FlagEmbedding' },
  { id: 'tevatron', words: 'Tevatron' },
];

/** `1,234 of 11,900 pairs in 3 sources would go; 12 records would lose all their negatives.` */
export function choiceInWords({
  chosen,
  of,
  sources,
  emptied,
}: Pick<PairSelection, 'chosen' | 'of' | 'sources' | 'emptied'>): string {
  const pairs = `${formatCount(chosen)} of ${countOf(of, 'pair')} in ${countOf(sources, 'source')} would go`;
  const records = emptied === 0 ? 'no record' : countOf(emptied, 'record');
  return `${pairs}; ${records} would lose all ${emptied === 1 || emptied === 0 ? 'its' : 'their'} negatives.`;
}

/** `ρ ≤ 0.3, 0.2 ≤ ψ ≤ 0.5`: the ends that restrict a gate. */
export function rangesInWords(ranges: PairCriteria['gates']): string {
  return GATES.flatMap(({ id, sign }) => {
    const range = ranges[id];
    if (!range) return [];
    const from = range.from > 0 ? `${range.from} ≤ ` : '';
    const to = range.to < 1 ? ` ≤ ${range.to}` : '';
    return [from === '' && to === '' ? `${sign} of any value` : `${from}${sign}${to}`];
  }).join(', ');
}

/** `26–50 of 1,234`. */
export function pageInWords(page: number, size: number, total: number): string {
  const from = page * size + 1;
  return `${formatCount(from)}–${formatCount(Math.min(total, from + size - 1))} of ${formatCount(total)}`;
}

/** What was written. */
export function writtenInWords(download: CleanedDownload): string {
  const { zipName, name, reasonsName, pairsRemoved, recordsRemoved } = download;
  const removed = listInWords([countOf(pairsRemoved, 'pair'), countOf(recordsRemoved, 'record')]);
  return `${zipName} holds ${name} without ${removed}, and ${reasonsName}, which says why each pair went.`;
}

/** `Read: 120 MB of 1.0 GB, 45 MB per second, 20 s left`. */
export function exportInWords({ bytesRead, bytesTotal, rate, secondsLeft }: ExportProgress): string {
  const parts = [
    `Read: ${formatBytes(bytesRead)} of ${formatBytes(bytesTotal)}`,
    `${formatBytes(rate)} per second`,
    `${formatSeconds(secondsLeft)} left`,
  ];
  return parts.join(', ');
}
