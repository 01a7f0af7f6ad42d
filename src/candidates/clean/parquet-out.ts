/** Writes Parquet rows as they were stored, under the schema that they had. */

import type { FileMetaData } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';

import type { BlobOutput } from './output';
import { physicalSchema, writtenSchema } from './parquet-schema';

/** Most rows of a row group. */
const GROUP_ROWS = 10_000;

/** Arrow's own schema: readers would hold the rows to it, and a list of a fixed size has lost items. */
const ARROW_SCHEMA = 'ARROW:schema';

/** A Parquet file that is being written: columns, their types and order, and the file's own notes as in another file. */
export class ParquetOutput {
  readonly #writer: ParquetWriter;
  readonly #columns: readonly string[];
  #rows: (readonly unknown[])[] = [];

  /** @param metadata footer of the file whose rows are written; see `whyNotParquet` */
  constructor(
    private readonly metadata: FileMetaData,
    output: BlobOutput,
  ) {
    const notes = metadata.key_value_metadata?.filter(({ key }) => key !== ARROW_SCHEMA) ?? [];
    this.#columns = columnNames(metadata);
    // Statistics would be in the order of stored numbers, not of what they mean.
    this.#writer = new ParquetWriter({
      writer: new StreamWriter(output),
      schema: physicalSchema(metadata.schema),
      statistics: false,
      ...(notes.length === 0 ? {} : { kvMetadata: notes }),
    });
  }

  /** @param row one stored value for each column, in the order of the schema */
  async add(row: readonly unknown[]): Promise<void> {
    this.#rows.push(row);
    if (this.#rows.length === GROUP_ROWS) await this.#writeGroup();
  }

  async finish(): Promise<void> {
    if (this.#rows.length > 0) await this.#writeGroup();
    this.#writer.schema = writtenSchema(this.metadata.schema);
    await this.#writer.finish();
  }

  async #writeGroup(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    const columnData = this.#columns.map((name, index) => ({ name, data: rows.map((row) => row[index]) }));
    await this.#writer.write({ columnData, rowGroupSize: GROUP_ROWS });
  }
}

/** Names of the columns of a file, in the order of the schema. */
export function columnNames({ schema }: FileMetaData): string[] {
  const names: string[] = [];
  let at = 1;
  while (at < schema.length) {
    names.push(schema[at]?.name ?? '');
    for (let open = 1; open > 0; at += 1) open += (schema[at]?.num_children ?? 0) - 1;
  }
  return names;
}

/** Hands on what is written after each row group. */
class StreamWriter extends ByteWriter {
  constructor(private readonly output: BlobOutput) {
    super();
  }

  async flush(): Promise<void> {
    await this.output.write(this.getBytes());
    this.index = 0;
  }

  override async finish(): Promise<void> {
    await this.flush();
  }
}
