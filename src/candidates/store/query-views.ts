/**
 * What a user's query sees: views of the tables, and the gates as macros of τ. They are in a schema of their own, which
 * the query connection uses, so that `records` means the view. Records and positions count from 1 in them.
 */

import { FINDINGS } from '../../scoring/findings';
import { VERDICTS } from '../../judge/verdicts';
import { MARKS } from '../marks/marks';

/** The schema of the views. */
export const VIEW_SCHEMA = 'views';

/** σ(x/τ), as in `scoring/gates.ts`: no overflow on either side. */
const SIGMOID = (x: string): string =>
  `CASE WHEN ${x} >= 0 THEN 1 / (1 + exp(-(${x}) / tau)) ELSE exp((${x}) / tau) / (1 + exp((${x}) / tau)) END`;

/** v⁻·v⁺, as in `scoring/cosines.ts`; with m and l it gives v⁻·u (`cos_query`) and v⁺·u (`cos_own`). */
const COS_POSITIVE = '1 - distance * distance / 2';

/** Makes the views and macros. */
export const QUERY_VIEWS: readonly string[] = [
  `CREATE SCHEMA ${VIEW_SCHEMA}`,
  `CREATE VIEW ${VIEW_SCHEMA}.sources AS
     SELECT source, name, label, file, format, dimension FROM main.sources`,
  `CREATE VIEW ${VIEW_SCHEMA}.records AS
     SELECT source, record + 1 AS record, place, query_id, query, positive, positive_score FROM main.records`,
  `CREATE VIEW ${VIEW_SCHEMA}.queries AS SELECT query, text FROM main.queries`,
  `CREATE VIEW ${VIEW_SCHEMA}.passages AS SELECT passage, text FROM main.passages`,
  `CREATE VIEW ${VIEW_SCHEMA}.negatives AS
     SELECT source, record + 1 AS record, position + 1 AS position, passage, known_positive, score
       FROM main.negatives`,
  `CREATE VIEW ${VIEW_SCHEMA}.pairs AS
     SELECT source, record + 1 AS record, position + 1 AS position, passage, m, l, distance, coverage,
       ${COS_POSITIVE} AS cos_positive, ${COS_POSITIVE} - l AS cos_query, ${COS_POSITIVE} - l + m AS cos_own, overlap,
       ${FINDINGS.map(({ id }) => id).join(', ')}, unrelated, suspicion
     FROM main.pairs`,
  `CREATE VIEW ${VIEW_SCHEMA}.marks AS
     SELECT source, record + 1 AS record, position + 1 AS position, [${MARKS.map((mark) => `'${mark}'`).join()}][mark] AS mark,
       nullif(note, '') AS note, [${VERDICTS.map((verdict) => `'${verdict}'`).join()}][verdict] AS verdict,
       nullif(judges, '') AS judges
     FROM main.marks`,
  `CREATE VIEW ${VIEW_SCHEMA}.rejects AS
     SELECT file, place_kind, place, record, code, field, message, excerpt FROM main.rejects`,
  // ρ = σ(m/τ) (paper, Eq. pairwise_surrogate_event).
  `CREATE MACRO ${VIEW_SCHEMA}.rho(m, tau) AS ${SIGMOID('m')}`,
  // η = σ(l/τ) (Eq. eci_semantic_neighborhood).
  `CREATE MACRO ${VIEW_SCHEMA}.eta(l, tau) AS ${SIGMOID('l')}`,
  // ψ = 1 − C (Eq. eci_lexical_residual).
  `CREATE MACRO ${VIEW_SCHEMA}.psi(coverage) AS 1 - coverage::DOUBLE`,
  `CREATE MACRO ${VIEW_SCHEMA}.gates(tau) AS TABLE
     SELECT *, ${VIEW_SCHEMA}.rho(m, tau) AS rho, ${VIEW_SCHEMA}.eta(l, tau) AS eta,
       ${VIEW_SCHEMA}.psi(coverage) AS psi
     FROM ${VIEW_SCHEMA}.pairs`,
];
