import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { openFile, type OpenFile } from '../../../src/candidates/formats/open';
import { ENCRYPTED } from '../parquet-fixtures';

function open(content: string | Uint8Array<ArrayBuffer>): Promise<OpenFile> {
  return opened(new File([content], 'a.data'));
}

const opened = (file: File): Promise<OpenFile> =>
  openFile(file, { path: file.name, header: null }, new AbortController().signal);

it('refuses a file that has vanished since it was picked', async () => {
  const file = new File(['{"query": "q"}'], 'gone.jsonl');
  const gone = () => Promise.reject(new DOMException('could not be found', 'NotFoundError'));
  file.slice = () => Object.assign(new Blob(), { arrayBuffer: gone });
  await expect(opened(file)).rejects.toThrow(expect.objectContaining({ name: 'UnreadableFileError' }));
});

it('takes a Parquet file with an encrypted footer for one', async () => {
  expect((await open(ENCRYPTED.footer)).container).toBe('Parquet');
  expect((await open('PARENT\tCHILD\n')).container).toBe('TSV');
});

describe('a file that is no text', () => {
  it.each([
    ['a binary file', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13)],
    ['a binary file', new TextEncoder().encode('SQLite format 3\0')],
    ['a PDF', new TextEncoder().encode('%PDF-1.7\n')],
    ['an Excel workbook', Uint8Array.from(zipSync({ '[Content_Types].xml': strToU8('<Types/>') }))],
  ])('is refused as %s', async (what, bytes) => {
    await expect(open(bytes)).rejects.toThrow(expect.objectContaining({ name: 'NotDataError' }));
    await expect(open(bytes)).rejects.toThrow(`${what}, not a file of records.`);
  });

  it.each([
    ['Zstandard', [0x28, 0xb5, 0x2f, 0xfd, 0x24, 0x05]],
    ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x04]],
    ['bzip2', [0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]],
  ])('says that it is packed with %s, and what to do', async (packing, bytes) => {
    await expect(open(Uint8Array.from(bytes))).rejects.toMatchObject({
      name: 'OtherPackingError',
      message: expect.stringContaining(`a.data is packed with ${packing}, which`) as string,
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
