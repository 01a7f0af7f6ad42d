/** Why nothing can be ranked now. */

import type { WorkerState } from '../../app/worker-state.svelte';
import type { EncoderState } from '../encoder/encoder-state.svelte';
import type { SourcesState } from '../files/sources-state.svelte';
import type { SettingsState } from './settings-state.svelte';

/** The states that a run needs. */
export interface RunInputs {
  readonly workers: Pick<WorkerState, 'phase'>;
  readonly sources: Pick<SourcesState, 'entries' | 'reading'>;
  readonly settings: Pick<SettingsState, 'problems'>;
  readonly encoder: Pick<EncoderState, 'request' | 'inspecting'>;
}

/** One sentence each; none where a run can begin. */
export function obstaclesOf({ workers, sources, settings, encoder }: RunInputs): string[] {
  if (workers.phase === 'failed') return ['A worker failed: start it again.'];
  // Only after a failure: sources are loaded only into running workers.
  if (workers.phase === 'starting' && sources.entries.length > 0) return ['The workers are started again.'];
  if (sources.entries.length === 0) {
    return [sources.reading ? 'Files are still being read.' : 'Load a source first.'];
  }
  const obstacles = [...settings.problems];
  if (sources.reading) obstacles.push('Files are still being read.');
  if (encoder.request === undefined) {
    obstacles.push(
      encoder.inspecting ? 'The encoder is being read.' : 'Choose an encoder: the one that you will train.',
    );
  }
  return obstacles;
}
