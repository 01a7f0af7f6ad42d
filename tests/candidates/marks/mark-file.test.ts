/** Marks as a file, and back. */

import { describe, expect, it } from 'vitest';

import { readMarks, writeMarks, type MarkRow } from '../../../src/candidates/marks/mark-file';
import { keyText } from '../../../src/candidates/marks/marks';
import { IS_DEEP } from '../../support/deep';
import { HOSTILE_TEXTS } from '../../support/hostile';

const MANY = IS_DEEP ? 250_000 : 10_000;

const ROWS: readonly MarkRow[] = [
  { key: '00000001000000020000000300000004', mark: 'drop', note: '', source: 'bm25', record: 1, position: 3 },
  {
    key: 'ffffffff000000000000000000abcdef',
    mark: 'false-negative',
    note: '=answers, "yes"\nsecond line',
    source: 'dense,1',
    record: 42,
    position: 1,
  },
  {
    key: '00000009000000090000000900000009',
    mark: null,
    note: 'only a note',
    source: null,
    record: null,
    position: null,
  },
];

const fileOf = (name: string, content: BlobPart) => new File([content], name);
const written = async (rows: readonly MarkRow[]) =>
  fileOf('marks.json', await writeMarks(rows, () => Promise.resolve()));
const said = (rows: readonly MarkRow[]) => rows.map(({ key, mark, note }) => [key, { mark, note }] as const);

/** Rows of one mark, with notes. */
const dropped = (notes: readonly string[]): MarkRow[] =>
  notes.map((note, i) => ({
    key: keyText(Uint32Array.of(i, 2, 3, 4), 0),
    mark: 'drop',
    note,
    source: note,
    record: 1,
    position: 1,
  }));

describe('a file of marks', () => {
  it('has keys, marks, notes and where the pairs stand', async () => {
    const { marks } = JSON.parse(await (await written(ROWS)).text()) as { marks: unknown[] };
    expect(marks).toEqual(ROWS);
  });

  it('gives the same marks when it is read', async () => {
    expect([...(await readMarks(await written(ROWS)))]).toEqual(said(ROWS));
  });

  it('says who marked a pair, where that is known', async () => {
    const [first] = ROWS;
    if (!first) throw new Error('no row');
    const rows = [{ ...first, by: 'cure: copies' }];
    expect([...(await readMarks(await written(rows)))]).toEqual([
      [first.key, { mark: 'drop', note: '', by: 'cure: copies' }],
    ]);
  });

  it('keeps hostile notes', async () => {
    const rows = dropped(HOSTILE_TEXTS);
    expect([...(await readMarks(await written(rows)))]).toEqual(said(rows));
  });

  it('of nothing is a file too', async () => {
    expect((await readMarks(await written([]))).size).toBe(0);
  });

  it(`holds ${MANY} marks`, async () => {
    const rows = dropped(new Array<string>(MANY).fill(''));
    const marks = await readMarks(await written(rows));
    expect([marks.size, marks.get(rows.at(-1)?.key ?? '')?.mark]).toEqual([MANY, 'drop']);
  });

  const key = '0'.repeat(32);
  it.each([
    [
      'key',
      `{"format":"negscope-marks","version":1,"marks":[{"key":"${key}"},{"key":"12"}]}`,
      'mark 2: "key" is "12". Expected 32 hexadecimal digits',
    ],
    [
      'mark',
      `{"format":"negscope-marks","version":1,"marks":[{"key":"${key}","mark":"dropp"}]}`,
      'mark 1: "mark" is "dropp". Expected keep, drop, false-negative or nothing',
    ],
    ['nothing', '', 'it is no whole JSON'],
    ['null', 'null', 'it says "format": missing'],
    ['text', 'key,mark\n1,drop\n', 'it is no whole JSON'],
    ['JSON', '{"format": ', 'it is no whole JSON'],
    [
      'version',
      '{"format":"negscope-marks","version":2,"marks":[]}',
      '"version": 2. Expected "negscope-marks", version 1',
    ],
    ['list', '{"format":"negscope-marks","version":1}', 'with a list of "marks"'],
    ['item', '{"format":"negscope-marks","version":1,"marks":[7]}', 'mark 1 is 7. Expected an object'],
    [
      'note',
      `{"format":"negscope-marks","version":1,"marks":[{"key":"${key}","mark":"keep","note":{}}]}`,
      'mark 1: "note" is {}. Expected a text',
    ],
    ['no key', '{"format":"negscope-marks","version":1,"marks":[{"mark":"keep"}]}', '"key" is missing'],
  ])('with a fault in its %s is refused with the place', async (_, content, message) => {
    const refused = readMarks(fileOf('marks.json', content));
    await expect(refused).rejects.toMatchObject({
      name: 'MarkFileError',
      message: expect.stringMatching(
        /^marks\.json, .* No mark was taken from it: correct it and import it again\.$/s,
      ) as string,
    });
    await expect(refused).rejects.toThrow(message);
  });
});
