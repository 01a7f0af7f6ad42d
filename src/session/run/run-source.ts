/** A source of the page as a run takes it. */

import type { SourceEntry } from '../files/file-entries.svelte';
import type { RunSource } from './runs';

/** One, or none where its file is not read. */
export function runSource(entry: SourceEntry): RunSource[] {
  const { loaded, file } = entry;
  if (!file.loaded) return [];
  const { interpretation, sameAs } = file.loaded;
  return [{ id: loaded.id, entry, loaded, interpretation, options: file.options, sameAs }];
}
