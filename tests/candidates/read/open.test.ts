import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { openFile, type OpenFile } from '../../../src/candidates/formats/open';
import { ENCRYPTED } from '../parquet-fixtures';
import { read, refusal } from '../support';
import { jsonl } from '../../support/jsonl';

function open(content: string | Uint8Array<ArrayBuffer>): Promise<OpenFile> {
  return opened(new File([content], 'a.data'));
}

const { signal } = new AbortController();

const opened = (file: File): Promise<OpenFile> => openFile(file, { path: file.name, header: null }, signal);

it('refuses a file that has vanished since it was picked', async () => {
  const file = new File(['{"query": "q"}'], 'gone.jsonl');
  const gone = () => Promise.reject(new DOMException('could not be found', 'NotFoundError'));
  file.slice = () => Object.assign(new Blob(), { arrayBuffer: gone });
  await expect(opened(file)).rejects.toThrow(/^gone\.jsonl: The file could not be read/);
});

it('takes a Parquet file with an encrypted footer for one', async () => {
  expect((await open(ENCRYPTED.footer)).container).toBe('Parquet');
  expect((await open('PARENT\tCHILD\n')).container).toBe('TSV');
});

describe('a file that is no text', () => {
  const packed = (packing: string) => `a.data is packed with ${packing}, which`;
  const no = (what: string) => `a.data is ${what}, not a file of records.`;
  const tokenizer = { version: '1.0', added_tokens: [{ id: 0, content: 'a token' }] };
  it.each([
    [no('a binary file'), Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13)],
    [no('a binary file'), 'SQLite format 3\0'],
    [no('a PDF'), '%PDF-1.7\n'],
    [
      no('a zip archive that is damaged, encrypted or inside another one, or an Excel workbook'),
      Uint8Array.from(zipSync({ '[Content_Types].xml': strToU8('<Types/>') })),
    ],
    [no('the tokenizer of a model'), JSON.stringify(tokenizer)],
    [no('the tokenizer of a model'), JSON.stringify(tokenizer, null, 2)],
    [packed('Zstandard'), Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x24, 0x05)],
    [packed('xz'), Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x04)],
    [packed('bzip2'), Uint8Array.of(0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59)],
  ])('%s', async (message, content) => {
    await expect(open(content)).rejects.toMatchObject({
      name: message.includes('packed') ? 'OtherPackingError' : 'NotDataError',
      message: expect.stringContaining(message) as string,
    });
  });

  it('is not taken for a packed one by the letters of its first word', async () => {
    expect((await open('BZhang\tp\tn\nq\tp\tn\n')).container).toBe('TSV');
  });

  it.each([
    '{"query": "q"}',
    'BM25 is a ranking function\tp\tn\n',
    'MM,II,GIF\n',
    `${'text '.repeat(200)}\0`,
  ])('is not seen in a text: %j', async (text) => {
    await expect(open(text)).resolves.toMatchObject({ gzip: false });
  });
});

const RECORDS = [1, 2, 3].map((i) => ({ query: `q${i}`, pos: [`p${i}`], neg: [`n${i}`, `m${i}`] }));
const MANY = Array.from({ length: 2000 }, (_, i) => ({ query: `q${i}`, pos: [`p${i}`], neg: ['n', 'm'] }));
const wrapped = (name: string, records: readonly object[]) => ({ version: '1.0', [name]: records });
describe('one object with a list of records', () => {
  it.each([
    ['on one line, under `data`', JSON.stringify(wrapped('data', RECORDS)), 3],
    ['on one line, under another name', JSON.stringify(wrapped('records', RECORDS)), 3],
    ['on one line with its end, longer than a head', jsonl(wrapped('rows', MANY)), 2000],
    ['over several lines, longer than a head', JSON.stringify(wrapped('rows', MANY), null, 1), 2000],
    ['with a record a line', `{"data": [\n${RECORDS.map((each) => JSON.stringify(each)).join(',\n')}\n]}`, 3],
    ['behind a list of other things', JSON.stringify({ authors: [{ a: 1 }], rows: RECORDS }), 3],
  ])('%s is read whole', async (_, text, count) => {
    expect((await open(text)).container).toBe('JSON object');
    const { records, rejects } = await read('a.json', text);
    expect([records.length, rejects.length]).toEqual([count, 0]);
  });

  it('is no line among others, whatever the names of its lists', async () => {
    for (const name of ['data', 'records']) {
      const file = jsonl(...RECORDS.map((each, id) => ({ id, [name]: [each] })));
      expect((await open(file)).container).toBe('JSONL');
      // What each line holds is asked for, or refused: no line is left out without a word.
      expect((await refusal('a.jsonl', file)).error.message).not.toBe('');
    }
  });

  it('is no record that has a list of objects beside its texts', async () => {
    const records = RECORDS.map((each) => ({ ...each, data: [{ a: 1 }] }));
    for (const file of [jsonl(...records), jsonl(records[0])]) {
      expect((await open(file)).container).toBe('JSONL');
      expect((await read('a.jsonl', file)).rejects).toEqual([]);
    }
  });

  it('with more behind it is read, and the rest is a reject', async () => {
    const one = JSON.stringify(wrapped('data', RECORDS), null, 2);
    for (const text of [`${one}\n${one}`, `${one}\n{"query": "q"}`]) {
      const { records, rejects } = await read('a.json', text);
      expect(records).toHaveLength(3);
      expect(rejects.map(({ code, message }) => [code, message])).toEqual([
        ['broken-json', expect.stringContaining('The file goes on after the object')],
      ]);
    }
  });
});

describe('lists of rows', () => {
  const rows = [1, 2, 3].map((i) => [`who wrote book ${i}`, `Anna wrote book ${i}`, `Bert read book ${i}`]);
  it.each([
    ['on one line', JSON.stringify(rows), 'JSON array', 3],
    ['over several lines', JSON.stringify(rows, null, 2), 'JSON array', 3],
    ['a row a line', jsonl(...rows), 'JSONL', 3],
    ['in lists, a list a line', jsonl(rows, rows), 'JSONL', 2],
  ])('%s are one row each', async (_, text, container, count) => {
    const file = await open(text);
    expect(file.container).toBe(container);
    let found = 0;
    for await (const entries of file.entries().chunks(signal, { onBytes: () => undefined }))
      found += [...entries].length;
    expect(found).toBe(count);
  });
});
