/** Which files are read first, and which are read again. */

import type { ErrorCode } from '../../candidates/errors';
import type { RejectCount } from '../../candidates/store/rejects';
import type { LoadOutcome } from '../../candidates/outcomes';
import { RUN_DEPTH, type LoadOptions, type ReadingWarning } from '../../candidates/reading';
import type { FileEntry } from './file-entries.svelte';

const COMPANION_NAME = /corpus|collection|queries|qrels/i;

/**
 * Files that were companions, then those whose path hints at one, then the rest, each in the order given. A file
 * that is read before its companion is read again, so the order only saves time.
 */
export function companionsFirst(files: readonly FileEntry[]): FileEntry[] {
  const turn = ({ path, wasCompanion }: FileEntry) => (wasCompanion ? 0 : COMPANION_NAME.test(path) ? 1 : 2);
  return [...files].sort((a, b) => turn(a) - turn(b));
}

/** Signs of texts that may be ids of a companion file. */
const ID_SIGNS: readonly ReadingWarning['code'][] = ['no-words', 'numbers'];

/** True if records were rejected for ids or positives that a companion file may have, or loaded with what looks like ids. */
export function lacksIds(file: FileEntry, counts: readonly RejectCount[]): boolean {
  const { outcome, loaded } = file;
  const signs = loaded?.sources.flatMap(({ warnings }) => warnings) ?? [];
  if (signs.some(({ code }) => ID_SIGNS.includes(code))) return true;
  const isRun = loaded?.interpretation.format === 'run';
  return counts.some(
    ({ id, code }) => id === outcome?.id && (code === 'unknown-id' || (isRun && code === 'no-positive')),
  );
}

/** The median depth of the sources that are no cut runs: as deep a run is read unless the user says otherwise. Null without any. */
export function depthOfOthers(files: readonly FileEntry[]): number | null {
  const others = files.filter(({ loaded }) => loaded && loaded.interpretation.topK === null);
  const depths = others
    .flatMap(({ sources }) => sources.map(({ loaded }) => loaded.medianK))
    .sort((a, b) => a - b);
  const middle = depths[Math.floor((depths.length - 1) / 2)];
  return middle === undefined ? null : Math.max(1, Math.round(middle));
}

/**
 * Whether a file that was read would be read otherwise with these options. How deep a file is read, where nobody says, follows
 * other files only if it is a run.
 */
export function isReadOtherwise({ readWith, options: own, loaded }: FileEntry, now: LoadOptions): boolean {
  if (readWith === null) return true;
  const { topK: depthThen, ...then } = readWith.options;
  const { topK: depthNow, ...rest } = now;
  const isRun = own.topK !== null || (loaded !== null && loaded.interpretation.topK !== null);
  const isDeeper = isRun && (depthThen ?? RUN_DEPTH) !== (depthNow ?? RUN_DEPTH);
  return isDeeper || JSON.stringify(then) !== JSON.stringify(rest);
}

const OTHER_FILES: readonly ErrorCode[] = ['NotCandidatesError', 'PairsError', 'NotDataError'];

/** True for a file of a folder without candidates: it is skipped and named. A single file is refused. */
export function holdsNoCandidates(file: FileEntry, outcome: LoadOutcome): boolean {
  const isOther = outcome.status === 'refused' && OTHER_FILES.includes(outcome.refused.error);
  return isOther && file.path.includes('/');
}
