/** SQL of a filter. Values are parameters, never part of the text. */

import { FIGURE_IDS } from '../../crossfilter/figures';
import { figureSql, type SqlPiece } from './figures';
import type { PairFilter, PairSort } from './filter';
import { foundSql } from './found';
import type { Gating } from '../../scoring/weightings';

/** Text as a search compares it: accents and case do not count. */
const FOLDED = (x: string): string => `strip_accents(lower(${x}))`;

/** Which names the query gives to the tables. */
const FROM = `FROM gates(?) AS pairs
  JOIN sources USING (source)
  JOIN records USING (source, record)
  JOIN queries USING (query)
  JOIN passages AS positives ON positives.passage = records.positive
  JOIN passages AS negatives ON negatives.passage = pairs.passage
  LEFT JOIN marks USING (source, record, position)`;

/** The pairs of a query together, where the first of them stands. */
const EACH_PLACE: SqlPiece = { sql: 'SELECT * EXCLUDE (place) FROM (', params: [] };
const BY_FIRST_OF_QUERY: SqlPiece = {
  sql: ') ORDER BY min(place) OVER (PARTITION BY query), place',
  params: [],
};

/** The pairs of a filter with their texts and figures, in an order. A query as filter is the table `asked`. */
export function pairQuery(filter: PairFilter, sort: PairSort, gating: Gating): SqlPiece {
  const from = { sql: FROM, params: [gating.tau] };
  const order = orderOf(sort, gating);
  const place = { ...order, sql: `, row_number() OVER (${order.sql}) AS place` };
  const isGrouped = sort.byQuery === true;
  const select = {
    sql: `SELECT sources.name AS source, record, position, rho, eta, psi, mark,
  queries.text AS query, negatives.text AS negative`,
    params: [],
  };
  const pieces = isGrouped
    ? [EACH_PLACE, select, place, from, whereOf(filter, gating), BY_FIRST_OF_QUERY]
    : [select, from, whereOf(filter, gating), order];
  return {
    sql: pieces.flatMap(({ sql }) => (sql === '' ? [] : [sql])).join('\n'),
    params: pieces.flatMap(({ params }) => params),
  };
}

/** The query of a filter with its values written into it, for a user to read, change and run. */
export function filterInSql(filter: PairFilter, sort: PairSort, gating: Gating): string {
  const asked = filter.sql.trim() === '' ? '' : `${askedPairs(filter.sql)}\n`;
  return asked + withLiterals(pairQuery(filter, sort, gating));
}

/** The pairs that somebody judged, as a query. @param judge the name that the page shows */
export function judgedBySql(judge: string): string {
  return `SELECT source, record, position FROM marks
WHERE list_contains(string_split(judges, ', '), '${judge.replaceAll("'", "''")}')`;
}

/** The pairs of a query, to be read. Its answer has the columns `source` (name or key), `record` and `position`. */
export function askedPairsSql(sql: string): string {
  return `${askedPairs(sql)}\nSELECT DISTINCT source, record, position FROM asked WHERE source IS NOT NULL\n  AND record IS NOT NULL AND position IS NOT NULL`;
}

/** The table `asked`: the pairs of a query, the source by its name. */
function askedPairs(sql: string): string {
  return `WITH asked AS (
  SELECT coalesce(sources.name, answer.source::VARCHAR) AS source,
    TRY_CAST(answer.record AS INTEGER) AS record, TRY_CAST(answer.position AS INTEGER) AS position
  FROM (
${sql.trim().replace(/(?<![;\s])[;\s]+$/, '')}
) AS answer
  LEFT JOIN sources ON typeof(answer.source) <> 'VARCHAR' AND sources.source = TRY_CAST(answer.source AS INTEGER)
)`;
}

/** The same query with its values written into it. */
export function withLiterals({ sql, params }: SqlPiece): string {
  let next = 0;
  return sql.replaceAll('?', () => {
    const value = params[next++] ?? '';
    return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
  });
}

function whereOf(filter: PairFilter, gating: Gating): SqlPiece {
  const conditions: SqlPiece[] = [];
  if (filter.sources.length > 0) {
    conditions.push({
      sql: `sources.name IN (${filter.sources.map(() => '?').join(', ')})`,
      params: filter.sources,
    });
  }
  const rules = filter.found.map((id) => foundSql(id, gating.tau));
  conditions.push(...rules);
  for (const id of FIGURE_IDS) {
    const range = filter.ranges[id];
    if (!range) continue;
    const figure = figureSql(id, gating);
    if (range.from !== null) conditions.push(compared(figure, '>=', range.from));
    if (range.to !== null) conditions.push(compared(figure, '<=', range.to));
  }
  if (filter.marks.length > 0) conditions.push(oneOf('mark', filter.marks));
  if (filter.verdicts.length > 0) conditions.push(oneOf('verdict', filter.verdicts));
  if (filter.sql.trim() !== '')
    conditions.push({ sql: '(sources.name, record, position) IN (FROM asked)', params: [] });
  const search = filter.search.trim();
  if (search !== '') {
    const texts = ['queries.text', 'positives.text', 'negatives.text'];
    conditions.push({
      sql: `(${texts.map((text) => `contains(${FOLDED(text)}, ${FOLDED('?')})`).join('\n    OR ')})`,
      params: texts.map(() => search),
    });
  }
  return {
    sql: conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join('\n  AND ')}`,
    params: conditions.flatMap(({ params }) => params),
  };
}

/** Whether a column holds one of some values; `none` is NULL. */
function oneOf(column: string, values: readonly string[]): SqlPiece {
  const named = values.filter((value) => value !== 'none');
  const isNamed = named.length > 0 ? [`${column} IN (${named.map(() => '?').join(', ')})`] : [];
  const isNone = values.includes('none') ? [`${column} IS NULL`] : [];
  return { sql: `(${[...isNamed, ...isNone].join(' OR ')})`, params: named };
}

function compared(figure: SqlPiece, sign: '>=' | '<=', value: number): SqlPiece {
  return { sql: `${figure.sql} ${sign} ?`, params: [...figure.params, value] };
}

function orderOf({ by, descending }: PairSort, gating: Gating): SqlPiece {
  const way = descending ? 'DESC' : 'ASC';
  const file = (order: string) => `pairs.source ${order}, record ${order}, position ${order}`;
  if (by === 'file') return { sql: `ORDER BY ${file(way)}`, params: [] };
  const figure = figureSql(by, gating);
  return { sql: `ORDER BY ${figure.sql} ${way}, ${file('ASC')}`, params: figure.params };
}
