import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { ByteWindow } from '../../../src/candidates/clean/byte-window';
import { EntryDecisions } from '../../../src/candidates/clean/entry-decisions';
import { cleanedName, reasonsName, zipName } from '../../../src/candidates/clean/file-names';
import { BlobOutput } from '../../../src/candidates/clean/output';
import { JsonArrayReader } from '../../../src/candidates/read/json-array';
import { LineReader } from '../../../src/candidates/read/lines';
import { TableReader } from '../../../src/candidates/read/table-rows';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (part: Uint8Array): string => new TextDecoder().decode(part);

/** What a reader gives for a text cut into chunks of some size. */
function inChunks<Item>(
  content: string,
  size: number,
  reader: { push(chunk: Uint8Array): Iterable<Item>; finish(): Iterable<Item> },
): Item[] {
  const all = bytes(content);
  const items: Item[] = [];
  for (let start = 0; start < all.length; start += size)
    items.push(...reader.push(all.slice(start, start + size)));
  return [...items, ...reader.finish()];
}

describe('the bytes of lines', () => {
  it.each([1, 3, 100])(
    'are those of the file with their line ends, without blank lines, in chunks of %i bytes',
    (size) => {
      const lines = ['\n', 'a\r\n', ' \n', '\n', 'é\n', ' last'];
      const all = bytes(`\ufeff${lines.join('')}`);
      const pieces = inChunks(lines.join(''), size, new LineReader(3));
      expect(pieces.map(({ start, end }) => text(all.subarray(start, end)))).toEqual(
        lines.filter((line) => line.trim() !== ''),
      );
      expect(pieces.map(({ place, text: shown }) => [place, shown])).toEqual([
        [2, 'a'],
        [5, 'é'],
        [6, ' last'],
      ]);
    },
  );
});

describe('the bytes of rows', () => {
  it.each([1, 7, 1000])('are those of the file, in chunks of %i bytes', (size) => {
    const parts = [
      '\n',
      ' ,\n',
      'a,b\n',
      'a,c\r\n',
      '\r\n',
      ',\n',
      '"x\r\ny",1\n',
      '"open,2\n',
      'c,3\n',
      '"z",4\n',
    ];
    const all = bytes(parts.join(''));
    const rows = inChunks(parts.join(''), size, new TableReader(',', 'first'));
    expect(rows.map(({ place, start, end }) => [place, text(all.subarray(start, end))])).toEqual([
      [1, 'a,c\r\n'],
      [2, '"x\r\ny",1\n'],
      [3, '"open,2\n'],
      [4, 'c,3\n'],
      [5, '"z",4\n'],
    ]);
  });

  it('begin with the first row where there is no header', () => {
    const rows = inChunks('a,b\nc,d', 100, new TableReader(',', 'none'));
    expect(rows.map(({ start, end }) => [start, end])).toEqual([
      [0, 4],
      [4, 7],
    ]);
  });
});

describe('ByteWindow', () => {
  it('gives bytes by their offsets, once each, whatever the parts were', () => {
    const window = new ByteWindow();
    for (const part of ['abc', '', 'd', 'efgh']) window.add(bytes(part));
    expect([window.begin, window.end]).toEqual([0, 8]);
    expect(text(window.slice({ start: 1, end: 6 }))).toBe('bcdef');
    expect(window.take(5).map(text)).toEqual(['abc', 'd', 'e']);
    expect(window.take(5)).toEqual([]);
    expect(window.take(3)).toEqual([]);
    expect(text(window.slice({ start: 6, end: 8 }))).toBe('gh');
    window.add(bytes('ij'));
    expect(text(window.slice({ start: 7, end: 9 }))).toBe('hi');
    expect(window.take(window.end).map(text)).toEqual(['fgh', 'ij']);
    expect([window.begin, window.end]).toEqual([10, 10]);
  });
});

describe('the bytes of array elements', () => {
  it.each([1, 5, 1000])('are those of the file, in chunks of %i bytes', (size) => {
    const content = ' [ {"é":"]"} ,\n[1] , 2 {"x"} ] tail';
    const all = bytes(content);
    const pieces = inChunks(content, size, new JsonArrayReader());
    expect(pieces.map(({ start, end }) => text(all.subarray(start, end)))).toEqual([
      '{"é":"]"}',
      '[1]',
      '2 {"x"}',
      '',
    ]);
    expect(pieces.slice(0, 3).map((piece) => piece.text)).toEqual(['{"é":"]"}', '[1]', '2 {"x"}']);
  });
});

describe('EntryDecisions', () => {
  const all = {
    places: Int32Array.of(2, 2, 4, 4, 5, 7, 7, 9),
    texts: Int32Array.of(0, 4, -1, 3, -2, -2, -1, 1),
    moved: Int32Array.of(0, 1, 0, 0, 0, 0, 0, 0),
  };

  it('are those of their places, whether or not all are asked for', () => {
    const decisions = new EntryDecisions(all, null);
    const of = (place: number) => decisions.of(place, () => null);
    expect([1, 2, 3, 4, 5, 6, 7, 10].map(of)).toEqual([
      ...[
        'keep',
        new Map([
          [0, false],
          [4, true],
        ]),
        'keep',
        new Map([[3, false]]),
      ],
      ...['drop', 'keep', 'keep', 'keep'],
    ]);
  });
});

describe('BlobOutput', () => {
  it('gives what was written, of any size, packed or not', async () => {
    const large = Uint8Array.from({ length: 2_500_000 }, (_, i) => (i * 31) % 251);
    for (const gzip of [false, true]) {
      const output = new BlobOutput(gzip);
      await output.write('é\n');
      await output.write(large);
      await output.write('end');
      const content = Buffer.from(await (await output.close('text/plain')).arrayBuffer());
      const plain = gzip ? gunzipSync(content) : content;
      expect(plain.equals(Buffer.concat([bytes('é\n'), large, bytes('end')]))).toBe(true);
    }
  });

  it('may be abandoned', async () => {
    const output = new BlobOutput(true);
    await output.write('x'.repeat(3_000_000));
    await output.abandon();
  });
});

describe('file names', () => {
  it.each([
    ['bm25.jsonl.gz', 'bm25.cleaned.jsonl.gz', 'bm25.removed.csv'],
    ['a.b.CSV', 'a.b.cleaned.CSV', 'a.b.removed.csv'],
    ['train.parquet', 'train.cleaned.parquet', 'train.removed.csv'],
    ['run.bm25', 'run.bm25.cleaned', 'run.bm25.removed.csv'],
    ['../a<b>:"c"|?*\u202e\n.jsonl', '__a_b___c______.cleaned.jsonl', '__a_b___c______.removed.csv'],
    ['.jsonl', 'source.cleaned.jsonl', 'source.removed.csv'],
  ])('of %s', (file, cleaned, reasons) => {
    expect(cleanedName(file)).toBe(cleaned);
    expect(reasonsName(file)).toBe(reasons);
    expect(zipName(file)).toBe(reasons.replace('.removed.csv', '.cleaned.zip'));
  });
});
