/** A large Parquet file, made by another writer than the page reads it with: the Rust one of parquet-wasm. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';

import { Field, List, Struct, Table as ArrowTable, Utf8, tableToIPC, vectorFromArray } from 'apache-arrow';
import { Compression, Table, WriterPropertiesBuilder, writeParquet } from 'parquet-wasm/node';

const ROWS_A_GROUP = 5_000;

const PASSAGE = new Struct(['docid', 'title', 'text'].map((name) => new Field(name, new Utf8(), true)));
const PASSAGES = new List(new Field('item', PASSAGE, true));
/** Tevatron's columns. */
const COLUMNS = {
  query_id: new Utf8(),
  query: new Utf8(),
  positive_passages: PASSAGES,
  negative_passages: PASSAGES,
};

/**
 * Writes the records of a JSONL file as Parquet with snappy, in row groups of 5,000.
 *
 * @param {string} jsonl absolute
 * @param {string} file absolute
 */
export function writeAsParquet(jsonl, file) {
  const lines = readFileSync(jsonl, 'utf8').trimEnd().split('\n');
  const records = lines.map((line) => JSON.parse(line));
  const vectors = Object.entries(COLUMNS).map(([name, type]) => {
    const values = records.map((record) => record[name]);
    return /** @type {const} */ ([name, vectorFromArray(values, type)]);
  });
  const table = new ArrowTable(Object.fromEntries(vectors));
  const properties = new WriterPropertiesBuilder()
    .setCompression(Compression.SNAPPY)
    .setMaxRowGroupSize(ROWS_A_GROUP)
    .build();
  const draft = `${file}.draft-${process.pid}`;
  writeFileSync(draft, writeParquet(Table.fromIPCStream(tableToIPC(table, 'stream')), properties));
  renameSync(draft, file);
}
