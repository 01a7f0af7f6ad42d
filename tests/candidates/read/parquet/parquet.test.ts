import { Field, Int32, List, Utf8 } from 'apache-arrow';
import { describe, expect, it } from 'vitest';

import { parquetEntries } from '../../../../src/candidates/read/parquet/rows';
import { parquetFixture, readParquet, type FixtureColumn } from '../../parquet-fixtures';

const text = (name: string, values: readonly (string | null)[]): FixtureColumn => ({
  name,
  type: new Utf8(),
  values,
});

describe('reading', () => {
  it('gives slices of at most 2,000 rows of one row group', async () => {
    const values = Array.from({ length: 5000 }, (_, index) => `q${index}`);
    const { entries, slices, heard } = await readParquet(
      parquetFixture([text('query', values)], { groupRows: 3000 }),
    );
    expect(entries).toHaveLength(5000);
    expect(entries[4999]).toMatchObject({ place: 5000, value: { query: 'q4999' } });
    expect(slices).toEqual([2000, 1000, 2000]);
    expect(heard).toHaveLength(3);
  });

  it('tells the bytes of row groups in the file as rows are given', async () => {
    const values = Array.from({ length: 4000 }, () => 'the same text again and again');
    const file = parquetFixture([text('query', values)], {
      codec: 'gzip',
      groupRows: 2000,
      dictionary: false,
    });
    const { heard } = await readParquet(file);
    const [packed = 0] = heard;
    expect(packed).toBeGreaterThan(0);
    expect(packed).toBeLessThan(file.length / 2);
    expect(heard).toEqual([packed, 2 * packed]);
  });

  it('ends between slices when it is cancelled', async () => {
    const values = Array.from({ length: 5000 }, () => 'q');
    const source = parquetEntries(new File([parquetFixture([text('query', values)])], 'f.parquet'))();
    const controller = new AbortController();
    let slices = 0;
    const all = async (): Promise<void> => {
      for await (const slice of source.chunks(controller.signal, { onBytes: () => undefined })) {
        expect(slice).toBeDefined();
        slices += 1;
        controller.abort();
      }
    };
    await expect(all()).rejects.toThrow(expect.objectContaining({ name: 'LoadCancelledError' }));
    expect(slices).toBe(1);
  });

  it('shows a row as JSON with long texts and lists cut', async () => {
    const file = parquetFixture([
      text('query', ['q'.repeat(500)]),
      {
        name: 'neg',
        type: new List(new Field('item', new Int32())),
        values: [Array.from({ length: 100 }, (_, index) => index)],
      },
    ]);
    const shown = JSON.parse((await readParquet(file)).entries[0]?.text ?? '') as {
      query: string;
      neg: unknown[];
    };
    expect(shown.query).toBe(`${'q'.repeat(200)}…`);
    expect(shown.neg).toEqual([...Array.from({ length: 20 }, (_, index) => index), '…']);
  });
});
