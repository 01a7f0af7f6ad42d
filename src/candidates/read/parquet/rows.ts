/** The rows of a Parquet file as entries. */

import { Fault } from '../../fault';
import type { EntrySource } from '../entries';
import { rowEntries, type RowBatch } from '../rows';
import { readColumns, type Columns } from './columns';
import { ParquetFault, parquetLayout, type RowGroup } from './layout';
import { rowsOf } from './values';

/** Whether a file begins as Parquet does, also one with an encrypted footer, which is refused later. */
export function isParquet(head: Uint8Array): boolean {
  const magic = String.fromCharCode(...head.subarray(0, 4));
  // "PARE" may begin a text, but in a text no control characters follow.
  return (
    magic === 'PAR1' || (magic === 'PARE' && head.subarray(4, 8).some((byte) => byte < 9 || byte === 0x15))
  );
}

/** The rows of a Parquet file; each row of a row group that cannot be read is at fault. */
export function parquetEntries(file: File): () => EntrySource {
  // What a reading that ended in the first row group has unpacked: the next one begins with it.
  let begun: Columns | ParquetFault | null = null;
  async function* batches(pause: () => Promise<void>): AsyncGenerator<RowBatch> {
    const layout = await parquetLayout(file);
    for (const [index, group] of layout.groups.entries()) {
      const known = index === 0 ? begun : null;
      const columns = known ?? (await readColumns(file, layout, group, pause));
      begun = index === 0 ? columns : null;
      const valueAt =
        columns instanceof ParquetFault
          ? faultOf(file.name, group, columns)
          : rowsOf(layout.metadata, columns);
      yield { rows: group.rows, bytes: group.packed, valueAt };
    }
    begun = null;
  }
  return () => rowEntries(file, batches);
}

function faultOf(
  file: string,
  { index, firstRow, rows }: RowGroup,
  { message: reason, advice, code }: ParquetFault,
): () => Fault {
  const range = `rows ${firstRow.toLocaleString('en')} to ${(firstRow + rows - 1).toLocaleString('en')}`;
  const message = `${file}: Row group ${index + 1} (${range}) cannot be read: ${reason}. ${advice}`;
  const fault = new Fault(code, null, message);
  return () => fault;
}
