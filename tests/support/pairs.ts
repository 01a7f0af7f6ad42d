/** Pairs of a run in columns, for tests. */

import { byFinding } from '../../src/scoring/findings';
import type { FlatPairs } from '../../src/scoring/flat-pairs';

/** The pairs of one source. */
export function pairsOf(all: FlatPairs, source: number): FlatPairs {
  const own = (_value: number, row: number) => all.source[row] === source;
  const flags = (column: Uint8Array | null) => column?.filter(own) ?? null;
  return {
    source: all.source.filter(own),
    record: all.record.filter(own),
    position: all.position.filter(own),
    query: all.query.filter(own),
    positive: all.positive.filter(own),
    negative: all.negative.filter(own),
    margin: all.margin.filter(own),
    locality: all.locality.filter(own),
    distance: all.distance.filter(own),
    coverage: all.coverage.filter(own),
    overlap: all.overlap.filter(own),
    suspicion: all.suspicion.filter(own),
    findings: byFinding((id) => flags(all.findings[id])),
    unrelated: flags(all.unrelated),
  };
}
