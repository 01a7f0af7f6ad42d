/** Opens the worker of the audit's linked views, when the first page asks for it. */

import type { PairViewsFace } from '../crossfilter/pair-views';
import { openWorker, type OpenWorker } from '../worker';

/** The open worker; it is ready as soon as its script is there. */
export type PairViewsWorker = OpenWorker<PairViewsFace>;

/** A fresh worker without pairs. */
export function openPairViews(): PairViewsWorker {
  return openWorker<PairViewsFace>(
    new Worker(new URL('../../workers/pair-views.ts', import.meta.url), { type: 'module' }),
  );
}
