/** Writes a Parquet file anew without the pairs that were chosen. */

import type { RecordBatch } from 'apache-arrow';

import { CandidatesError } from '../errors';
import { objects } from '../read/parquet/arrow-values';
import { ParquetFault } from '../read/parquet/fault';
import type { Layout, RowGroup } from '../read/parquet/footer';
import { ParquetOutput } from '../read/parquet/output';
import { parquetLayout, unpackedGroup } from '../read/parquet/parquet';
import type { Edit } from '../read/parquet/take';

import type { Job } from './job';
import { rowEdits } from './row-cutter';

const AS_IT_IS: readonly Edit[] = [];

/**
 * Rows go out value for value, in row groups of bounded size, packed with snappy, under the columns and types that
 * they had. Row groups that could not be read have no rows to write.
 * @throws ExportError, LoadCancelledError, UnreadableFileError
 */
export async function cleanParquet(job: Job): Promise<void> {
  const { file } = job.opened;
  try {
    const layout = await parquetLayout(file);
    const output = new ParquetOutput(layout.footer, (bytes) => job.output.write(bytes));
    let bytesRead = 0;
    for (const group of layout.groups) {
      if (job.signal.aborted) throw new CandidatesError('LoadCancelledError', { file: file.name });
      let place = group.firstRow;
      for (const batch of await readableRows(file, layout, group)) {
        await writeBatch(job, batch, place, output);
        place += batch.numRows;
      }
      bytesRead += group.packed;
      job.onBytes(bytesRead);
    }
    await output.finish();
  } catch (error) {
    if (error instanceof CandidatesError) throw error;
    const reason = `its rows could not be carried over (${error instanceof Error ? error.message : String(error)})`;
    throw new CandidatesError(
      'ExportError',
      { file: file.name, reason, advice: 'Write the file as JSON lines, load that and export again' },
      { cause: error },
    );
  }
}

/** None where the row group cannot be read: its rows were rejected when the file was loaded. */
async function readableRows(file: File, layout: Layout, group: RowGroup): Promise<readonly RecordBatch[]> {
  try {
    return await unpackedGroup(file, layout, group);
  } catch (error) {
    if (error instanceof ParquetFault) return [];
    throw error;
  }
}

/** @param first 1-based row of the file */
async function writeBatch(job: Job, batch: RecordBatch, first: number, output: ParquetOutput): Promise<void> {
  const rowAt = objects(batch.data);
  const rows: number[] = [];
  const edits = new Map<number, readonly Edit[]>();
  for (let row = 0; row < batch.numRows; row += 1) {
    const left = job.rewritten<readonly Edit[]>(
      first + row,
      AS_IT_IS,
      () => rowAt(row),
      (draft, removed) => rowEdits(rowAt(row), draft, removed),
    );
    if (left === null) continue;
    rows.push(row);
    if (left.length > 0) edits.set(row, left);
  }
  await output.add(batch, rows, edits);
}
