/** The tables of the store, and the lock on the database. */

import { FINDINGS } from '../../scoring/findings';
import { DUCKDB_MIB } from './memory-budget';
import type { Connection } from './database';
import { QUERY_VIEWS } from './query-views';

/**
 * Ids are int32: those of queries and passages count distinct texts over all sources, `record` counts per source.
 * Rejects are kept by file. `pairs` holds what a run measured and found (`scoring/flat-pairs.ts`).
 */
const TABLES = [
  `CREATE TABLE sources(source INTEGER, name VARCHAR, label VARCHAR, file VARCHAR, format VARCHAR,
    dimension INTEGER)`,
  'CREATE TABLE queries(query INTEGER, text VARCHAR)',
  'CREATE TABLE passages(passage INTEGER, text VARCHAR)',
  `CREATE TABLE records(source INTEGER, record INTEGER, place INTEGER, query_id VARCHAR, query INTEGER,
    positive INTEGER, positive_score DOUBLE)`,
  `CREATE TABLE negatives(source INTEGER, record INTEGER, position INTEGER, passage INTEGER,
    known_positive BOOLEAN, score DOUBLE)`,
  `CREATE TABLE pairs(source INTEGER, record INTEGER, position INTEGER, passage INTEGER, m DOUBLE, l DOUBLE,
    distance DOUBLE, coverage DOUBLE, overlap DOUBLE, ${FINDINGS.map(({ id }) => `${id} BOOLEAN`).join(', ')}, unrelated BOOLEAN, suspicion DOUBLE)`,
  `CREATE TABLE marks(source INTEGER, record INTEGER, position INTEGER, mark INTEGER, note VARCHAR, verdict INTEGER,
    judges VARCHAR)`,
  `CREATE TABLE rejects(file_id INTEGER, file VARCHAR, place_kind VARCHAR, place INTEGER, record VARCHAR, code VARCHAR,
    field VARCHAR, message VARCHAR, excerpt VARCHAR)`,
];

/** Texts are read in random order, so CHECKPOINT must not compress them. */
const UNPACKED = `SET force_compression = 'uncompressed'`;

/** From here on DuckDB reaches no file and no address, and no statement can change that. */
const LOCK = [
  'SET autoinstall_known_extensions = false',
  'SET autoload_known_extensions = false',
  'SET enable_external_access = false',
  'SET lock_configuration = true',
];

/** Makes the tables and locks the database. */
export async function createTables(connection: Connection, memoryMiB = DUCKDB_MIB): Promise<void> {
  const memory = `SET memory_limit = '${memoryMiB}MiB'`;
  for (const statement of [...TABLES, ...QUERY_VIEWS, memory, UNPACKED, ...LOCK])
    await connection.query(statement);
}
