/** All rows of a query as a file. */

import {
  DataType,
  Precision,
  type Field,
  type FixedSizeList,
  type List,
  type Table,
  type Vector,
} from 'apache-arrow';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import Papa from 'papaparse';

import { CandidatesError } from './errors';
import { rowsOf, type UserQueries, type WholeAnswer } from './store/user-queries';
import { FORMULA } from './names';

/** How a table is written: CSV (RFC 4180, UTF-8), JSON lines, or Parquet packed with snappy. */
export type TableFormat = 'csv' | 'jsonl' | 'parquet';

/**
 * @param queries cancels the query that is running there
 * @throws as `UserQueries.all`; TableWriteError
 */
export async function exportQuery(queries: UserQueries, sql: string, format: TableFormat): Promise<Blob> {
  if (format === 'csv') return csv(await queries.all(sql, 'text'));
  const answer = await queries.all(sql, 'values');
  return format === 'jsonl' ? jsonLines(answer) : parquet(answer);
}

/** Rows of a written part, and of a row group: readers hold one in memory. */
const PART_ROWS = 10_000;

/** The rows of an answer, part by part. */
function* partsOf({ table }: WholeAnswer): Generator<Table> {
  for (let from = 0; from < table.numRows; from += PART_ROWS) yield table.slice(from, from + PART_ROWS);
}

/** One object a row; a whole number too large for a double is a string. */
function jsonLines(answer: WholeAnswer): Blob {
  const plain = (_: string, value: unknown): unknown => {
    if (typeof value !== 'bigint') return value;
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  };
  const lines = Array.from(partsOf(answer), (part) => {
    return new Blob(part.toArray().map((row) => `${JSON.stringify(row, plain)}\n`));
  });
  return new Blob(lines, { type: 'application/x-ndjson' });
}

/** Null is an empty field, an empty text a quoted one; other values as DuckDB writes them. */
function csv(answer: WholeAnswer): Blob {
  const { columns } = answer;
  const head = `${Papa.unparse([columns.map(({ name }) => name)], { newline: '\n' })}\n`;
  // A text that a spreadsheet would run as a formula gets an apostrophe, as in all tables; a number does not.
  const areTexts = columns.map(({ type }) => type === 'VARCHAR');
  const lines = Array.from(partsOf(answer), (part) => {
    const rows = rowsOf(part).map((row) =>
      row.map((value, i) => (areTexts[i] ? (value?.toString().replace(FORMULA, `'$&`) ?? null) : value)),
    );
    return new Blob([`${Papa.unparse(rows, { newline: '\n', quotes: isBlank })}\n`]);
  });
  return new Blob([head, ...lines], { type: 'text/csv;charset=utf-8' });
}

const isBlank = (value: unknown): boolean => value === '';

const MILLISECONDS_A_DAY = 86_400_000;

/** With the types of DuckDB's answer. */
function parquet({ table }: WholeAnswer): Blob {
  const { fields } = table.schema;
  try {
    const root = { name: 'schema', num_children: fields.length };
    const file = parquetWriteBuffer({
      schema: [root, ...fields.flatMap(elementsOf)],
      columnData: fields.map(({ name, type }, index) => {
        const column = table.getChildAt(index) as Vector;
        return { name, data: Array.from(column, (value) => stored(type, value)) };
      }),
      rowGroupSize: PART_ROWS,
      statistics: false,
    });
    return new Blob([file], { type: 'application/vnd.apache.parquet' });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CandidatesError('TableWriteError', { reason }, { cause });
  }
}

/** A column of an answer in Parquet's schema; any of its values may be null. @throws Error */
function elementsOf({ name, type }: Field): SchemaElement[] {
  const optional = { name, repetition_type: 'OPTIONAL' } as const;
  if (isList(type)) {
    return [
      { ...optional, converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...type.children.flatMap((item) => elementsOf(item.clone({ name: 'element' }))),
    ];
  }
  if (DataType.isStruct(type)) {
    return [{ ...optional, num_children: type.children.length }, ...type.children.flatMap(elementsOf)];
  }
  return [{ ...optional, ...elementOf(name, type) }];
}

function elementOf(name: string, type: DataType): Omit<SchemaElement, 'name'> {
  if (DataType.isUtf8(type) || DataType.isDictionary(type))
    return { type: 'BYTE_ARRAY', converted_type: 'UTF8' };
  if (DataType.isBinary(type)) return { type: 'BYTE_ARRAY' };
  if (DataType.isBool(type)) return { type: 'BOOLEAN' };
  if (DataType.isFloat(type)) return { type: type.precision === Precision.SINGLE ? 'FLOAT' : 'DOUBLE' };
  if (DataType.isDate(type)) return { type: 'INT32', converted_type: 'DATE' };
  if (DataType.isTimestamp(type)) {
    const isAdjustedToUTC = typeof type.timezone === 'string';
    return { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MICROS' } };
  }
  if (DataType.isTime(type)) return { type: 'INT64', converted_type: 'TIME_MICROS' };
  if (DataType.isDecimal(type)) {
    const { scale, precision } = type;
    return { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, converted_type: 'DECIMAL', scale, precision };
  }
  if (!DataType.isInt(type)) throw new Error(`the column "${name}" is of the kind ${type}`);
  const converted_type = `${type.isSigned ? '' : 'U'}INT_${type.bitWidth}` as 'INT_8';
  return { type: type.bitWidth === 64 ? 'INT64' : 'INT32', converted_type };
}

/** A value of an answer as hyparquet-writer takes it. */
function stored(type: DataType, value: unknown): unknown {
  if (value === null) return null;
  if (isList(type)) {
    return Array.from(value as Vector, (item: unknown) => stored(type.valueType, item));
  }
  if (DataType.isStruct(type)) {
    const row = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      type.children.map((child) => [child.name, stored(child.type, row[child.name])]),
    );
  }
  if (DataType.isDate(type)) return Math.floor(Number(value) / MILLISECONDS_A_DAY);
  if (DataType.isTimestamp(type)) return BigInt(Math.round(Number(value) * 1000));
  return DataType.isDecimal(type) ? BigInt(String(value)) : value;
}

function isList(type: DataType): type is List | FixedSizeList {
  return DataType.isList(type) || DataType.isFixedSizeList(type);
}
