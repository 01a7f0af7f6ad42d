/** The part of a run that was visited when it stopped: no figure counts a record that was not. */

import { selectPairs } from '../scoring/pairs';
import { partOf, type SourceData } from './source-data';
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
  const parts = sources.map((source, s) =>
    partOf(source, selectPairs(source.columns.offsets, records[s] as Int32Array)),
  );
  return { sources: parts, blocks: visitsOf(blocks, records), records };
}

/**
 * Visits of some records alone, their places counted among those.
 * @param records of each source: the places of the records that stay
 */
export function visitsOf(blocks: readonly (readonly Visit[])[], records: readonly Int32Array[]): Visit[][] {
  const places = records.map((list) => new Map(Array.from(list, (record, place) => [record, place])));
  return blocks.map((block) =>
    block.flatMap(({ source, record }) => {
      const place = places[source]?.get(record);
      return place === undefined ? [] : [{ source, record: place }];
    }),
  );
}
