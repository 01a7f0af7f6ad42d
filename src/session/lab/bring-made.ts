/** Loads a source made from the last run into the session, as a file. */

import type { WorkerState } from '../../app/worker-state.svelte';
import type { MadeRequest } from '../../experiments/experiment';
import { singleFile } from '../files/file-entries.svelte';
import type { SourcesState } from '../files/sources-state.svelte';

/** The initial setting of a union. */
const HYBRID_SETTING = 'hybrid';

/**
 * A union gets a setting of its own, a control or mixture that of its base. Neither is a reference.
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
  const made = pair.engine.madeSource(request).then((records) => pair.candidates.madeFile(records));
  const { name, content } = await pair.guard(made);
  const file = new File([content], name, { type: content.type });
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
