/** The rows of a Parquet file as entries. */

import { CandidatesError } from '../../errors';
import { Fault, type JsonObject } from '../../fault';
import type { Entry, EntrySource, ReadingListener } from '../entries';
import { Pace } from '../pace';
import { Row } from '../row';
import { readColumns, type Columns } from './columns';
import { ParquetFault, parquetLayout, type RowGroup } from './layout';
import { rowsOf } from './values';

/** Rows given at once. */
const SLICE_ROWS = 2000;

/** Whether a file begins as Parquet does, also one with an encrypted footer, which is refused later. */
export function isParquet(head: Uint8Array): boolean {
  const magic = String.fromCharCode(...head.subarray(0, 4));
  // "PARE" may begin a text, but in a text no control characters follow.
  return (
    magic === 'PAR1' || (magic === 'PARE' && head.subarray(4, 8).some((byte) => byte < 9 || byte === 0x15))
  );
}

/** What a reading that ended in the first row group has unpacked: the next one begins with it. */
interface Begun {
  columns: Columns | ParquetFault | null;
}

/**
 * All rows, with null for missing values. Each row of a row group that cannot be read is an entry at fault.
 */
export class ParquetEntries implements EntrySource {
  readonly placeKind = 'row';
  readonly blankLines = 0;

  /** @param begun shared by the readings of a file */
  constructor(
    private readonly file: File,
    private readonly begun: Begun = { columns: null },
  ) {}

  /**
   * Rows of each row group in slices of at most 2,000; progress is reported after each slice.
   * @throws LoadCancelledError, UnreadableFileError, and what the listener throws
   */
  async *chunks(signal: AbortSignal, listener: ReadingListener): AsyncGenerator<Iterable<Entry>> {
    const pace = new Pace();
    const pause = async (): Promise<void> => {
      this.checkSignal(signal);
      await pace.breathe();
      this.checkSignal(signal);
    };
    const before = { packed: 0, unpacked: 0 };
    const layout = await parquetLayout(this.file);
    for (const [index, group] of layout.groups.entries()) {
      const { rows, packed, unpacked } = group;
      const known = index === 0 ? this.begun.columns : null;
      const columns = known ?? (await readColumns(this.file, layout, group, pause));
      this.begun.columns = index === 0 ? columns : null;
      const valueAt =
        columns instanceof ParquetFault
          ? faultOf(this.file.name, group, columns)
          : rowsOf(layout.metadata, columns);
      for (let from = 0; from < rows; from += SLICE_ROWS) {
        const until = Math.min(from + SLICE_ROWS, rows);
        await pause();
        yield entries(group, from, until, valueAt);
        const share = until / rows;
        listener.onBytes(
          before.packed + Math.round(packed * share),
          before.unpacked + Math.round(unpacked * share),
        );
      }
      before.packed += packed;
      before.unpacked += unpacked;
    }
    this.begun.columns = null;
    this.checkSignal(signal);
  }

  private checkSignal(signal: AbortSignal): void {
    if (signal.aborted) throw new CandidatesError('LoadCancelledError', { file: this.file.name });
  }
}

/** The fault of each row of a row group that cannot be read. */
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

/** Some rows of a row group; each is made when it is asked for. */
function* entries(
  { firstRow }: RowGroup,
  from: number,
  until: number,
  valueAt: (row: number) => JsonObject | Fault,
): Generator<Entry> {
  for (let row = from; row < until; row += 1) yield new Row(firstRow + row, valueAt(row));
}
