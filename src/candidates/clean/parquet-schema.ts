/** Which Parquet files can be written as they came, and how their values are carried over untouched. */

import type { ConvertedType, FileMetaData, SchemaElement, SchemaTree } from 'hyparquet';
import { parquetSchema } from 'hyparquet';

/** Unpacked bytes of a row group above which it is not read as a whole. */
const MAX_GROUP_BYTES = 512 * 2 ** 20;

/**
 * Why a file cannot be written as Parquet again, a clause for messages; null where it can. Written are columns of all
 * types but INT96, structs, and lists of three levels (as Arrow, DuckDB and Spark write them), nested in any way.
 */
export function whyNotParquet(metadata: FileMetaData): string | null {
  const huge = metadata.row_groups.find(({ total_byte_size }) => Number(total_byte_size) > MAX_GROUP_BYTES);
  if (huge !== undefined) return 'a row group is too large to be held at once';
  for (const column of parquetSchema(metadata).children) {
    const reason = whyNotColumn(column, false);
    if (reason !== null) return `the column ${column.element.name}: ${reason}`;
  }
  return null;
}

/**
 * The schema with which values are read and written as they are stored: numbers and bytes, whatever they mean. Only
 * what makes lists of columns is left of the annotations.
 */
export function physicalSchema(schema: readonly SchemaElement[]): SchemaElement[] {
  return schema.map((element) => {
    const physical = { ...element };
    delete physical.converted_type;
    delete physical.logical_type;
    delete physical.scale;
    delete physical.precision;
    if (isGroup(element) && isList(element)) physical.converted_type = 'LIST';
    return physical;
  });
}

/**
 * The schema as it is written: as it was, but that signs and widths of integers stand in the older annotation alone
 * (the writer's newer one is not what other readers expect).
 */
export function writtenSchema(schema: readonly SchemaElement[]): SchemaElement[] {
  return schema.map((element) => {
    const { logical_type: logical } = element;
    if (logical?.type !== 'INTEGER') return element;
    const written = { ...element };
    delete written.logical_type;
    written.converted_type ??= `${logical.isSigned ? '' : 'U'}INT_${logical.bitWidth}` as ConvertedType;
    return written;
  });
}

/** @param repeatable the column is the repeated group inside a list */
function whyNotColumn({ element, children }: SchemaTree, repeatable: boolean): string | null {
  const repeated = element.repetition_type === 'REPEATED';
  if (children.length === 0) {
    if (repeated) return 'a list of two levels';
    return element.type === 'INT96' ? 'timestamps of 96 bits' : null;
  }
  if (repeated && !repeatable) return 'a repeated field that is no list';
  if (isMap(element)) return 'a map';
  const list = isList(element);
  if (list || repeated) {
    const [only] = children;
    if (only === undefined || children.length > 1) return 'a list of two levels';
    return whyNotColumn(only, list);
  }
  return children.reduce<string | null>((reason, child) => reason ?? whyNotColumn(child, false), null);
}

function isGroup({ num_children }: SchemaElement): boolean {
  return num_children !== undefined && num_children > 0;
}

function isList({ converted_type, logical_type }: SchemaElement): boolean {
  return converted_type === 'LIST' || logical_type?.type === 'LIST';
}

function isMap({ converted_type, logical_type }: SchemaElement): boolean {
  return converted_type === 'MAP' || converted_type === 'MAP_KEY_VALUE' || logical_type?.type === 'MAP';
}
