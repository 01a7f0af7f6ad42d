/** Records as the scoring code has them. */

import type { IdRecords } from '../../src/scoring/controls';
import { offsetsOf } from '../../src/scoring/pairs';

type Row = readonly [query: number, positive: number, negatives: readonly number[]];

export function idRecords(...rows: readonly Row[]): IdRecords {
  return {
    queries: Int32Array.from(rows, ([query]) => query),
    positives: Int32Array.from(rows, ([, positive]) => positive),
    offsets: offsetsOf(rows.map(([, , negatives]) => negatives.length)),
    negatives: Int32Array.from(rows.flatMap(([, , negatives]) => [...negatives])),
  };
}
