/** A source made of those of the last run, as a source of the session: it is read as a file. */

import type { WorkerState } from '../../app/worker-state.svelte';
import type { MadeRequest } from '../../experiments/experiment';
import { singleFile } from '../files/file-entries.svelte';
import type { SourcesState } from '../files/sources-state.svelte';
import { madeFile } from './made-file';

/** The setting that a union starts in. */
const HYBRID_SETTING = 'hybrid';

/**
 * A union stands in a setting of its own, a control or mixture in that of its base. Neither is a reference.
 * @returns the setting
 * @throws NothingRankedError, RunInputError where it cannot be made
 */
export async function bringMade(
  request: MadeRequest,
  workers: WorkerState,
  sources: SourcesState,
): Promise<string> {
  const setting = settingOf(request, sources);
  const pair = await workers.ready();
  const file = await pair.guard(madeFile(pair, request));
  const before = sources.entries;
  await sources.add([singleFile(file)]);
  for (const entry of sources.entries.filter((each) => !before.includes(each))) {
    entry.setting = setting;
    entry.reference = false;
  }
  return setting;
}

function settingOf(request: MadeRequest, sources: SourcesState): string {
  if (request.kind === 'hybrid') return HYBRID_SETTING;
  return sources.entries.find(({ loaded }) => loaded.id === request.base)?.setting ?? HYBRID_SETTING;
}
