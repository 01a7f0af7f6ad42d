import type { SchemaElement } from 'hyparquet';

import { quoted } from '../records/fault';
import { ParquetFault } from './parquet-fault';

/** Deepest nesting of columns that is read. */
const MAX_DEPTH = 32;

interface Named {
  readonly name: string;
  /** Definition level from which on the value is there; below it is null. */
  readonly present: number;
  /** Physical columns below this one, itself for a leaf; never empty. */
  readonly leaves: readonly Leaf[];
}

/** A physical column. */
export interface Leaf extends Named {
  readonly kind: 'leaf';
  /** Position among the file's physical columns. */
  readonly index: number;
  readonly element: SchemaElement;
  /** Names from the top, as the column's chunks repeat them. */
  readonly path: readonly string[];
  /** Levels that its values may have: definition (the value itself is there) and repetition. */
  readonly maxDefinition: number;
  readonly maxRepetition: number;
}

export interface Struct extends Named {
  readonly kind: 'struct';
  readonly fields: readonly Column[];
}

interface Repeated extends Named {
  /** Definition level from which on there is an item. */
  readonly filled: number;
  /** Repetition level of every item but the first. */
  readonly repetition: number;
}

export interface List extends Repeated {
  readonly kind: 'list';
  readonly item: Column;
}

export interface Mapping extends Repeated {
  readonly kind: 'map';
  readonly key: Column;
  readonly value: Column;
}

export type Column = Leaf | Struct | List | Mapping;

/**
 * The columns of a Parquet schema. Lists come out as lists in whichever way they are written: in three levels (`list`,
 * `element`; Arrow, DuckDB, Spark), in two (older writers), or as a bare repeated field. Errors: `ParquetFault`.
 */
export function parquetColumns(elements: readonly SchemaElement[]): readonly Column[] {
  const builder = new Builder();
  const { raw, next } = rawTree(elements, 0, 0);
  if (next !== elements.length) throw new ParquetFault('its schema has columns that belong nowhere');
  return builder.columns(raw);
}

/** A schema element with its children, levels not counted yet. */
interface Raw {
  readonly element: SchemaElement;
  readonly children: readonly Raw[];
}

function rawTree(
  elements: readonly SchemaElement[],
  index: number,
  depth: number,
): { raw: Raw; next: number } {
  const element = elements[index];
  if (element === undefined) throw new ParquetFault('its schema names more columns than it has');
  if (depth > MAX_DEPTH) throw new ParquetFault(`its columns are nested more than ${MAX_DEPTH} deep`);
  if (typeof element.name !== 'string') throw new ParquetFault('its schema has a column without a name');
  if (depth > 0 && element.repetition_type === undefined) {
    throw new ParquetFault(`its schema does not say whether ${quoted(element.name)} may be null`);
  }
  const children: Raw[] = [];
  let next = index + 1;
  while (children.length < (element.num_children ?? 0)) {
    const child = rawTree(elements, next, depth + 1);
    children.push(child.raw);
    next = child.next;
  }
  return { raw: { element, children }, next };
}

class Builder {
  #leaves = 0;

  columns(root: Raw): readonly Column[] {
    return this.#all(root.children, 0, 0, []);
  }

  #all(raws: readonly Raw[], definition: number, repetition: number, path: readonly string[]): Column[] {
    const names = new Set<string>();
    for (const { element } of raws) {
      if (names.has(element.name)) {
        const advice = 'Rename one of them and write the file again.';
        throw new ParquetFault(`it has two columns with the name ${quoted(element.name)}`, advice);
      }
      names.add(element.name);
    }
    return raws.map((raw) => this.#column(raw, definition, repetition, path));
  }

  /** `definition` and `repetition` are the levels at which the parent is there. */
  #column(raw: Raw, definition: number, repetition: number, above: readonly string[]): Column {
    if (raw.element.repetition_type !== 'REPEATED') {
      const present = definition + (raw.element.repetition_type === 'OPTIONAL' ? 1 : 0);
      return this.#content(raw, present, repetition, [...above, raw.element.name]);
    }
    const path = [...above, raw.element.name];
    const item = this.#content(raw, definition + 1, repetition + 1, path);
    return listOf(raw.element.name, definition, repetition, item);
  }

  /** The column, its own repetition being counted already. */
  #content(raw: Raw, present: number, repetition: number, path: readonly string[]): Column {
    const { element, children } = raw;
    if (children.length === 0) return this.#leaf(element, present, repetition, path);
    const [only] = children;
    if (only !== undefined && children.length === 1 && only.element.repetition_type === 'REPEATED') {
      if (isList(element)) return this.#list(raw, only, present, repetition, path);
      if (isMap(element) && only.children.length === 2) {
        return this.#map(raw, only, present, repetition, path);
      }
    }
    const fields = this.#all(children, present, repetition, path);
    const leaves = fields.flatMap((field) => field.leaves);
    return { kind: 'struct', name: element.name, present, leaves, fields };
  }

  #list(raw: Raw, repeated: Raw, present: number, repetition: number, above: readonly string[]): Column {
    const path = [...above, repeated.element.name];
    const [child] = repeated.children;
    const item =
      child === undefined || isItem(repeated, child, raw.element.name)
        ? this.#content(repeated, present + 1, repetition + 1, path)
        : this.#column(child, present + 1, repetition + 1, path);
    return listOf(raw.element.name, present, repetition, item);
  }

  #map(raw: Raw, entry: Raw, present: number, repetition: number, above: readonly string[]): Column {
    const path = [...above, entry.element.name];
    const [key, value] = this.#all(entry.children, present + 1, repetition + 1, path);
    if (key === undefined || value === undefined) throw new ParquetFault('a map has no keys or no values');
    const leaves = [...key.leaves, ...value.leaves];
    const levels = { present, filled: present + 1, repetition: repetition + 1 };
    return { kind: 'map', name: raw.element.name, ...levels, leaves, key, value };
  }

  #leaf(element: SchemaElement, present: number, repetition: number, path: readonly string[]): Leaf {
    if (element.type === undefined) {
      throw new ParquetFault(`the column ${quoted(path.join('.'))} has no type or no fields`);
    }
    const leaves: Leaf[] = [];
    const leaf: Leaf = {
      ...{ kind: 'leaf', name: element.name, present, leaves },
      ...{ index: this.#leaves, element, path, maxDefinition: present, maxRepetition: repetition },
    };
    leaves.push(leaf);
    this.#leaves += 1;
    return leaf;
  }
}

function listOf(name: string, present: number, repetition: number, item: Column): List {
  const levels = { present, filled: present + 1, repetition: repetition + 1 };
  return { kind: 'list', name, ...levels, leaves: item.leaves, item };
}

/** The format's rules for lists of two levels: whether the repeated group is the item, not a wrapping around it. */
function isItem(repeated: Raw, child: Raw, list: string): boolean {
  const { name } = repeated.element;
  return (
    repeated.children.length > 1 ||
    name === 'array' ||
    name === `${list}_tuple` ||
    child.element.repetition_type === 'REPEATED' ||
    isList(repeated.element) ||
    isMap(repeated.element)
  );
}

function isList({ converted_type, logical_type }: SchemaElement): boolean {
  return converted_type === 'LIST' || logical_type?.type === 'LIST';
}

function isMap({ converted_type, logical_type }: SchemaElement): boolean {
  return converted_type === 'MAP' || converted_type === 'MAP_KEY_VALUE' || logical_type?.type === 'MAP';
}
