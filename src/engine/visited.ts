/** The part of a run that was visited when it stopped: no figure counts a record that was not. */

import { selectPairs, type PairColumns } from '../scoring/pairs';
import { selectRecords, vectorsOf, type SourceData } from './source-data';
import type { Visit } from './visit';

/** Sources and blocks of the records visited alone, their places counted anew. */
export interface VisitedPart {
  readonly sources: SourceData[];
  readonly blocks: Visit[][];
  /** Of each source: the places, among all of its records, of those visited, ascending. */
  readonly records: readonly Int32Array[];
}

/** @param blocks the blocks that were scored, with the visits that they really made */
export function visitedPart(
  sources: readonly SourceData[],
  blocks: readonly (readonly Visit[])[],
): VisitedPart {
  const records = sources.map((_, s) => {
    const visited = blocks.flatMap((block) => block.filter(({ source }) => source === s));
    return Int32Array.from(visited, ({ record }) => record).sort();
  });
  const places = records.map((list) => new Map(Array.from(list, (record, place) => [record, place])));
  return {
    sources: sources.map((source, s) => visitedSource(source, records[s] as Int32Array)),
    blocks: blocks.map((block) =>
      block.map(({ source, record }) => ({ source, record: places[source]?.get(record) as number })),
    ),
    records,
  };
}

/** A source with some of its records alone. */
function visitedSource(source: SourceData, records: Int32Array): SourceData {
  const { offsets, pairs } = selectPairs(source.columns.offsets, records);
  const vectors = vectorsOf(source);
  const only = (column: Float64Array) => Float64Array.from(pairs, (pair) => column[pair] as number);
  const { margin, locality, distance, coverage } = source.columns;
  const columns: PairColumns = {
    offsets,
    margin: only(margin),
    locality: only(locality),
    distance: only(distance),
    coverage: only(coverage),
  };
  return {
    ...source,
    structure: selectRecords(source.structure, records),
    indices: records.map((record) => source.indices[record] as number),
    priorities: Float64Array.from(records, (record) => source.priorities[record] as number),
    columns,
    vectors: {
      dimension: vectors.dimension,
      query: (record) => vectors.query(records[record] as number),
      positive: (record) => vectors.positive(records[record] as number),
      negative: (pair) => vectors.negative(pairs[pair] as number),
    },
  };
}
