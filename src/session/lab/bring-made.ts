/** A source made of those of the last run, as a source of the session: it is read as a file. */

import type { WorkerState } from '../../app/worker-state.svelte';
import type { MadeRequest } from '../../engine/experiments/types';
import { singleFile } from '../files/file-entries.svelte';
import type { SourcesState } from '../files/sources-state.svelte';
import { HYBRID_SETTING, madeFile } from './made-file';

/**
 * It stands in a setting of its own, and is no reference.
 * @throws NothingRankedError, RunInputError where it cannot be made
 */
export async function bringMade(
  request: MadeRequest,
  workers: WorkerState,
  sources: SourcesState,
): Promise<void> {
  const pair = await workers.ready();
  const file = await pair.guard(madeFile(pair, request));
  const before = sources.entries;
  await sources.add([singleFile(file)]);
  for (const entry of sources.entries.filter((each) => !before.includes(each))) {
    entry.setting = HYBRID_SETTING;
    entry.reference = false;
  }
}
