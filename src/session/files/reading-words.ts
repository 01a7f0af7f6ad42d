/** Progress of reading files in words. */

import type { LoadProgress } from '../../candidates/outcomes';
import { countOf, formatBytes } from '../../ui/words';
import type { Reading } from './sources-state.svelte';

const STAGES: Readonly<Record<LoadProgress['stage'], string>> = {
  reading: '',
  sampling: ' (drawing the sample)',
  ids: ' (collecting ids)',
  companions: ' (looking ids up in the companion files)',
};

/** `Reading a.jsonl: 1.2 MB of 4 MB, 300 records; 2 files to follow`. */
export function readingInWords({ progress, waiting }: Reading): string {
  const { file, bytesRead, bytesTotal, records, stage } = progress;
  const read = `${formatBytes(bytesRead)} of ${formatBytes(bytesTotal)}, ${countOf(records, 'record')}`;
  return `Reading ${file}: ${read}${STAGES[stage]}${waiting > 0 ? `; ${countOf(waiting, 'file')} to follow` : ''}`;
}
