/** A source of unit vectors in the plane, whose figures have closed forms. */

import type { PairVectors, SourceData } from '../../src/engine/source-data';
import { fillGeometry } from '../../src/engine/blocks';
import { emptyColumns, offsetsOf } from '../../src/scoring/pairs';
import type { TextRecord } from './candidates';

/** Angles in degrees of one record's query, positive and negatives. */
export interface PlanarRecord {
  readonly query: number;
  readonly positive: number;
  readonly negatives: readonly number[];
}

export function unitAt(degrees: number): Float64Array {
  const angle = (degrees * Math.PI) / 180;
  return Float64Array.of(Math.cos(angle), Math.sin(angle));
}

/** A record of these texts whose vectors stand at these angles. @param unitOf gives the row of an angle */
export function recordAt(
  texts: Omit<TextRecord, 'rows'>,
  { query, positive, negatives }: PlanarRecord,
  unitOf = (degrees: number) => [...unitAt(degrees)],
): TextRecord {
  const rows = { query: unitOf(query), positive: unitOf(positive), negatives: negatives.map(unitOf) };
  return { ...texts, rows };
}

/** Planes that records lie in: so many that no direction has much, and log det is near the trace. */
const PLANES = 16;

/** A unit vector in the plane of a record. */
export function unitOfRecord(record: number, degrees: number): number[] {
  const row = new Array<number>(2 * PLANES).fill(0);
  row.splice(2 * (record % PLANES), 2, ...unitAt(degrees));
  return row;
}

/** The source with its pair columns filled; C is 0 everywhere. Equal angles give rows of equal numbers. */
export function planarSource(records: readonly PlanarRecord[]): SourceData {
  const negatives = records.flatMap((r) => r.negatives);
  const vectors: PairVectors = {
    dimension: 2,
    query: (record) => unitAt((records[record] as PlanarRecord).query),
    positive: (record) => unitAt((records[record] as PlanarRecord).positive),
    negative: (pair) => unitAt(negatives[pair] as number),
  };
  const columns = emptyColumns(offsetsOf(records.map((record) => record.negatives.length)));
  const ids = Int32Array.from(records, (_, i) => i);
  const source: SourceData = {
    id: 0,
    name: 'planar',
    structure: {
      id: 0,
      queries: ids,
      positives: ids,
      offsets: columns.offsets,
      negatives: Int32Array.from(negatives, (_, i) => i),
    },
    indices: Int32Array.from(records, (_, i) => i),
    priorities: Float64Array.from(records, (_, i) => i / records.length),
    units: ids,
    turns: Float64Array.from(records, (_, i) => i / records.length),
    columns,
    vectors,
  };
  for (const record of ids) fillGeometry(source, record);
  return source;
}
