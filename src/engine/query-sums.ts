/** What is known of the order of sources: sums by query. A run makes them of its pairs, merged shards have them. */

import type { AuditedMean } from '../scoring/certainty/flags';
import type { UnitSums } from '../scoring/certainty/units';
import type { PairKind } from '../scoring/share-audit';
import type { StoppedOrder } from './order-watch';
import type { RunRequest } from './types';

/** Sums of the sources by query. Sources by their places. */
export interface QuerySums {
  readonly ids: readonly number[];
  readonly units: number;
  /** Sums behind each trace. */
  readonly traces: readonly UnitSums[];
  /** Sums behind a mean that is held against the references. */
  quantity(source: number, mean: AuditedMean): UnitSums;
  /** Share of each kind among foreign pairs; null where pairs of random passages are not known. */
  readonly foreign: Readonly<Record<PairKind, number>> | null;
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
