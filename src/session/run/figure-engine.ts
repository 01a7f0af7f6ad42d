/** The engine as live figures ask it. */

import * as Comlink from 'comlink';

import type { SumProgress } from '../../engine/types';
import type { WorkerState } from '../../app/worker-state.svelte';
import type { FigureEngine } from './live-figures';

/** @param onSums gets how far the sums of all weightings are, and null at their end */
export function figureEngine(
  workers: Pick<WorkerState, 'ready'>,
  onSums: (progress: SumProgress | null) => void,
): FigureEngine {
  return {
    async recompute(request) {
      const pair = await workers.ready();
      return pair.guard(pair.engine.recompute(request));
    },
    async rescore(request, scope) {
      const pair = await workers.ready();
      // Progress comes by another way than the answer, and may come after it.
      let ended = false;
      const onProgress = (progress: SumProgress) => {
        if (scope === 'all' && !ended) onSums(progress);
      };
      try {
        return await pair.guard(pair.engine.rescore(request, scope, Comlink.proxy(onProgress)));
      } finally {
        ended = true;
        if (scope === 'all') onSums(null);
      }
    },
  };
}
