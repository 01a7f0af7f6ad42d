/** Writes a Parquet file again without the removed pairs. */

import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';

import { CandidatesError } from '../errors';
import type { Draft } from '../formats/format';
import { Pace } from '../read/pace';
import { readColumns, storedElement, type Columns } from '../read/parquet/columns';
import { ParquetFault, parquetLayout, type Layout } from '../read/parquet/layout';
import { rowsOf } from '../read/parquet/values';
import type { Job } from './job';
import { entryRemoval, staysWithout, valueAt, type Indices } from './removal';

/** Rows of a written row group: readers hold one in memory. */
const GROUP_ROWS = 10_000;

/** Stored values by column. */
type Row = Record<string, unknown>;

/**
 * Copies rows value for value, in row groups of bounded size, packed with snappy. Row groups that cannot be read are left
 * out.
 * @throws ExportError, LoadCancelledError, UnreadableFileError
 */
export async function cleanParquet(job: Job): Promise<void> {
  const { file } = job.opened;
  const layout = await parquetLayout(file);
  const pace = new Pace();
  const pause = async (): Promise<void> => {
    await pace.breathe();
    if (job.signal.aborted) throw new CandidatesError('LoadCancelledError', { file: file.name });
  };
  try {
    const output = new Output(layout);
    let bytesRead = 0;
    for (const group of layout.groups) {
      await pause();
      const columns = await readColumns(file, layout, group, pause);
      if (!(columns instanceof ParquetFault)) output.add(keptRows(job, layout, group.firstRow, columns));
      await job.output.write(output.taken());
      job.onBytes((bytesRead += group.packed));
    }
    output.finish();
    await job.output.write(output.taken());
  } catch (error) {
    if (error instanceof CandidatesError) throw error;
    const reason = `its rows could not be carried over (${error instanceof Error ? error.message : String(error)})`;
    const advice = 'Write the file as JSON lines, load that and export again';
    throw new CandidatesError('ExportError', { file: file.name, reason, advice }, { cause: error });
  }
}

/**
 * The stored values of the rows that stay, by column.
 * @param first 1-based row of the file
 */
function keptRows(job: Job, { metadata }: Layout, first: number, columns: Columns): Map<string, unknown[]> {
  const kept = new Map(Array.from(columns.keys(), (name) => [name, [] as unknown[]] as const));
  const rowAt = rowsOf(metadata, columns);
  const count = columns.values().next().value?.length ?? 0;
  for (let row = 0; row < count; row += 1) {
    const stored: Row = Object.fromEntries(Array.from(columns, ([name, values]) => [name, values[row]]));
    const left = job.rewritten<Row>(
      first + row,
      stored,
      () => rowAt(row),
      (draft, removed) => withoutTexts(stored, draft, removed),
    );
    if (left !== null) for (const [name, values] of kept) values.push(left[name]);
  }
  return kept;
}

/**
 * A row without some of its negatives: items leave their lists and the lists beside them, a column with one negative
 * becomes an empty text.
 * @param row its stored values, which are changed
 * @param removed indices among the draft's texts, all lists one after the other
 * @returns null if no negative is left and the whole row goes
 * @throws RangeError if the row lacks a list or column that the draft names
 */
function withoutTexts(row: Row, draft: Draft, removed: Indices): Row | null {
  if (!staysWithout(draft, removed)) return null;
  const { fields, lists } = entryRemoval(draft, removed);
  for (const name of fields) {
    if (!Object.hasOwn(row, name)) throw new RangeError(`The row has no column \`${name}\`.`);
    row[name] = '';
  }
  for (const { path, items, beside } of lists) {
    const list = valueAt(row, path);
    const holder = valueAt(row, path.slice(0, -1)) as Record<string | number, unknown>;
    if (Array.isArray(list)) holder[path.at(-1) ?? ''] = list.filter((_, index) => !items.has(index));
    else if (!beside) throw new RangeError(`The row has no list \`${path.join('.')}\`.`);
  }
  return row;
}

/** A Parquet file with the columns and notes of another one, whose stored values it takes. */
class Output {
  private readonly bytes = new ByteWriter();
  private readonly writer: ParquetWriter;
  private readonly schema: SchemaElement[];

  constructor({ metadata, notes }: Layout) {
    this.schema = metadata.schema.map(writtenElement);
    const kvMetadata = Array.from(notes, ([key, value]) => ({ key, value }));
    this.writer = new ParquetWriter({
      writer: this.bytes,
      schema: this.schema.map(storedElement),
      // An empty list would have items of no kind.
      ...(kvMetadata.length > 0 && { kvMetadata }),
      // They would follow the order of stored values, not of what the schema says they mean.
      statistics: false,
    });
  }

  add(columns: ReadonlyMap<string, unknown[]>): void {
    const columnData = Array.from(columns, ([name, data]) => ({ name, data }));
    void this.writer.write({ columnData, rowGroupSize: GROUP_ROWS });
  }

  /** Writes the footer, which says what the stored values mean. */
  finish(): void {
    this.writer.schema = this.schema;
    void this.writer.finish();
  }

  /** The bytes since the last call. */
  taken(): Uint8Array {
    const taken = this.bytes.getBytes();
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
