/** Which files are read a second time without being asked for it. */

import type { ErrorCode } from '../../candidates/errors';
import type { RejectCount } from '../../candidates/faces';
import type { LoadOutcome } from '../../candidates/outcomes';
import type { FileEntry } from './file-entries.svelte';

/** True where records of the file were rejected for what a companion file may bring. */
export function lacksIds(file: FileEntry, counts: readonly RejectCount[]): boolean {
  const { outcome, loaded } = file;
  const isRun = loaded?.interpretation.format === 'run';
  return counts.some(
    ({ id, code }) => id === outcome?.id && (code === 'unknown-id' || (isRun && code === 'no-positive')),
  );
}

/** True where a file was refused for a label that the page's address asks for, and not the user for this file. */
export function lacksDefaultLabel(file: FileEntry, outcome: LoadOutcome): boolean {
  const refused = outcome.status === 'refused' && outcome.refused.error === 'WrongLabelError';
  return refused && file.options.label === null && file.hasDefaultLabel;
}

/** Errors of files that are something else than candidates. */
const OTHER_FILES: readonly ErrorCode[] = ['NotCandidatesError', 'NotDataError'];

/** True for a file of a folder that holds no candidates: it is skipped and named. A file that was picked is refused. */
export function holdsNoCandidates(file: FileEntry, outcome: LoadOutcome): boolean {
  const isOther = outcome.status === 'refused' && OTHER_FILES.includes(outcome.refused.error);
  return isOther && file.path.includes('/');
}
