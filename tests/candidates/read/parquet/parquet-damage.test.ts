import { openAsBlob, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Field, Float32, Int32, List, Struct, Utf8 } from 'apache-arrow';
import { parquetMetadata } from 'hyparquet';
import { describe, expect, it } from 'vitest';

import type { Entry } from '../../../../src/candidates/read/entries';
import { readColumns } from '../../../../src/candidates/read/parquet/columns';
import { parquetLayout, type RowGroup } from '../../../../src/candidates/read/parquet/layout';
import { Fault } from '../../../../src/candidates/fault';
import { ENCRYPTED, parquetFixture, readParquet, type FixtureOptions } from '../../parquet-fixtures';
import { IS_DEEP } from '../../../support/deep';
import { folderOfTest } from '../../../support/temporary';

const ROWS = 60;
const ROUNDS = IS_DEEP ? 400 : 100;
const passage = new Struct([new Field('docid', new Utf8()), new Field('text', new Utf8())]);

/** Sixty rows in three row groups, with lists, structs, integers and floats. */
function fixture(options: FixtureOptions = {}): Uint8Array<ArrayBuffer> {
  const rows = Array.from({ length: ROWS }, (_, index) => index);
  const negatives = rows.map((row) =>
    Array.from({ length: row % 4 }, (_, k) => ({ docid: `${row * k}`, text: `text ${k} of ${row % 7}` })),
  );
  return parquetFixture(
    [
      { name: 'query', type: new Utf8(), values: rows.map((row) => (row % 9 === 0 ? null : `query ${row}`)) },
      { name: 'negative_passages', type: new List(new Field('item', passage)), values: negatives },
      { name: 'label', type: new Int32(), values: rows },
      {
        name: 'emb',
        type: new List(new Field('item', new Float32())),
        values: rows.map((row) => [row, row / 2, 0.25]),
      },
    ],
    { groupRows: 20, pageBytes: 200, ...options },
  );
}

/** Where the first byte of a column chunk's pages lies. */
function chunkStart(file: Uint8Array<ArrayBuffer>, group: number, column: number): number {
  const meta = parquetMetadata(file.buffer).row_groups[group]?.columns[column]?.meta_data;
  if (meta === undefined) throw new Error('no such column');
  return Number(meta.dictionary_page_offset ?? meta.data_page_offset);
}

function footerStart(file: Uint8Array<ArrayBuffer>): number {
  return file.length - 8 - new DataView(file.buffer).getUint32(file.length - 8, true);
}

async function refusal(file: Uint8Array<ArrayBuffer>): Promise<string> {
  const error: unknown = await readParquet(file).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'UnreadableFileError' });
  return error instanceof Error ? error.message : '';
}

/** A file of which some bytes are changed. */
function changed(change: (file: Uint8Array<ArrayBuffer>) => void): Uint8Array<ArrayBuffer> {
  const file = fixture();
  change(file);
  return file;
}

const DAMAGED = 'The file is damaged or was cut off: copy or download it once more, or write it again.';
const PLAIN = 'Write the file again without encryption.';
const twice = { name: 'text', type: new Utf8(), values: ['a'] };

/** A number of rows in the footer: the field's head (a long, the first after the schema) and 60 as zigzag. */
const COUNT = Uint8Array.of(0x16, 0x78);

describe('a file that cannot be read', () => {
  it.each([
    [
      'is cut off',
      fixture().slice(0, 2000),
      `its footer is missing: it does not end with "PAR1". ${DAMAGED}`,
    ],
    [
      'has a footer longer than itself',
      changed((file) => new DataView(file.buffer).setUint32(file.length - 8, file.length, true)),
      /its footer would have (\d+) bytes, and the whole file has \1\. The file is damaged/,
    ],
    [
      'has a footer of other bytes',
      changed((file) => file.fill(0xff, footerStart(file), footerStart(file) + 8)),
      `its footer is damaged. ${DAMAGED}`,
    ],
    [
      'has a footer that counts other rows than its row groups have',
      changed((file) => void (file[Buffer.from(file.buffer).indexOf(COUNT, footerStart(file)) + 1] = 0x7a)),
      `its footer counts 61 rows, but its row groups have 60. ${DAMAGED}`,
    ],
    ['has an encrypted footer', ENCRYPTED.footer, `its footer is encrypted. ${PLAIN}`],
    [
      'has an encrypted column',
      ENCRYPTED.column,
      `row group 1, column "query", in its footer: it is encrypted. ${PLAIN}`,
    ],
    [
      'has two columns of one name',
      parquetFixture([twice, twice]),
      'it has two columns with the name "text". Rename one of them and write the file again.',
    ],
  ])('%s', async (_, file, reason) => {
    const message = await refusal(file);
    expect(message).toMatch(/^f\.parquet: This Parquet file cannot be read: /);
    expect(message).toMatch(reason);
  });
});

