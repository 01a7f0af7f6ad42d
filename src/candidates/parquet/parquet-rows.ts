import type { JsonObject } from '../records/fault';
import { ParquetFault } from './parquet-fault';
import { inColumn, type ColumnReader } from './parquet-column';
import type { Column, List, Mapping, Struct } from './parquet-schema';
import { BadText } from './parquet-text';

/** A text of a row that is not UTF-8. */
export interface BadTextInRow {
  /** Name of the column of the table. */
  readonly column: string;
  /** 1-based character. */
  readonly position: number;
}

/**
 * Puts the values of a row group's physical columns together to rows (Dremel's record assembly). The columns have been
 * prepared for the rows that are taken. Errors: `ParquetFault` where the columns contradict each other, and what their
 * decoders throw.
 */
export class RowAssembler {
  #bad: BadTextInRow | null = null;
  #column = '';

  constructor(
    private readonly columns: readonly Column[],
    private readonly readers: readonly ColumnReader[],
  ) {}

  /** The next row, and its first text that is not UTF-8. */
  next(): { value: JsonObject; bad: BadTextInRow | null } {
    this.#bad = null;
    const row: Record<string, unknown> = {};
    for (const column of this.columns) {
      this.#column = column.name;
      this.#checkRowBegins(column);
      put(row, column.name, this.#read(column));
    }
    return { value: row, bad: this.#bad };
  }

  /** To be called behind the group's last row. */
  checkEnd(): void {
    const reader = this.readers.find(({ isAtEnd }) => !isAtEnd);
    if (reader !== undefined)
      throw inColumn(reader.leaf, new ParquetFault('it has values behind its last row'));
  }

  #checkRowBegins({ leaves }: Column): void {
    const leaf = leaves.find(({ index }) => this.readers[index]?.repetition !== 0);
    if (leaf !== undefined) throw inColumn(leaf, new ParquetFault('a row begins amid a list'));
  }

  #read(column: Column): unknown {
    switch (column.kind) {
      case 'leaf':
        return this.#text(this.#reader(column.index).take());
      case 'struct':
        return this.#first(column).definition < column.present
          ? this.#absent(column, null)
          : this.#struct(column);
      case 'list':
        return this.#isFilled(column) ? this.#items(column) : this.#absentList(column, []);
      case 'map':
        return this.#isFilled(column) ? this.#map(column) : this.#absentList(column, {});
    }
  }

  #struct({ fields }: Struct): JsonObject {
    const object: Record<string, unknown> = {};
    for (const field of fields) put(object, field.name, this.#read(field));
    return object;
  }

  #items(list: List): unknown[] {
    const { item } = list;
    if (item.kind === 'leaf') {
      const items = this.#reader(item.index).takeList(list.repetition);
      return item.element.type?.endsWith('BYTE_ARRAY') === true ? this.#texts(items) : items;
    }
    const items: unknown[] = [];
    do items.push(this.#read(item));
    while (this.#goesOn(list));
    return items;
  }

  #map(map: Mapping): JsonObject {
    const object: Record<string, unknown> = {};
    do put(object, String(this.#read(map.key)), this.#read(map.value));
    while (this.#goesOn(map));
    return object;
  }

  #isFilled(column: List | Mapping): boolean {
    return this.#first(column).definition >= column.filled;
  }

  /** Whether the next value of all physical columns is a further item. */
  #goesOn(column: List | Mapping): boolean {
    const { repetition } = column;
    const goesOn = this.#first(column).repetition === repetition;
    for (const leaf of column.leaves) {
      if ((this.#reader(leaf.index).repetition === repetition) !== goesOn) {
        throw inColumn(leaf, new ParquetFault('its lists are not as long as those of the columns beside it'));
      }
    }
    return goesOn;
  }

  #absentList(column: List | Mapping, empty: unknown): unknown {
    return this.#absent(column, this.#first(column).definition < column.present ? null : empty);
  }

  /** Passes over what stands in each physical column for a struct or list that is null or empty. */
  #absent(column: Column, value: unknown): unknown {
    const { definition } = this.#first(column);
    for (const leaf of column.leaves) {
      const reader = this.#reader(leaf.index);
      if (reader.definition !== definition) {
        throw inColumn(leaf, new ParquetFault('it has a value where a column beside it has none'));
      }
      reader.take();
    }
    return value;
  }

  /** The reader of the first physical column. */
  #first({ leaves }: Column): ColumnReader {
    return this.#reader(leaves[0]?.index ?? -1);
  }

  #reader(index: number): ColumnReader {
    const reader = this.readers[index];
    if (reader === undefined) throw new Error('a column without a reader');
    return reader;
  }

  #texts(items: unknown[]): unknown[] {
    return items.some((item) => item instanceof BadText) ? items.map((item) => this.#text(item)) : items;
  }

  #text(value: unknown): unknown {
    if (!(value instanceof BadText)) return value;
    this.#bad ??= { column: this.#column, position: value.position };
    return value.text;
  }
}

/** Sets a field whatever its name: assigning to `__proto__` would set no field. */
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
