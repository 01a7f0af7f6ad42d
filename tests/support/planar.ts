/** A source of unit vectors in the plane, whose figures have closed forms. */

import type { PairVectors, SourceData } from '../../src/engine/source-data';
import { pairGeometry } from '../../src/scoring/gates';

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
  const offsets = [0];
  for (const { negatives } of records) offsets.push((offsets.at(-1) as number) + negatives.length);
  const negatives = records.flatMap((r) => r.negatives);
  const pairs = negatives.length;
  const vectors: PairVectors = {
    dimension: 2,
    query: (record) => unitAt((records[record] as PlanarRecord).query),
    positive: (record) => unitAt((records[record] as PlanarRecord).positive),
    negative: (pair) => unitAt(negatives[pair] as number),
  };
  const columns = {
    offsets: Int32Array.from(offsets),
    margin: new Float64Array(pairs),
    locality: new Float64Array(pairs),
    distance: new Float64Array(pairs),
    coverage: new Float64Array(pairs),
  };
  records.forEach((_, record) => {
    for (let pair = offsets[record] as number; pair < (offsets[record + 1] as number); pair++) {
      const geometry = { margin: 0, locality: 0, distance: 0 };
      pairGeometry(vectors.query(record), vectors.positive(record), vectors.negative(pair), geometry);
      columns.margin[pair] = geometry.margin;
      columns.locality[pair] = geometry.locality;
      columns.distance[pair] = geometry.distance;
    }
  });
  const ids = Int32Array.from(records, (_, i) => i);
  return {
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
}
