/** The table `pairs`: what a run measured and found of the pairs of a source, for queries. */

import { CandidatesError } from '../errors';
import { FINDINGS } from '../../scoring/findings';
import type { MeasuredPairs, SourceStructure } from '../faces';
import { doubles, flags, integers } from './arrow';
import type { Connection } from './database';

/**
 * Puts the measured pairs of a source in the place of those that are there, all or none.
 * @param structure of the source, which names the pairs' passages
 * @throws RangeError where the columns contradict the structure; then nothing has changed
 * @throws StoreInsertError
 * @throws StoreFullError
 */
export async function fillPairs(
  connection: Connection,
  structure: SourceStructure,
  pairs: MeasuredPairs,
): Promise<void> {
  const rows = pairRows(structure, pairs);
  await connection.inTransaction(async () => {
    await connection.query(`DELETE FROM pairs WHERE source = ${structure.id}`);
    await connection.insert('pairs', [
      integers('source', new Int32Array(rows.records.length).fill(structure.id)),
      integers('record', rows.records),
      integers('position', rows.positions),
      integers('passage', rows.passages),
      doubles('m', pairs.margin),
      doubles('l', pairs.locality),
      doubles('distance', pairs.distance),
      doubles('coverage', pairs.coverage),
      doubles('overlap', pairs.overlap),
      ...FINDINGS.map(({ id }) => flags(id, pairs.findings[id], rows.records.length)),
      flags('unrelated', pairs.unrelated, rows.records.length),
      doubles('suspicion', pairs.suspicion),
    ]);
    // DuckDB may keep part of an insert that fails.
    const found = await connection.count('pairs', `source = ${structure.id}`);
    const given = rows.records.length;
    if (found !== given) {
      throw new CandidatesError('StoreInsertError', {
        table: 'pairs',
        reason: `it holds ${found} rows where ${given} were given`,
      });
    }
  });
}

/** Record, position and passage of each pair. */
function pairRows(structure: SourceStructure, pairs: MeasuredPairs) {
  const { records, offsets } = pairs;
  const count = pairs.margin.length;
  if (offsets.length !== records.length + 1 || offsets[0] !== 0 || offsets.at(-1) !== count) {
    throw new RangeError(`source ${structure.id}: ${count} pairs were given, the offsets end otherwise`);
  }
  const { locality, distance, coverage, overlap, suspicion, unrelated, findings } = pairs;
  for (const column of [
    locality,
    distance,
    coverage,
    overlap,
    suspicion,
    unrelated,
    ...Object.values(findings),
  ]) {
    if (column !== null && column.length !== count)
      throw new RangeError(`source ${structure.id}: columns of different lengths`);
  }
  const rows = {
    records: new Int32Array(count),
    positions: new Int32Array(count),
    passages: new Int32Array(count),
  };
  for (const [i, record] of records.entries()) {
    const from = offsets[i] as number;
    const first = structure.offsets[record] ?? Number.NaN;
    const size = (structure.offsets[record + 1] ?? Number.NaN) - first;
    if ((offsets[i + 1] as number) - from !== size) {
      throw new RangeError(`source ${structure.id}: record ${record} has not as many pairs as were given`);
    }
    for (let position = 0; position < size; position += 1) {
      rows.records[from + position] = record;
      rows.positions[from + position] = position;
      rows.passages[from + position] = structure.negatives[first + position] as number;
    }
  }
  return rows;
}