function faultsOf(entries: readonly Entry[]): (string | null)[] {
  return entries.map(({ value }) => (value instanceof Fault ? value.code : null));
}

describe('a row group that cannot be read', () => {
  it('makes each of its rows a fault that names file, row group and rows; the others are read', async () => {
    const file = fixture();
    const at = chunkStart(file, 1, 2);
    file.fill(0xff, at, at + 8);
    const { entries } = await readParquet(file);
    const bad = [20, 40].map((row) => Array<string | null>(20).fill(row === 40 ? null : 'unreadable-rows'));
    expect(faultsOf(entries)).toEqual([...Array<null>(20).fill(null), ...bad.flat()]);
    expect(entries.map(({ place }) => place)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1));
    const message = entries[20]?.value instanceof Fault ? entries[20].value.message : '';
    expect(message).toMatch(
      /^f\.parquet: Row group 2 \(rows 21 to 40\) cannot be read: .{10,}\. The file is damaged/,
    );
  });

  it('is larger than what is held at once', async () => {
    const file = new File([fixture()], 'f.parquet');
    const layout = await parquetLayout(file);
    const huge = { ...(layout.groups[0] as RowGroup), unpacked: 2 ** 30 };
    expect(await readColumns(file, layout, huge, () => Promise.resolve())).toMatchObject({
      message: 'it has 1.1 GB unpacked, and at most 537 MB can be read at once',
      advice: 'Write the file again with smaller row groups (such as `row_group_size=10000`).',
    });
  });

  it.each([true, false])(
    'holds a text that is not UTF-8, which is never read as another (dictionary: %s)',
    async (dictionary) => {
      const values = ['good', 'ab@@@cd', 'fine', 'next'];
      const file = parquetFixture([{ name: 'query', type: new Utf8(), values }], {
        dictionary,
        groupRows: 3,
      });
      const at = Buffer.from(file.buffer).indexOf('ab@@@cd');
      file.set([0xff, 0xc3], at + 2);
      const { entries } = await readParquet(file);
      expect(faultsOf(entries)).toEqual(['not-utf8', 'not-utf8', 'not-utf8', null]);
      expect(entries[0]?.value).toMatchObject({
        message: expect.stringMatching(
          /^f\.parquet: Row group 1 \(rows 1 to 3\) .* is not UTF-8, or/,
        ) as string,
      });
    },
  );
});

describe('a file that changes on the disk between its footer and its rows', () => {
  it('is refused, and its rows are no rejects', async () => {
    const path = join(folderOfTest(), 'gone.parquet');
    writeFileSync(path, fixture());
    const file = new File([await openAsBlob(path)], 'gone.parquet');
    const layout = await parquetLayout(file);
    writeFileSync(path, 'other bytes');
    const rows = readColumns(file, layout, layout.groups[0] as RowGroup, () => Promise.resolve());
    await expect(rows).rejects.toThrow('gone.parquet: The file could not be read. It may have been moved');
  });
});

describe('a damaged file', () => {
  const ways = (['none', 'snappy', 'gzip', 'zstd'] as const).flatMap((codec) =>
    [true, false].flatMap((dictionary) => [
      { codec, dictionary },
      { codec, dictionary, version2: true },
    ]),
  );

  it('is refused, or its rows add up: each is read or at fault', { timeout: 120_000 }, async () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
    const files = ways.map((way) => fixture(way));
    const outcomes = { refused: 0, whole: 0, part: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const file = (files[round % files.length] as Uint8Array<ArrayBuffer>).slice();
      const end = round % 5 === 0 ? file.length : footerStart(file);
      const at = random(end);
      if (round % 2 === 0) file[at] = random(256);
      else file.fill(0xff, at, Math.min(end, at + 1 + random(12)));
      const begun = performance.now();
      const read = await readParquet(file).catch((error: unknown) => error);
      expect(performance.now() - begun).toBeLessThan(10_000);
      if (read instanceof Error) {
        expect(read).toMatchObject({ name: 'UnreadableFileError' });
        outcomes.refused += 1;
      } else {
        const { entries } = read as Awaited<ReturnType<typeof readParquet>>;
        expect(entries.map(({ place }) => place)).toEqual(Array.from({ length: ROWS }, (_, i) => i + 1));
        outcomes[faultsOf(entries).every((code) => code === null) ? 'whole' : 'part'] += 1;
      }
    }
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(ROUNDS / 40);
  });
});
