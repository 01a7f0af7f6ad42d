/** Which files are read a second time without being asked for it. */

import type { LoadOptions, LoadOutcome, RejectCount } from '../../../candidates/types';
import type { FileEntry } from './file-entries.svelte';
import type { ReadingDefaults } from './reading-defaults';

/** True where records of the file were rejected for what a companion file may bring. */
export function lacksIds(file: FileEntry, counts: readonly RejectCount[]): boolean {
  const { outcome, loaded } = file;
  const isRun = loaded?.interpretation.format === 'run';
  return counts.some(
    ({ id, code }) => id === outcome?.id && (code === 'unknown-id' || (isRun && code === 'no-positive')),
  );
}

/** The options without the label that the page's address asks for, where the file has none such; null otherwise. */
export function withoutWrongDefault(
  options: LoadOptions,
  outcome: LoadOutcome,
  defaults: ReadingDefaults,
): LoadOptions | null {
  if (outcome.status !== 'refused' || outcome.refused.error !== 'WrongLabelError') return null;
  // A label that the user chose for the file is another object, though it may say the same.
  const isDefault = options.label !== null && options.label === defaults.label;
  return isDefault ? { ...options, label: null } : null;
}
