import { Fault, type JsonObject } from '../fault';
import { readQueryId, readText } from './fields';
import type { Format } from './format';

const NEGATIVE_COLUMN = /^negative(_\d+)?$/;

/** Rows of a CSV or TSV file by column name (lower case). */
export const table: Format = {
  name: 'triplet table',
  shape: 'CSV or TSV with a header: query (or anchor), positive, negative (or negative_1, negative_2, …)',
  keys: ['query', 'positive', 'negative'],
  joinsRows: true,

  matches: (value) =>
    queryColumn(value) !== null && Object.hasOwn(value, 'positive') && negativeColumns(value).length > 0,

  read(value) {
    const field = queryColumn(value) ?? 'query';
    const query = readText(value, field);
    if (query instanceof Fault) return query;
    const positive = readText(value, 'positive');
    if (positive instanceof Fault) return positive;
    const negatives: string[] = [];
    const columns = negativeColumns(value);
    for (const column of columns) {
      const negative = readText(value, column);
      if (negative instanceof Fault) return negative;
      negatives.push(negative);
    }
    const queryId = readQueryId(value);
    if (queryId instanceof Fault) return queryId;
    return {
      queryId,
      query,
      positive,
      furtherPositives: 0,
      negatives,
      embeddings: null,
      fields: { query: field, positive: 'positive', negatives: columns.join(', ') },
    };
  },
};

function queryColumn(value: JsonObject): string | null {
  return ['query', 'anchor'].find((column) => Object.hasOwn(value, column)) ?? null;
}

/** In column order. */
function negativeColumns(value: JsonObject): string[] {
  return Object.keys(value).filter((column) => NEGATIVE_COLUMN.test(column));
}
