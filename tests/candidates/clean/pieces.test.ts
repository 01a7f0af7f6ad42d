import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { AscendingPlaces, Removals } from '../../../src/candidates/clean/ascending';
import { cleanedName, reasonsName } from '../../../src/candidates/clean/file-names';
import { BlobOutput } from '../../../src/candidates/clean/output';
import { RawLines, withoutLineEnd } from '../../../src/candidates/clean/raw-lines';
import { RawRows } from '../../../src/candidates/clean/raw-rows';
import { JsonArrayReader } from '../../../src/candidates/files/json-array';
import { TableReader } from '../../../src/candidates/files/table-rows';

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

describe('RawLines', () => {
  it.each([1, 3, 100])('keeps line ends, in chunks of %i bytes', (size) => {
    const lines = ['a\r\n', '\n', 'é\n', ' last'];
    expect(inChunks(lines.join(''), size, new RawLines()).map(text)).toEqual(lines);
  });

  it('tells content and line end apart', () => {
    const parts = (line: string): string[] => Object.values(withoutLineEnd(bytes(line))).map(text);
    expect(parts('a\r\n')).toEqual(['a', '\r\n']);
    expect(parts('a\n')).toEqual(['a', '\n']);
    expect(parts('a')).toEqual(['a', '']);
  });
});

describe('RawRows', () => {
  it.each([1, 7, 1000])('gives every byte once, rows with their entries, in chunks of %i bytes', (size) => {
    const parts = ['\n', 'a,b\n', 'a,b\r\n', '\r\n', '"x\r\ny",1\n', '"open,2\n', 'c,3\n', '"z",4\n'];
    const rows = inChunks(parts.join(''), size, new RawRows('t.csv', new TableReader(',', 'first'), true));
    expect(rows.map((row) => text(row.bytes)).join('')).toBe(parts.join(''));
    const entries = rows.filter((row) => row.entry !== null);
    expect(entries.map((row) => [row.entry?.place, text(row.bytes)])).toEqual([
      [1, 'a,b\r\n'],
      [2, '"x\r\ny",1\n'],
      [3, '"open,2\n'],
      [4, 'c,3\n'],
      [5, '"z",4\n'],
    ]);
  });

  it('takes the first row for a row where there is no header', () => {
    const rows = inChunks('a,b\nc,d', 100, new RawRows('t.csv', new TableReader(',', 'none'), false));
    expect(rows.map((row) => row.entry?.place)).toEqual([1, 2]);
  });

  it('goes quickly through many lines that an open quote holds', () => {
    const content = `a,b\n"${'x,1\n'.repeat(20_000)}`;
    const start = performance.now();
    const rows = inChunks(content, 1 << 16, new RawRows('t.csv', new TableReader(',', 'first'), true));
    expect(rows.map((row) => row.bytes.length).reduce((a, b) => a + b)).toBe(content.length);
    expect(performance.now() - start).toBeLessThan(5000);
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
      '2',
      '{"x"}',
      '',
    ]);
    expect(pieces.slice(0, 4).map((piece) => piece.text)).toEqual(['{"é":"]"}', '[1]', '2', '{"x"}']);
  });
});

describe('places in ascending order', () => {
  it('are found whether or not all are asked for', () => {
    const places = new AscendingPlaces(Int32Array.of(2, 3, 3, 9));
    expect([1, 2, 3, 4, 9, 10].map((place) => places.has(place))).toEqual([
      false,
      true,
      true,
      false,
      true,
      false,
    ]);
  });

  it('bring the removed texts together, whatever their order was', () => {
    const removals = new Removals([
      { places: Int32Array.of(7, 2, 2_000_000_000), indices: Int32Array.of(1, 4, 5) },
      { places: Int32Array.of(2, 4), indices: Int32Array.of(0, 3) },
    ]);
    const at = (place: number): number[] => [...removals.at(place)];
    expect([1, 2, 3, 7, 2_000_000_000].map(at)).toEqual([[], [0, 4], [], [1], [5]]);
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
    ['bm25.jsonl.gz', 'bm25.cleaned.jsonl.gz', 'bm25.cleaned.jsonl.gz', 'bm25.removed.csv'],
    ['a.b.CSV', 'a.b.cleaned.CSV', 'a.b.cleaned.jsonl', 'a.b.removed.csv'],
    ['train.parquet', 'train.cleaned.parquet', 'train.cleaned.jsonl', 'train.removed.csv'],
    ['run.bm25', 'run.bm25.cleaned', 'run.bm25.cleaned.jsonl', 'run.bm25.removed.csv'],
    ['.jsonl', 'source.cleaned.jsonl', 'source.cleaned.jsonl', 'source.removed.csv'],
  ])('of %s', (file, same, other, reasons) => {
    expect(cleanedName(file, 'same')).toBe(same);
    expect(cleanedName(file, 'jsonl')).toBe(other);
    expect(reasonsName(file)).toBe(reasons);
  });
});
