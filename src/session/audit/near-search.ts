/** The search by embedding, which a run leaves out if it would take long. */

import * as Comlink from 'comlink';

import type { WorkerAccess } from '../../app/ask';
import { Asked } from '../../app/asked.svelte';
import type { WorkerPair } from '../../app/workers';
import type { Findings } from '../../engine/results';
import { paceOf, type Pace } from '../../engine/time';
import type { SearchProgress } from '../../engine/types';
import type { RunState } from '../run/run-state.svelte';

/** How far it is. */
type OngoingSearch = SearchProgress & Pace;

/** @see nearSearch */
export type NearSearch = Asked<{ readonly at: number }, Findings, OngoingSearch>;

/** Searches when it is asked. The findings go into the result, if it is still the same. */
export function nearSearch(
  workers: WorkerAccess<WorkerPair>,
  run: Pick<RunState, 'finished' | 'setFindings'>,
): NearSearch {
  return new Asked(workers, {
    question: () => run.finished && { at: run.finished.at },
    answer: async ({ engine }, { at }, tell) => {
      const start = performance.now();
      const onProgress = (progress: SearchProgress) => {
        const seconds = (performance.now() - start) / 1000;
        tell({ ...progress, ...paceOf(progress.records, progress.total, seconds) });
      };
      const findings = await engine.searchByEmbedding(Comlink.proxy(onProgress));
      if (run.finished?.at === at) run.setFindings(findings);
      return findings;
    },
    cancel: ({ engine }) => engine.cancel('search'),
  });
}
