/** Beginnings of real files, written down from their formats' specifications. */

import { deflateSync } from 'node:zlib';

import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { otherKind } from '../../../src/candidates/read/other-kinds';

const bytes = (...values: (number | string)[]) =>
  Buffer.concat(
    values.map((value) => (typeof value === 'string' ? Buffer.from(value, 'latin1') : Buffer.of(value))),
  );

describe('files that hold no records', () => {
  it.each([
    ['an image', bytes(0x89, 'PNG\r\n', 0x1a, '\n')],
    ['an image', bytes(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 'JFIF')],
    ['an image', bytes('RIFF', 0x24, 1, 0, 0, 'WEBPVP8 ')],
    ['an image', bytes('BM', 0x36, 4, 0, 0, 0, 0, 0, 0, 0x36)],
    ['an image', bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['a PDF', bytes('%PDF-1.7\n')],
    ['an office document', Buffer.from(zipSync({ '[Content_Types].xml': strToU8('<Types/>') }))],
    ['a zip archive with nothing in it', Buffer.from(zipSync({}))],
    ['a sound', bytes('ID3', 4, 0, 0)],
    ['a video', bytes(0, 0, 0, 0x18, 'ftypmp42')],
    ['an SQLite database', bytes('SQLite format 3', 0)],
    ['a NumPy array', bytes(0x93, 'NUMPY', 1, 0)],
    ['a web page', bytes('<!DOCTYPE html>\n<html>')],
  ])('are %s', (what, head) => {
    expect(otherKind(head)).toBe(what);
  });

  it.each([
    '{"query": "q"}',
    'BM25 is a ranking function\tp\tn\n',
    'ID,query,positive\n',
    'MM,II,GIF\n',
    'RIFF in music\tp\tn\n',
    '<b>bold</b>\tp\tn\n',
    '',
    'B',
  ])('are not mistaken in text: %j', (text) => {
    expect(otherKind(Buffer.from(text))).toBeNull();
  });

  it('are not mistaken in packed data, nor in a zip of other files', () => {
    expect(otherKind(deflateSync(Buffer.from('text')))).toBeNull();
    expect(otherKind(zipSync({ 'train.jsonl': strToU8('{}') }))).toBeNull();
  });
});
