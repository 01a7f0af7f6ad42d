/** Marks as a file, and back. */

import { describe, expect, it } from 'vitest';

import { readMarks, writeMarks } from '../../../src/candidates/marks/mark-file';
import type { MarksToWrite } from '../../../src/candidates/marks/marks';
import { HOSTILE_TEXTS } from '../../support/hostile';

const MARKS: MarksToWrite = {
  words: Uint32Array.of(1, 2, 3, 4, 0xffffffff, 0, 0, 0xabcdef, 9, 9, 9, 9),
  marks: Uint8Array.of(2, 3, 0),
  notes: [
    [1, '=answers, "yes"\nsecond line'],
    [2, 'only a note'],
  ],
  sources: ['bm25', 'dense,1'],
  source: Int32Array.of(0, 1, -1),
  records: Int32Array.of(0, 41, 0),
  positions: Int32Array.of(2, 0, 0),
};

const fileOf = (name: string, content: BlobPart) => new File([content], name);

describe('a file of marks', () => {
  it('has keys, marks, notes and where the pairs stand, counted from 1', async () => {
    const { marks } = JSON.parse(await writeMarks(MARKS).text()) as { marks: unknown[] };
    expect(marks).toEqual([
      {
        key: '00000001000000020000000300000004',
        mark: 'drop',
        note: '',
        source: 'bm25',
        record: 1,
        position: 3,
      },
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
    ]);
  });

  it('gives the same marks when it is read', async () => {
    const { words, marks, notes } = MARKS;
    const file = fileOf('marks.json', writeMarks(MARKS));
    expect(await readMarks(file)).toEqual({ words, marks, notes });
  });

  it('keeps hostile notes', async () => {
    const notes = HOSTILE_TEXTS.map((note, i): [number, string] => [i, note]);
    const length = notes.length;
    const given: MarksToWrite = {
      words: Uint32Array.from({ length: 4 * length }, (_, i) => i),
      marks: new Uint8Array(length).fill(2),
      notes,
      sources: HOSTILE_TEXTS,
      source: Int32Array.from({ length }, (_, i) => i),
      records: new Int32Array(length),
      positions: new Int32Array(length),
    };
    const read = await readMarks(fileOf('marks.json', writeMarks(given)));
    expect(read.notes).toEqual(notes);
  });

  it('of nothing is a file too', async () => {
    const none = { ...MARKS, words: new Uint32Array(0), marks: new Uint8Array(0), notes: [] };
    const read = await readMarks(fileOf('none', writeMarks(none)));
    expect(read.marks).toHaveLength(0);
  });

  it('holds 250,000 marks', async () => {
    const length = 250_000;
    const many: MarksToWrite = {
      words: Uint32Array.from({ length: 4 * length }, (_, i) => i),
      marks: new Uint8Array(length).fill(2),
      notes: [],
      sources: ['one'],
      source: new Int32Array(length),
      records: new Int32Array(length),
      positions: new Int32Array(length),
    };
    const { words, marks } = await readMarks(fileOf('many', writeMarks(many)));
    expect([marks.length, words.at(-1)]).toEqual([length, 4 * length - 1]);
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
