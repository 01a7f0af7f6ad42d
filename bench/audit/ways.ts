/** Ways of finding pairs that are no negatives, held against what is known of the pairs. */

import type { SourceData } from '../../src/engine/source-data';
import { cosineToPositive, cosineToQuery, positiveCosineToQuery } from '../../src/scoring/cosines';
import { isInverted } from '../../src/scoring/edges';
import { FINDINGS } from '../../src/scoring/findings';
import { exceedsMargin, exceedsShare } from '../../src/scoring/margin-filters';
import { isNearPositive } from '../../src/scoring/near-embedding';
import { suspicion } from '../../src/scoring/suspicion';
import type { AuditFile } from './real-files';

/** How many pairs a reader looks at first. */
const FIRST = 100;

/** What one way finds of a source. */
export interface WayRow {
  readonly way: string;
  readonly found: number;
  /** Of those, the pairs that are what was looked for. */
  readonly true: number;
}

/** @param truth 1 for each pair of the source that is no negative */
export function waysOf(file: AuditFile, source: number, truth: Uint8Array): WayRow[] {
  const { columns } = file.run.sources[source] as SourceData;
  const { margin, locality, distance } = columns;
  const findings = file.findings.columns[source];
  const overlap = file.findings.overlaps[source] ?? new Float64Array();
  const pairs = Array.from(margin.keys());
  const of = (column: ArrayLike<number>, pair: number) => column[pair] ?? NaN;
  const row = (way: string, isFound: (pair: number) => boolean): WayRow => {
    const found = pairs.filter(isFound);
    return { way, found: found.length, true: found.filter((pair) => truth[pair] === 1).length };
  };
  const first = (way: string, score: (pair: number) => number): WayRow => {
    const top = new Set(
      pairs
        .map((pair) => ({ pair, score: score(pair) }))
        .sort((a, b) => b.score - a.score || a.pair - b.pair)
        .slice(0, FIRST)
        .map(({ pair }) => pair),
    );
    return row(way, (pair) => top.has(pair));
  };
  const cosines = (pair: number) => {
    const [m, l, d] = [of(margin, pair), of(locality, pair), of(distance, pair)] as const;
    return { negative: cosineToQuery(l, d), positive: positiveCosineToQuery(m, l, d) };
  };
  return [
    row('every pair', () => true),
    ...FINDINGS.map(({ id }) => row(`\`${id}\``, (pair) => findings?.[id]?.[pair] === 1)),
    row('cosine to the positive ≥ 0.9', (pair) => isNearPositive(of(distance, pair))),
    first(`the ${FIRST} most suspicious`, (pair) => suspicion(of(distance, pair), of(overlap, pair))),
    first(`the ${FIRST} nearest to the positive`, (pair) => cosineToPositive(of(distance, pair))),
    first(`the ${FIRST} nearest to the query`, (pair) => cosines(pair).negative),
    row('inverted: ρ < 0.5', (pair) => isInverted(of(margin, pair))),
    row('score > 0.95 × the positive’s', (pair) => {
      const { negative, positive } = cosines(pair);
      return exceedsShare(negative, positive);
    }),
    row('score > the positive’s − 0.05', (pair) => exceedsMargin(of(margin, pair))),
  ];
}
