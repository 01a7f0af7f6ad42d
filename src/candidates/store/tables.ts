/** DuckDB's tables as a query sees them, the gates as macros of τ, and the lock on the database. */

import { FINDINGS } from '../../scoring/findings';
import { GATE_IDS, type GateId } from '../../scoring/pair-gates';

/** v⁻·v⁺, as in `scoring/cosines.ts`; with m and l it gives v⁻·u (`cos_query`) and v⁺·u (`cos_own`). */
const COS_POSITIVE = '1 - distance * distance / 2';

/**
 * The columns of each table, with their types. One that follows from others is never given; the others in this order. Ids are int32: those of
 * queries and passages count distinct texts over all sources. Records and positions count from 1. `pairs` holds what a run
 * measured and found (`scoring/flat-pairs.ts`).
 */
const TABLES = {
  sources: 'source INTEGER, name VARCHAR, label VARCHAR, file VARCHAR, format VARCHAR, dimension INTEGER',
  queries: 'query INTEGER, text VARCHAR',
  passages: 'passage INTEGER, text VARCHAR',
  records:
    'source INTEGER, record INTEGER, place INTEGER, query_id VARCHAR, query INTEGER, positive INTEGER, ' +
    'positive_score DOUBLE',
  negatives:
    'source INTEGER, record INTEGER, position INTEGER, passage INTEGER, known_positive BOOLEAN, score DOUBLE',
  pairs:
    'source INTEGER, record INTEGER, position INTEGER, passage INTEGER, m DOUBLE, l DOUBLE, distance DOUBLE, ' +
    `coverage DOUBLE, cos_positive DOUBLE AS (${COS_POSITIVE}), cos_query DOUBLE AS (${COS_POSITIVE} - l), ` +
    `cos_own DOUBLE AS (${COS_POSITIVE} - l + m), overlap DOUBLE, ` +
    `${FINDINGS.map(({ id }) => `${id} BOOLEAN`).join(', ')}, unrelated BOOLEAN, suspicion DOUBLE`,
  marks:
    'source INTEGER, record INTEGER, position INTEGER, mark VARCHAR, note VARCHAR, verdict VARCHAR, judges VARCHAR',
  rejects:
    'file VARCHAR, place_kind VARCHAR, place INTEGER, record VARCHAR, code VARCHAR, field VARCHAR, ' +
    'message VARCHAR, excerpt VARCHAR',
};

export type TableName = keyof typeof TABLES;

/** σ(x/τ), as in `scoring/gates.ts`: no overflow on either side. */
const SIGMOID = (x: string): string =>
  `CASE WHEN ${x} >= 0 THEN 1 / (1 + exp(-(${x}) / tau)) ELSE exp((${x}) / tau) / (1 + exp((${x}) / tau)) END`;

/** Of each gate what it follows from, and its equation. */
const GATES: Readonly<Record<GateId, readonly [from: string, equation: string]>> = {
  // ρ = σ(m/τ) (paper, Eq. pairwise_surrogate_event).
  rho: ['m, tau', SIGMOID('m')],
  // η = σ(l/τ) (Eq. eci_semantic_neighborhood).
  eta: ['l, tau', SIGMOID('l')],
  // ψ = 1 − C (Eq. eci_lexical_residual).
  psi: ['coverage', '1 - coverage::DOUBLE'],
};

const MACROS = [
  ...GATE_IDS.map((id) => `CREATE MACRO ${id}(${GATES[id][0]}) AS ${GATES[id][1]}`),
  `CREATE MACRO gates(tau) AS TABLE
     SELECT *, ${GATE_IDS.map((id) => `${id}(${GATES[id][0]}) AS ${id}`).join(', ')} FROM pairs`,
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

/** What makes the tables and locks the database. */
export function tableStatements(memoryMiB: number): string[] {
  const tables = Object.entries(TABLES).map(([name, columns]) => `CREATE TABLE ${name}(${columns})`);
  return [...tables, ...MACROS, `SET memory_limit = '${memoryMiB}MiB'`, UNPACKED, ...LOCK];
}
