/** Writes a Parquet file again without the removed pairs. */

import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';

import { CandidatesError, notWritten } from '../errors';
import { unpackedValue } from '../formats/packed-lists';
import { pausesOf } from '../read/pace';
import { readColumns, storedElement, type Columns } from '../read/parquet/columns';
import { ParquetFault, parquetLayout, type Layout } from '../read/parquet/layout';
import { rowsOf } from '../read/parquet/values';
import { cutValues } from './cut';
import type { Cleaning, Removals } from './removals';

/** Rows of a written row group: readers hold one in memory. */
const GROUP_ROWS = 10_000;

/**
 * Copies rows value for value, in row groups of bounded size, packed with snappy. Row groups that cannot be read are left
 * out.
 * @throws ExportError, FileChangedError, LoadCancelledError, UnreadableFileError
 */
export async function* cleanParquet({
  open,
  removals,
  signal,
  onBytes,
}: Cleaning): AsyncGenerator<Uint8Array> {
  const { file } = open;
  const layout = await parquetLayout(file);
  const pause = pausesOf(file, signal);
  try {
    const written = new Output(layout);
    let bytesRead = 0;
    for (const group of layout.groups) {
      await pause();
      const columns = await readColumns(file, layout, group, pause);
      if (!(columns instanceof ParquetFault))
        written.add(keptRows(removals, layout, group.firstRow, columns, open.packed));
      yield written.taken();
      onBytes((bytesRead += group.packed));
    }
    written.finish();
    yield written.taken();
  } catch (error) {
    if (error instanceof CandidatesError) throw error;
    const reason = `its rows could not be carried over (${error instanceof Error ? error.message : String(error)})`;
    const advice = 'Write the file as JSON lines, load that and export again';
    throw notWritten(file.name, reason, advice, error);
  }
}

/**
 * The stored values of the rows that stay, by column.
 * @param first 1-based row of the file
 */
function keptRows(
  removals: Removals,
  { metadata }: Layout,
  first: number,
  columns: Columns,
  packed: readonly string[] = [],
): Columns {
  const kept = new Map(Array.from(columns.keys(), (name) => [name, [] as unknown[]] as const));
  const rowAt = rowsOf(metadata, columns);
  const count = columns.values().next().value?.length ?? 0;
  for (let row = 0; row < count; row += 1) {
    const plan = removals.of(first + row, () => unpackedValue(rowAt(row), packed));
    if (plan === 'goes') continue;
    const stored = Object.fromEntries(Array.from(columns, ([name, values]) => [name, values[row]]));
    if (plan !== 'stays') cutValues(stored, plan.leaving);
    for (const [name, values] of kept) values.push(stored[name]);
  }
  return kept;
}

/** A Parquet file with the columns and notes of another one, whose stored values it takes. */
class Output {
  private readonly bytes = new ByteWriter();
  private readonly writer: ParquetWriter;
  private readonly schema: SchemaElement[];

  constructor({ metadata }: Layout) {
    this.schema = metadata.schema.map(writtenElement);
    const kvMetadata = (metadata.key_value_metadata ?? []).filter(({ key }) => key !== 'ARROW:schema');
    this.writer = new ParquetWriter({
      writer: this.bytes,
      schema: this.schema.map(storedElement),
      // An empty list would have items of no kind.
      ...(kvMetadata.length > 0 && { kvMetadata }),
      // They would follow the order of stored values, not of what the schema says they mean.
      statistics: false,
    });
  }

  add(columns: Columns): void {
    const columnData = Array.from(columns, ([name, data]) => ({ name, data }));
    void this.writer.write({ columnData, rowGroupSize: GROUP_ROWS });
  }

  /** Writes the footer, which says what the stored values mean. */
  finish(): void {
    this.writer.schema = this.schema;
    void this.writer.finish();
  }

  taken(): Uint8Array {
    const taken = this.bytes.getBytes().slice();
    this.bytes.index = 0;
    return taken;
  }
}

/**
 * A column's form in today's way. hyparquet-writer gives an integer's width a wrong type in the footer; the converted type
 * says the same.
 */
function writtenElement({ logical_type: logical, ...element }: SchemaElement): SchemaElement {
  if (element.type === 'INT96') {
    return {
      ...element,
      type: 'INT64',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'NANOS' },
    };
  }
  if (logical?.type === 'INTEGER') {
    return { ...element, converted_type: `${logical.isSigned ? '' : 'U'}INT_${logical.bitWidth}` as 'INT_8' };
  }
  return logical === undefined ? element : { ...element, logical_type: logical };
}
