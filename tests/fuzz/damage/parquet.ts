/** Parquet files that are whole, of tables that were changed: other types, other columns, other rows. */

import {
  Binary,
  Bool,
  Field,
  FixedSizeList,
  Float32,
  Float64,
  Int32,
  Int64,
  LargeUtf8,
  List,
  Struct,
  Utf8,
  type DataType,
} from 'apache-arrow';

import { parquetFixture, type FixtureColumn, type FixtureOptions } from '../../candidates/parquet-fixtures';
import type { Damaged, Mutation, Random } from '../types';
import { below, HOSTILE_NAMES, pick, shuffled } from './chance';

type Columns = readonly FixtureColumn[];

const rowsOf = (columns: Columns): unknown[] =>
  Array.from({ length: columns[0]?.values.length ?? 0 }, (_, row) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, values[row]])),
  );

/** Whether two columns share a name and are not the same: the writer takes no such table. */
const clashes = (columns: Columns): boolean =>
  columns.some((column) => columns.some((other) => other.name === column.name && other !== column));

/** Rewrites the table. */
function onColumns(
  change: (columns: Columns, random: Random) => Columns | null,
  options: (random: Random) => FixtureOptions = () => ({}),
): Mutation['apply'] {
  return ({ columns }, random): Damaged | null => {
    const changed = columns === null ? null : change(columns, random);
    if (changed === null || clashes(changed)) return null;
    return { bytes: parquetFixture(changed, options(random)), rows: rowsOf(changed) };
  };
}

/** Rewrites one column. */
const onColumn = (
  change: (column: FixtureColumn, random: Random) => FixtureColumn | null,
): Mutation['apply'] =>
  onColumns((columns, random) => {
    const chosen = below(random, columns.length);
    const changed = change(columns[chosen] as FixtureColumn, random);
    return changed === null ? null : columns.map((column, index) => (index === chosen ? changed : column));
  });

const isText = ({ type }: FixtureColumn): boolean => type instanceof Utf8 || type instanceof LargeUtf8;

/** The column as another type, its values made to fit. */
function typed(
  column: FixtureColumn,
  type: DataType,
  value: (old: unknown, row: number) => unknown,
): FixtureColumn {
  return {
    ...column,
    type,
    values: column.values.map((old, row) => (old === null ? null : value(old, row))),
  };
}

const list = (type: DataType): List => new List(new Field('item', type, true));

const TYPES: readonly ((column: FixtureColumn) => FixtureColumn)[] = [
  (column) => typed(column, new Int32(), (_, row) => row),
  (column) => typed(column, new Int64(), (_, row) => BigInt(row) + 9_007_199_254_740_993n),
  (column) => typed(column, new Float64(), (_, row) => row + 0.5),
  (column) => typed(column, new Bool(), (_, row) => row % 2 === 0),
  (column) => typed(column, new Binary(), () => Uint8Array.of(0xff, 0xfe, 0x00)),
  (column) => typed(column, new Binary(), (old) => new TextEncoder().encode(String(old))),
  (column) => typed(column, new LargeUtf8(), String),
  (column) => typed(column, list(new Utf8()), (old) => [String(old)]),
  (column) => typed(column, list(new Int64()), (_, row) => [BigInt(row)]),
  (column) =>
    typed(column, new Struct([new Field('text', new Utf8(), true)]), (old) => ({ text: String(old) })),
  (column) => typed(column, new FixedSizeList(2, new Field('item', new Float32(), true)), () => [1, 0]),
];

export const parquetDamage: readonly Mutation[] = [
  {
    name: 'a column of another type',
    of: ['Parquet'],
    apply: onColumn((column, random) => pick(random, TYPES)(column)),
  },
  {
    name: 'a column renamed',
    of: ['Parquet'],
    apply: onColumn((column, random) => ({
      ...column,
      name: pick(random, [
        ...HOSTILE_NAMES,
        'query',
        'negative',
        column.name.toUpperCase(),
        `${column.name}_2`,
      ]),
    })),
  },
  {
    name: 'names of two columns swapped',
    of: ['Parquet'],
    apply: onColumns((columns, random) => {
      const [a, b] = [below(random, columns.length), below(random, columns.length)];
      const nameAt = (at: number): string =>
        (columns[at === a ? b : at === b ? a : at] as FixtureColumn).name;
      return a === b ? null : columns.map((column, at) => ({ ...column, name: nameAt(at) }));
    }),
  },
  {
    name: 'a column twice',
    of: ['Parquet'],
    apply: onColumns((columns, random) => [...columns, pick(random, columns)]),
  },
  {
    name: 'a column lost',
    of: ['Parquet'],
    apply: onColumns((columns, random) => {
      const gone = below(random, columns.length);
      return columns.filter((_, at) => at !== gone);
    }),
  },
  {
    name: 'columns in another order',
    of: ['Parquet'],
    apply: onColumns((columns, random) => shuffled(random, columns)),
  },
  {
    name: 'a column more',
    of: ['Parquet'],
    apply: onColumns((columns, random) => {
      const name = pick(random, [
        ...HOSTILE_NAMES,
        'label',
        'score',
        'title',
        'negative_3',
        '__index_level_0__',
      ]);
      const first = columns[0] as FixtureColumn;
      return columns.some((column) => column.name === name)
        ? null
        : [...columns, typed({ ...first, name }, new Utf8(), (_, row) => `more ${row % 3}`)];
    }),
  },
  {
    name: 'nulls in a column',
    of: ['Parquet'],
    apply: onColumn((column, random) => ({
      ...column,
      values: column.values.map((value) => (random() < 0.3 ? null : value)),
    })),
  },
  {
    name: 'a column of nulls',
    of: ['Parquet'],
    apply: onColumn((column) => ({ ...column, values: column.values.map(() => null) })),
  },
  {
    name: 'odd texts in a column',
    of: ['Parquet'],
    apply: onColumn((column, random) =>
      isText(column)
        ? {
            ...column,
            values: column.values.map((value) =>
              random() < 0.2 ? pick(random, ['', ' ', '\u0000', '\u202e', '12', 'null', '<b>']) : value,
            ),
          }
        : null,
    ),
  },
  {
    name: 'lists of other lengths',
    of: ['Parquet'],
    apply: onColumn((column, random) =>
      column.values.some(Array.isArray)
        ? {
            ...column,
            values: column.values.map((value) =>
              Array.isArray(value) && random() < 0.3 ? value.slice(1) : value,
            ),
          }
        : null,
    ),
  },
  {
    name: 'rows in another order',
    of: ['Parquet'],
    apply: onColumns((columns, random) => {
      const order = shuffled(random, [...(columns[0]?.values.keys() ?? [])]);
      return columns.map((column) => ({ ...column, values: order.map((row) => column.values[row]) }));
    }),
  },
  {
    name: 'packed otherwise',
    of: ['Parquet'],
    same: true,
    apply: onColumns(
      (columns) => columns,
      (random) => ({
        codec: pick(random, ['none', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4']),
        groupRows: pick(random, [1, 7, 30]),
        version2: random() < 0.5,
        dictionary: random() < 0.5,
        pageBytes: pick(random, [64, 1024, 1_000_000]),
      }),
    ),
  },
];
