/** The worker of the audit's linked views. */

import type { PairViewsApi } from '../crossfilter/pair-views';
import { openWorker, type OpenWorker } from '../worker';

/** The open worker; ready once its script is loaded. */
export type PairViewsWorker = OpenWorker<PairViewsApi>;

/** A fresh worker without pairs. */
export function openPairViews(): PairViewsWorker {
  return openWorker<PairViewsApi>(
    new Worker(new URL('../../workers/pair-views.ts', import.meta.url), { type: 'module' }),
  );
}
