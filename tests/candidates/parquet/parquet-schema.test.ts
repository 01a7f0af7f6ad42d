import type { SchemaElement } from 'hyparquet';
import { describe, expect, it } from 'vitest';

import { parquetColumns, type Column } from '../../../src/candidates/parquet/parquet-schema';

const root = (children: number): SchemaElement => ({ name: 'schema', num_children: children });
const text = (name: string, repetition: SchemaElement['repetition_type'] = 'OPTIONAL'): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  repetition_type: repetition,
});
const group = (
  name: string,
  repetition: NonNullable<SchemaElement['repetition_type']>,
  children: number,
  converted?: NonNullable<SchemaElement['converted_type']>,
): SchemaElement => ({
  name,
  repetition_type: repetition,
  num_children: children,
  ...(converted === undefined ? {} : { converted_type: converted }),
});

/** Kind, name and levels of a column and what is in it. */
function shape(column: Column): unknown {
  switch (column.kind) {
    case 'leaf':
      return [column.name, column.maxDefinition, column.maxRepetition];
    case 'struct':
      return { struct: column.name, present: column.present, fields: column.fields.map(shape) };
    case 'list':
      return { list: column.name, ...levels(column), item: shape(column.item) };
    case 'map':
      return { map: column.name, ...levels(column), key: shape(column.key), value: shape(column.value) };
  }
}

function levels(column: Column & { kind: 'list' | 'map' }): object {
  return { present: column.present, filled: column.filled, repetition: column.repetition };
}

const shapes = (elements: readonly SchemaElement[]): unknown[] => parquetColumns(elements).map(shape);

describe('columns of a schema', () => {
  it('count a level for what may be null or repeated', () => {
    expect(shapes([root(2), text('id', 'REQUIRED'), text('query')])).toEqual([
      ['id', 0, 0],
      ['query', 1, 0],
    ]);
    expect(shapes([root(1), group('meta', 'OPTIONAL', 2), text('a', 'REQUIRED'), text('b')])).toEqual([
      {
        struct: 'meta',
        present: 1,
        fields: [
          ['a', 1, 0],
          ['b', 2, 0],
        ],
      },
    ]);
  });

  const list = { list: 'neg', present: 1, filled: 2, repetition: 1 };

  it('take a list of three levels for a list of its elements', () => {
    const elements = [group('neg', 'OPTIONAL', 1, 'LIST'), group('list', 'REPEATED', 1), text('element')];
    expect(shapes([root(1), ...elements])).toEqual([{ ...list, item: ['element', 3, 1] }]);
  });

  it('know a list by its logical type alone', () => {
    const neg: SchemaElement = { ...group('neg', 'OPTIONAL', 1), logical_type: { type: 'LIST' } };
    const elements = [neg, group('bag', 'REPEATED', 1), text('array_element')];
    expect(shapes([root(1), ...elements])).toEqual([{ ...list, item: ['array_element', 3, 1] }]);
  });

  it('take the repeated field of a list of two levels for its items', () => {
    expect(shapes([root(1), group('neg', 'OPTIONAL', 1, 'LIST'), text('element', 'REPEATED')])).toEqual([
      { ...list, item: ['element', 2, 1] },
    ]);
    const fields = [text('docid', 'REQUIRED'), text('text')];
    const item = {
      struct: 'element',
      present: 2,
      fields: [
        ['docid', 2, 1],
        ['text', 3, 1],
      ],
    };
    expect(
      shapes([root(1), group('neg', 'OPTIONAL', 1, 'LIST'), group('element', 'REPEATED', 2), ...fields]),
    ).toEqual([{ ...list, item }]);
  });

  it.each(['array', 'neg_tuple'])('take a repeated group named %s for an item of one field', (name) => {
    const elements = [group('neg', 'OPTIONAL', 1, 'LIST'), group(name, 'REPEATED', 1), text('text')];
    expect(shapes([root(1), ...elements])).toEqual([
      { ...list, item: { struct: name, present: 2, fields: [['text', 3, 1]] } },
    ]);
  });

  it('take a bare repeated field for a list that is never null', () => {
    expect(shapes([root(1), text('neg', 'REPEATED')])).toEqual([
      { list: 'neg', present: 0, filled: 1, repetition: 1, item: ['neg', 1, 1] },
    ]);
  });

  it('nest lists and maps', () => {
    const elements = [
      group('neg', 'OPTIONAL', 1, 'MAP'),
      group('key_value', 'REPEATED', 2),
      text('key', 'REQUIRED'),
      group('value', 'OPTIONAL', 1, 'LIST'),
      group('list', 'REPEATED', 1),
      text('element'),
    ];
    expect(shapes([root(1), ...elements])).toEqual([
      {
        ...{ map: 'neg', present: 1, filled: 2, repetition: 1, key: ['key', 2, 1] },
        value: { list: 'value', present: 3, filled: 4, repetition: 2, item: ['element', 5, 2] },
      },
    ]);
  });

  it('number the physical columns in file order', () => {
    const columns = parquetColumns([root(2), group('a', 'REQUIRED', 2), text('b'), text('c'), text('d')]);
    const leaves = columns.flatMap((column) => column.leaves);
    expect(leaves.map(({ index, path }) => `${index} ${path.join('.')}`)).toEqual(['0 a.b', '1 a.c', '2 d']);
  });
});

describe('a schema that contradicts itself', () => {
  const deep = Array.from({ length: 40 }, (_, index) => group(`g${index}`, 'OPTIONAL', 1));

  it.each<readonly [string, SchemaElement[], string]>([
    ['names children that are missing', [root(2), text('a')], 'its schema names more columns than it has'],
    ['has elements left over', [root(1), text('a'), text('b')], 'its schema has columns that belong nowhere'],
    [
      'has a leaf without a type',
      [root(1), group('a', 'OPTIONAL', 0)],
      'the column "a" has no type or no fields',
    ],
    [
      'does not say what may be null',
      [root(1), { name: 'a', type: 'INT32' }],
      'its schema does not say whether "a" may be null',
    ],
    ['is nested without end', [root(1), ...deep, text('a')], 'its columns are nested more than 32 deep'],
    ['has a name twice', [root(2), text('a'), text('a')], 'it has two columns with the name "a"'],
  ])('%s', (_, elements, message) => {
    expect(() => parquetColumns(elements)).toThrow(message);
  });
});
