/**
 * Makes shards of any size for docs/SCALE.md: records with texts of made words and embeddings of known spectrum (the variance of
 * coordinate i falls as 1/i), as Parquet in float32. Two sources, `near` and `far`, which differ by how near their negatives
 * lie to the positive. The same arguments give the same bytes.
 *
 *     node bench/shards/make.mjs OUT [--pairs 5000000] [--dimension 384] [--records 5000]
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import {
  Field,
  FixedSizeList,
  Float32,
  List,
  RecordBatch,
  Schema,
  Struct,
  Table as ArrowTable,
  Utf8,
  makeData,
  tableToIPC,
  vectorFromArray,
} from 'apache-arrow';
import { Compression, Table, WriterPropertiesBuilder, writeParquet } from 'parquet-wasm/node';

import { runMain, SetupError } from '../../scripts/setup.mjs';

const NEGATIVES = 30;
const WORDS = 20_000;
const WORDS_A_TEXT = 12;
/** Share of the positive in a negative. */
const SOURCES = { near: 0.6, far: 0.2 };

/** Numbers in (0, 1) by xorshift. @param {number} seed @returns {() => number} */
function numbers(seed) {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 4_294_967_296;
  };
}

/** @param {() => number} random @returns {string} */
function text(random) {
  return Array.from(
    { length: WORDS_A_TEXT },
    () => `w${Math.floor(WORDS * random() ** 3).toString(36)}`,
  ).join(' ');
}

/**
 * Writes a unit vector: `share` of `near`, the rest drawn by the spectrum.
 *
 * @param {Float32Array} vector
 * @param {() => number} random
 * @param {Float32Array} near of norm 1
 * @param {number} share
 */
function draw(vector, random, near, share) {
  for (let i = 0; i < vector.length; i++) vector[i] = (random() + random() - 1) / Math.sqrt(i + 1);
  normalise(vector);
  for (let i = 0; i < vector.length; i++) vector[i] = (1 - share) * (vector[i] ?? 0) + share * (near[i] ?? 0);
  normalise(vector);
}

/** @param {Float32Array} vector */
function normalise(vector) {
  let square = 0;
  for (const value of vector) square += value * value;
  const scale = 1 / Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) * scale;
}

/**
 * A column of fixed-size lists.
 *
 * @param {Float32Array} values row by row
 * @param {number} dimension
 */
function column(values, dimension) {
  const item = new Float32();
  const type = new FixedSizeList(dimension, new Field('item', item));
  return makeData({ type, length: values.length / dimension, child: makeData({ type: item, data: values }) });
}

/** @param {string} source @param {number} number @param {number} records @param {number} dimension */
function shard(source, number, records, dimension) {
  const random = numbers(number);
  const columns = /** @type {Record<'query' | 'positive', string[]>} */ ({ query: [], positive: [] });
  /** @type {string[][]} */
  const negatives = [];
  const [queries, positives] = [new Float32Array(records * dimension), new Float32Array(records * dimension)];
  const all = new Float32Array(records * NEGATIVES * dimension);
  const row = (/** @type {Float32Array} */ rows, /** @type {number} */ i) =>
    rows.subarray(i * dimension, (i + 1) * dimension);
  const share = Reflect.get(SOURCES, source);
  for (let record = 0; record < records; record++) {
    columns.query.push(`${text(random)} ${number}-${record}`);
    columns.positive.push(text(random));
    negatives.push(Array.from({ length: NEGATIVES }, () => text(random)));
    draw(row(queries, record), random, row(queries, record), 0);
    draw(row(positives, record), random, row(queries, record), 0.6);
    for (let i = 0; i < NEGATIVES; i++) {
      draw(row(all, record * NEGATIVES + i), random, row(positives, record), share);
    }
  }
  const vectors = column(all, dimension);
  const offsets = Int32Array.from({ length: records + 1 }, (_, i) => i * NEGATIVES);
  const lists = new List(new Field('item', vectors.type));
  const utf8 = (/** @type {readonly string[]} */ values) => vectorFromArray(values, new Utf8()).data[0];
  const texts = vectorFromArray(negatives, new List(new Field('item', new Utf8()))).data[0];
  const children = {
    query: utf8(columns.query),
    positive: utf8(columns.positive),
    negatives: texts,
    query_embedding: column(queries, dimension),
    positive_embedding: column(positives, dimension),
    negative_embeddings: makeData({ type: lists, length: records, valueOffsets: offsets, child: vectors }),
  };
  const fields = Object.entries(children).map(([name, data]) => new Field(name, data.type));
  const data = makeData({
    type: new Struct(fields),
    length: records,
    children: Object.values(children),
  });
  const table = new ArrowTable(new RecordBatch(new Schema(fields), data));
  const properties = new WriterPropertiesBuilder()
    .setCompression(Compression.SNAPPY)
    .setDictionaryEnabled(false)
    .setMaxRowGroupSize(500)
    .build();
  return writeParquet(Table.fromIPCStream(tableToIPC(table, 'stream')), properties);
}

await runMain(() => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      pairs: { type: 'string', default: '5000000' },
      dimension: { type: 'string', default: '384' },
      records: { type: 'string', default: '5000' },
    },
  });
  const [out] = positionals;
  const [pairs, dimension, records] = [values.pairs, values.dimension, values.records].map(Number);
  if (!out || !pairs || !dimension || !records)
    throw new SetupError('Expected OUT, and whole numbers from 1 on.');
  mkdirSync(out, { recursive: true });
  const sources = Object.keys(SOURCES);
  const shards = Math.ceil(pairs / (NEGATIVES * records * sources.length));
  for (let number = 1; number <= shards; number++) {
    for (const source of sources) {
      writeFileSync(join(out, `${source}.part${number}.parquet`), shard(source, number, records, dimension));
    }
    process.stderr.write(`\r${number} of ${shards} shards a source`);
  }
  process.stderr.write('\n');
  return Promise.resolve(0);
});
