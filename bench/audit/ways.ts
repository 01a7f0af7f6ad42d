/** Ways of finding pairs that are no negatives, held against what is known of the pairs. */

import type { SourceData } from '../../src/engine/source-data';
import { cosineToPositive, cosineToQuery, positiveCosineToQuery } from '../../src/scoring/cosines';
import { isInverted } from '../../src/scoring/edges';
import { FINDINGS } from '../../src/scoring/findings';
import { exceedsMargin, exceedsShare } from '../../src/scoring/margin-filters';
import { isNearPositive } from '../../src/scoring/near-embedding';
import { quantile } from '../../src/scoring/certainty/bootstrap';
import { seededRandom } from '../../src/scoring/random';
import { suspicion } from '../../src/scoring/suspicion';
import type { AuditFile } from './real-files';

/** How many pairs a reader looks at first. */
const FIRST = 100;

/** What one way finds of a source. */
export interface WayRow {
  readonly way: string;
  /** Places of the pairs. */
  readonly pairs: readonly number[];
  readonly found: number;
  /** Of those, the pairs that are what was looked for. */
  readonly true: number;
}

/** What one way finds of several sources, a query and a passage counted once wherever they stand. */
export interface DistinctRow {
  readonly way: string;
  readonly found: number;
  readonly true: number;
  /** Queries with at least one of these pairs. */
  readonly queries: number;
  /** 95 % interval of true / found: queries drawn with replacement. Null where fewer than ten queries have such pairs. */
  readonly interval: readonly [number, number] | null;
}

const RESAMPLES = 2000;
const FEWEST_QUERIES = 10;

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
    return { way, pairs: found, found: found.length, true: found.filter((pair) => truth[pair] === 1).length };
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

/** @param truths of each source of the run, 1 for each pair that is what is looked for */
export function distinctWays(
  file: AuditFile,
  sources: readonly number[],
  truths: readonly Uint8Array[],
): DistinctRow[] {
  const ofSources = sources.map((source) => ({
    structure: (file.run.sources[source] as SourceData).structure,
    truth: truths[source] ?? new Uint8Array(),
    rows: waysOf(file, source, truths[source] ?? new Uint8Array()),
  }));
  return (ofSources[0]?.rows ?? []).map(({ way }, w) => {
    /** Of each query, whether each of its passages that were found is true. */
    const found = new Map<number, Map<number, boolean>>();
    for (const { structure, truth, rows } of ofSources) {
      const queries = queryOfPairs(structure);
      for (const pair of rows[w]?.pairs ?? []) {
        const query = queries[pair] ?? -1;
        const passages = found.get(query) ?? new Map<number, boolean>();
        passages.set(structure.negatives[pair] ?? -1, truth[pair] === 1);
        found.set(query, passages);
      }
    }
    const counts = [...found.values()].map((passages) => ({
      found: passages.size,
      true: [...passages.values()].filter(Boolean).length,
    }));
    return {
      way,
      found: counts.reduce((sum, count) => sum + count.found, 0),
      true: counts.reduce((sum, count) => sum + count.true, 0),
      queries: counts.length,
      interval: counts.length < FEWEST_QUERIES ? null : shareInterval(counts),
    };
  });
}

function queryOfPairs({ queries, offsets }: SourceData['structure']): number[] {
  return Array.from(queries).flatMap((query, record) =>
    new Array<number>((offsets[record + 1] ?? 0) - (offsets[record] ?? 0)).fill(query),
  );
}

/** The middle 95 % of Σ true / Σ found over resamples of the queries. */
function shareInterval(counts: readonly { found: number; true: number }[]): [number, number] {
  const random = seededRandom(1);
  const shares = Float64Array.from({ length: RESAMPLES }, () => {
    const sum = { found: 0, true: 0 };
    for (let i = 0; i < counts.length; i++) {
      const count = counts[Math.floor(random() * counts.length)];
      sum.found += count?.found ?? 0;
      sum.true += count?.true ?? 0;
    }
    return sum.true / sum.found;
  }).sort();
  return [quantile(shares, 0.025), quantile(shares, 0.975)];
}
