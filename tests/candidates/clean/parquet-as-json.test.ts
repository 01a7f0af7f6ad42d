import { parquetMetadataAsync, type FileMetaData, type SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';

import { columnNames } from '../../../src/candidates/clean/parquet-out';
import { physicalSchema, whyNotParquet } from '../../../src/candidates/clean/parquet-schema';
import { contrastors } from '../../../src/candidates/formats/json-formats';
import { load } from './loading';
import { MemorySource } from './memory-source';
import { clean, opened, pairs, removedPairs, type FileShape } from './support';

const PARQUET: FileShape = { container: 'Parquet' };

describe('Parquet that cannot be written as it came', () => {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: 3 },
    { name: 'query', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
    { name: 'document', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
    { name: 'negatives', converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  ];
  const footer = (elements: readonly SchemaElement[], bytes = 10n): FileMetaData => ({
    ...{ version: 2, schema: [...elements], num_rows: 0n, metadata_length: 0 },
    row_groups: [{ columns: [], total_byte_size: bytes, num_rows: 0n }],
  });

  it('is told by its schema', () => {
    expect(whyNotParquet(footer(schema))).toBeNull();
    expect(whyNotParquet(footer(schema, 2n ** 30n))).toBe('a row group is too large to be held at once');
    const with_ = (...elements: SchemaElement[]): string | null =>
      whyNotParquet(footer([{ name: 'root', num_children: 1 }, ...elements]));
    expect(with_({ name: 'old', type: 'INT96', repetition_type: 'OPTIONAL' })).toBe(
      'the column old: timestamps of 96 bits',
    );
    expect(with_({ name: 'bare', type: 'INT32', repetition_type: 'REPEATED' })).toMatch('two levels');
    expect(
      with_(
        { name: 'two', converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
        { name: 'array', type: 'INT32', repetition_type: 'REPEATED' },
      ),
    ).toBe('the column two: a list of two levels');
    expect(
      with_(
        { name: 'm', converted_type: 'MAP', repetition_type: 'OPTIONAL', num_children: 1 },
        { name: 'key_value', repetition_type: 'REPEATED', num_children: 2 },
        { name: 'key', type: 'BYTE_ARRAY', repetition_type: 'REQUIRED' },
        { name: 'value', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
      ),
    ).toBe('the column m: a map');
  });

  it('goes out as JSON lines, and its name says so', async () => {
    const file = mapFile();
    expect(whyNotParquet(await parquetMetadataAsync(bufferOf(file)))).toBe('the column made: a map');
    const before = opened('t.parquet', file, PARQUET);
    const { records } = await load(before, { format: contrastors });
    const source = new MemorySource(before, contrastors, records);
    const cleaned = await clean(source, [removedPairs(10, pairs('0:0'))]);
    expect(cleaned.name).toBe('t.cleaned.jsonl');
    expect(await cleaned.content.text()).toBe(
      '{"query":"q1","document":"p1","negatives":["b"],"made":{"by":"us"},"id":"9007199254740993"}\n' +
        '{"query":"q2","document":"p2","negatives":["c"],"made":null,"id":3}\n',
    );
  });

  it('has columns and physical types in the order of the schema', () => {
    expect(columnNames(footer(schema))).toEqual(['query', 'document', 'negatives']);
    expect(physicalSchema(schema).map((element) => element.converted_type ?? null)).toEqual([
      ...[null, null, null, 'LIST', null, null],
    ]);
  });
});

function bufferOf(bytes: Uint8Array<ArrayBuffer>) {
  return { byteLength: bytes.length, slice: (start: number, end?: number) => bytes.buffer.slice(start, end) };
}

/** A file with a map, whose other columns are those of contrastors. */
function mapFile(): Uint8Array<ArrayBuffer> {
  const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const;
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'query', data: ['q1', 'q2'] },
        { name: 'document', data: ['p1', 'p2'] },
        { name: 'negatives', data: [['a', 'b'], ['c']] },
        { name: 'made', data: [{ by: 'us' }, null] },
        { name: 'id', data: [9007199254740993n, 3n] },
      ],
      schema: [
        { name: 'root', num_children: 5 },
        { name: 'query', ...text },
        { name: 'document', ...text },
        { name: 'negatives', converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', ...text },
        { name: 'made', converted_type: 'MAP', repetition_type: 'OPTIONAL', num_children: 1 },
        { name: 'key_value', repetition_type: 'REPEATED', num_children: 2 },
        { name: 'key', ...text, repetition_type: 'REQUIRED' },
        { name: 'value', ...text },
        { name: 'id', type: 'INT64', repetition_type: 'REQUIRED' },
      ],
    }),
  );
}
