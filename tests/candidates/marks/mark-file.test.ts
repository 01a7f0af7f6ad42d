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
  it('of CSV has keys, marks, notes and where the pairs stand, counted from 1', async () => {
    expect(await writeMarks(MARKS, 'csv').text()).toBe(
      [
        'key,mark,note,source,record,position',
        '00000001000000020000000300000004,drop,,bm25,1,3',
        'ffffffff000000000000000000abcdef,false-negative,"\'=answers, ""yes""\nsecond line","dense,1",42,1',
        '00000009000000090000000900000009,,only a note,,,',
        '',
      ].join('\n'),
    );
  });

  it.each(['json', 'csv'] as const)('of %s gives the same marks when it is read', async (format) => {
    const { words, marks, notes } = MARKS;
    const file = fileOf(`marks.${format}`, writeMarks(MARKS, format));
    expect(await readMarks(file)).toEqual({ words, marks, notes });
  });

  it.each(['json', 'csv'] as const)('of %s keeps hostile notes', async (format) => {
    const notes = HOSTILE_TEXTS.map((note, i): [number, string] => [i, note.replaceAll('\r\n', '\n')]);
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
    const read = await readMarks(fileOf(`marks.${format}`, writeMarks(given, format)));
    const wellFormed = notes.map(([i, note]) => [
      i,
      format === 'json' ? note : note.replace(/\p{Cs}/gu, '\ufffd'),
    ]);
    expect(read.notes).toEqual(wellFormed);
  });

  it('of nothing is a file too', async () => {
    const none = { ...MARKS, words: new Uint32Array(0), marks: new Uint8Array(0), notes: [] };
    for (const format of ['json', 'csv'] as const) {
      const read = await readMarks(fileOf('none', writeMarks(none, format)));
      expect(read.marks).toHaveLength(0);
    }
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
    for (const format of ['json', 'csv'] as const) {
      const { words, marks } = await readMarks(fileOf('many', writeMarks(many, format)));
      expect([marks.length, words.at(-1)]).toEqual([length, 4 * length - 1]);
    }
  });

  const key = '0'.repeat(32);
  it.each([
    ['columns', 'kee,mark\n1,drop\n', 'its columns are "kee", "mark". Expected "key" and "mark"'],
    ['key', `key,mark\n${key},drop\n12,keep\n`, 'row 3: "key" is "12". Expected 32 hexadecimal digits'],
    [
      'mark',
      `key,mark\n${key},dropp\n`,
      'row 2: "mark" is "dropp". Expected keep, drop, false-negative or nothing',
    ],
    ['fields', `key,mark\n${key},drop,more\n`, 'row 2: Too many fields'],
    ['nothing', '', 'its columns are none'],
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
    const refused = readMarks(fileOf('marks.csv', content));
    await expect(refused).rejects.toMatchObject({
      name: 'MarkFileError',
      message: expect.stringMatching(
        /^marks\.csv, .* No mark was taken from it: correct it and import it again\.$/s,
      ) as string,
    });
    await expect(refused).rejects.toThrow(message);
  });
});
