/** The worker of the audit's linked views. */

import type { PairViewsFace } from '../crossfilter/pair-views';
import { openWorker, type OpenWorker } from '../worker';

/** The open worker; ready once its script is loaded. */
export type PairViewsWorker = OpenWorker<PairViewsFace>;

/** A fresh worker without pairs. */
export function openPairViews(): PairViewsWorker {
  return openWorker<PairViewsFace>(
    new Worker(new URL('../../workers/pair-views.ts', import.meta.url), { type: 'module' }),
  );
}
