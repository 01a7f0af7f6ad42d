/** Writes a Parquet file again without the removed pairs. */

import type { RecordBatch } from 'apache-arrow';

import { CandidatesError } from '../errors';
import { objects } from '../read/parquet/arrow-values';
import { parquetLayout } from '../read/parquet/layout';
import { ParquetOutput } from '../read/parquet/output';
import type { Edit } from '../read/parquet/take';
import { unpacked } from '../read/parquet/unpack';
import type { Job } from './job';
import { rowEdits } from './row-cutter';

const AS_IT_IS: readonly Edit[] = [];

/**
 * Copies rows value for value, in row groups of bounded size, packed with snappy. Row groups that cannot be read are left
 * out.
 * @throws ExportError, LoadCancelledError, UnreadableFileError
 */
export async function cleanParquet(job: Job): Promise<void> {
  const { file } = job.opened;
  const layout = await parquetLayout(file);
  const output = new ParquetOutput(layout.notes, (bytes) => job.output.write(bytes));
  let bytesRead = 0;
  try {
    for await (const { groups, rows } of unpacked(file, layout)) {
      if (job.signal.aborted) throw new CandidatesError('LoadCancelledError', { file: file.name });
      let place = groups[0]?.firstRow ?? 1;
      for (const batch of rows instanceof Error ? [] : rows) {
        await writeBatch(job, batch, place, output);
        place += batch.numRows;
      }
      for (const { packed } of groups) bytesRead += packed;
      job.onBytes(bytesRead);
    }
    await output.finish();
  } catch (error) {
    if (error instanceof CandidatesError) throw error;
    const reason = `its rows could not be carried over (${error instanceof Error ? error.message : String(error)})`;
    const advice = 'Write the file as JSON lines, load that and export again';
    throw new CandidatesError('ExportError', { file: file.name, reason, advice }, { cause: error });
  } finally {
    output.stop();
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
