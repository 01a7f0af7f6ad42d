/** What is known of the order of sources: sums by unit (`scoring/groups.ts`). A run makes them of its pairs, merged shards have them. */

import type { UnitSums } from '../scoring/certainty/units';
import type { MeanSums } from './audit-so-far';
import type { StoppedOrder } from './order-watch';
import type { RunRequest } from './types';

/** Sums of the sources by unit. Sources by their places. */
export interface QuerySums extends MeanSums {
  readonly ids: readonly number[];
  readonly units: number;
  /** Distinct queries in them. */
  readonly queries: number;
  /** Sums behind each trace. */
  readonly traces: readonly UnitSums[];
  /** Queries that both sources have. */
  shared(a: number, b: number): number;
}

/** A run as far as its order goes. */
export interface OrderedSums {
  readonly stopped: StoppedOrder | null;
  readonly request: Pick<RunRequest, 'settings' | 'stop' | 'sources' | 'range'>;
  /** Records scored, and texts asked for. */
  readonly records: number;
  readonly texts: number;
}
