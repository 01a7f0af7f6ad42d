/** What cleaning writes, and what it wrote, in words. */

import type { CleanedDownload, ExportProgress } from '../../../candidates/api';
import { countOf, formatBytes, formatSeconds, listInWords } from '../../../ui/words';

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
