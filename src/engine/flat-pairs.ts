/** All pairs of a finished run in one table, and where they lie. */

import { byFinding, type FindingColumns } from '../scoring/findings';
import type { FlatPairs } from '../scoring/flat-pairs';
import { cosineToPositive, cosineToQuery, suspicion } from '../scoring/cosines';
import { joined } from '../candidates/joined';
import { recordsOfPairs } from '../scoring/pairs';
import type { FinishedRun } from './finished-run';
import { looksRandom } from './pair-audit';
import type { SourceData } from './source-data';

export function flatPairsOf(run: Pick<FinishedRun, 'sources' | 'drawn' | 'findings'>): FlatPairs {
  const { findings } = run;
  const corner = run.drawn?.corner ?? null;
  const ids = run.sources.map(({ id }) => id);
  const places = [...ids.keys()].sort((a, b) => (ids[a] as number) - (ids[b] as number));
  const sources = places.map((place) => run.sources[place] as SourceData);
  const found = places.map((place) => findings.columns[place] as FindingColumns);
  const doubles = (of: (source: SourceData) => Float64Array) => joined(Float64Array, sources.map(of));
  const integers = (of: (source: SourceData) => Int32Array) => joined(Int32Array, sources.map(of));
  const ofRecords = (of: (source: SourceData) => ArrayLike<number>) =>
    integers((source) => {
      const column = of(source);
      return recordsOfPairs(source.columns.offsets).map((record) => column[record] as number);
    });
  const flags = (columns: readonly (Uint8Array | null)[]) => {
    const known = columns.filter((column) => column !== null);
    return known.length < columns.length ? null : joined(Uint8Array, known);
  };
  const distance = doubles(({ columns }) => columns.distance);
  const overlap = joined(
    Float64Array,
    places.map((place) => findings.overlaps[place] as Float64Array),
  );
  return {
    source: integers(({ id, columns }) => new Int32Array(columns.margin.length).fill(id)),
    record: ofRecords(({ indices }) => indices),
    position: integers(({ columns: { offsets } }) =>
      recordsOfPairs(offsets).map((record, pair) => pair - (offsets[record] as number)),
    ),
    query: ofRecords(({ structure }) => structure.queries),
    positive: ofRecords(({ structure }) => structure.positives),
    negative: integers(({ structure }) => structure.negatives),
    margin: doubles(({ columns }) => columns.margin),
    locality: doubles(({ columns }) => columns.locality),
    distance,
    coverage: doubles(({ columns }) => columns.coverage),
    overlap,
    suspicion: distance.map((d, pair) => suspicion(d, overlap[pair] as number)),
    findings: byFinding((id) => flags(found.map((columns) => columns[id]))),
    unrelated:
      corner &&
      joined(
        Uint8Array,
        sources.map(({ columns }) => looksRandom(columns, corner)),
      ),
  };
}

export type SpreadCosines = ReturnType<typeof spreadCosines>;

/** u·v⁻ and v⁺·v⁻ of pairs that are spread evenly over all. @param most as many at most */
export function spreadCosines(
  { distance, locality }: Pick<FlatPairs, 'distance' | 'locality'>,
  most: number,
) {
  const pairs = distance.length;
  const step = Math.max(1, pairs / most);
  const dots = Array.from({ length: Math.min(pairs, most) }, (_, i) => {
    const pair = Math.floor(i * step);
    const [d, l] = [distance[pair] as number, locality[pair] as number];
    return [cosineToQuery(l, d), cosineToPositive(d)] as const;
  });
  return { dots, pairs };
}
