/** Records with embeddings as a Parquet file. */

import { Field, Float64, List, Utf8, type DataType } from 'apache-arrow';

import { parquetFixture, type FixtureOptions } from '../candidates/parquet-fixtures';
import type { EmbeddedRecord } from './files';

/** Row groups of ten records. */
export function parquetOf(
  records: readonly EmbeddedRecord[],
  codec: NonNullable<FixtureOptions['codec']> = 'none',
): Buffer {
  const listOf = (type: DataType): List => new List(new Field('item', type, true));
  const numbers = listOf(new Float64());
  const columns = {
    query: new Utf8(),
    positive: new Utf8(),
    negatives: listOf(new Utf8()),
    query_embedding: numbers,
    positive_embedding: numbers,
    negative_embeddings: listOf(numbers),
  };
  const names = Object.keys(columns) as (keyof EmbeddedRecord)[];
  const filled = names.map((name) => ({
    name,
    type: columns[name],
    values: records.map((record) => record[name]),
  }));
  return Buffer.from(parquetFixture(filled, { codec, groupRows: 10, dictionary: false }));
}
