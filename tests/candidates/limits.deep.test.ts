/** Each limit at its edge: just under it all is well, just above it is refused, said and counted. */

import { gzipSync } from 'node:zlib';

import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { unpack } from '../../src/candidates/read/archive';
import { fileBytes } from '../../src/candidates/read/file-bytes';
import { JsonArrayReader } from '../../src/candidates/read/json-array';
import { JsonObjectReader } from '../../src/candidates/read/json-object';
import { LineReader } from '../../src/candidates/read/lines';
import { TableReader } from '../../src/candidates/read/table-rows';
import { Fault } from '../../src/candidates/fault';
import { LIMITS } from '../../src/candidates/limits';
import { read, refusal } from './support';
import { jsonl } from '../support/jsonl';

const good = { query: 'q', pos: ['p'], neg: ['n'] };
const MEBIBYTE = 2 ** 20;
const signal = new AbortController().signal;

/** Bytes of some ASCII characters. */
const bytes = (text: string) => new TextEncoder().encode(text);

const codeOf = (value: unknown) => (value instanceof Fault ? value.code : null);

/** A record with embeddings of one length. */
function embedded(dimension: number): object {
  const unit = Array.from({ length: dimension }, (_, i) => (i === 0 ? 1 : 0));
  return {
    query: 'q',
    positive: 'p',
    negatives: ['n'],
    query_embedding: unit,
    positive_embedding: unit,
    negative_embeddings: [unit],
  };
}

describe('embeddings', () => {
  it('of 4,096 numbers are read; longer ones are rejects that say what to do', async () => {
    const { summary } = await read('a.jsonl', jsonl(embedded(LIMITS.dimensions)));
    expect(summary.dimension).toBe(4096);
    const { error } = await refusal('b.jsonl', jsonl(embedded(LIMITS.dimensions + 1), embedded(20_000)));
    expect(error.message).toContain('b.jsonl: all 2 records were rejected.');
    expect(error.message).toContain(
      'too-large: 2 (first at line 1: `query_embedding` has 4,097 numbers, expected at most 4,096',
    );
    expect(error.message).toContain('Encode with a model of fewer dimensions');
  });
});

describe('a record', () => {
  it('has at most 64 MiB: a line longer than that, its end counted, is one reject, its place and the lines behind it are kept', () => {
    const reader = new LineReader();
    const block = new Uint8Array(MEBIBYTE).fill(0x61);
    const pieces = [];
    for (const end of [block.subarray(1), block]) {
      for (let i = 0; i < 63; i++) pieces.push(...reader.push(block));
      pieces.push(...reader.push(end), ...reader.push(bytes('\n')));
    }
    pieces.push(...reader.push(bytes('short\n')));
    expect(pieces.map(({ place, value, start, end }) => [place, codeOf(value), start, end])).toEqual([
      [1, null, 0, 64 * MEBIBYTE],
      [2, 'too-large', 64 * MEBIBYTE, 128 * MEBIBYTE + 1],
      [3, null, 128 * MEBIBYTE + 1, 128 * MEBIBYTE + 7],
    ]);
    expect(pieces[0]?.text).toHaveLength(64 * MEBIBYTE - 1);
    expect(pieces[1]?.text.length).toBeLessThan(5000);
    expect((pieces[1]?.value as Fault).message).toBe(
      'It has 67 MB, expected at most 67 MB in one record. Write one record a line, or a JSON array of records, and split larger ones.',
    );
  });

  it('is refused by its size as an element of an array too, and the next one is read', () => {
    const reader = new JsonArrayReader();
    const block = new Uint8Array(MEBIBYTE).fill(0x61);
    const pieces = [...reader.push(bytes('[{"a":"'))];
    for (let i = 0; i < 65; i++) pieces.push(...reader.push(block));
    pieces.push(...reader.push(bytes('"},{"b":1}]')), ...reader.finish());
    expect(pieces.map(({ place, value }) => [place, codeOf(value)])).toEqual([
      [1, 'too-large'],
      [2, null],
    ]);
    expect(pieces[1]?.text).toBe('{"b":1}');
  });
});

describe('a table', () => {
  it('has at most 4,096 columns', async () => {
    const row = (columns: number) =>
      Array.from({ length: columns }, (_, i) => (i === 0 ? 'query' : i === 1 ? 'positive' : `negative_${i}`));
    const table = (columns: number) =>
      `${row(columns).join()}\n${row(columns)
        .map((name) => `the ${name}`)
        .join()}\n`;
    const { records } = await read('a.csv', table(LIMITS.columns));
    expect(records[0]?.negatives).toHaveLength(LIMITS.columns - 2);
    const { error } = await refusal('b.csv', table(LIMITS.columns + 1));
    expect(error.name).toBe('TooManyColumnsError');
    expect(error.message).toContain('b.csv: it has 4,097 columns. Expected at most 4,096');
  });

  it('has a quote that is never closed: found within a million characters, said with its line, nothing else lost', () => {
    const reader = new TableReader(',', 'first');
    const lines = ['query,positive,negative', 'a,b,c', '"who,wrote,faust'];
    while (lines.join('\n').length < 50) lines.push('d,e,f');
    const rest = 'd,e,f\n'.repeat(400_000);
    const content = bytes(`${lines.join('\n')}\n${rest}`);
    const entries = [];
    let seen = 0;
    for (let at = 0; at < content.length; at += MEBIBYTE / 4) {
      for (const entry of reader.push(content.subarray(at, at + MEBIBYTE / 4))) {
        if (entry.place === 2) seen = at;
        entries.push(entry);
      }
    }
    entries.push(...reader.finish());
    expect(entries).toHaveLength(2 + (lines.length - 3) + 400_000);
    const faults = entries.filter(({ value }) => 'code' in value);
    expect(faults).toMatchObject([
      {
        place: 2,
        text: '"who,wrote,faust',
        value: {
          code: 'broken-row',
          message:
            'A quote is opened in line 3 and not closed within 1,000,000 characters. Put the whole cell in quotes and double each quote inside it.',
        },
      },
    ]);
    expect(seen).toBeLessThan(2 * LIMITS.quotedCharacters);
  });

  it('has a quote that is closed in the last characters of the distance', () => {
    const reader = new TableReader(',', 'first');
    const line = 'd,e,f';
    const count = Math.floor((LIMITS.quotedCharacters - 100) / line.length);
    const cell = `${line}\n`.repeat(count);
    const entries = [...reader.push(bytes(`a,b\n"${cell}",x\ny,z\n`)), ...reader.finish()];
    expect(entries.map(({ place, value }) => [place, 'code' in value])).toEqual([
      [1, false],
      [2, false],
    ]);
    expect(entries[0]?.value).toMatchObject({ b: 'x' });
  });
});

describe('blank lines', () => {
  const MANY = 1_000_000;

  it.each(['a.jsonl', 'a.csv', 'a.txt'])('alone in %s are counted', async (name) => {
    const { error } = await refusal(name, new Uint8Array(MANY).fill(0x0a));
    expect([error.name, error.message]).toEqual([
      'EmptyFileError',
      `${name}: The file holds only blank lines (1,000,000). Expected at least one record. Check that the file was written to the end.`,
    ]);
  });

  it('before, between and behind records are counted, and lines keep their numbers', async () => {
    const ends = '\r\n'.repeat(300_000);
    const record = JSON.stringify(good);
    const { records, summary } = await read('a.jsonl', `${ends}${record}${ends} \n${record}${ends}`);
    expect(records.map(({ place }) => place)).toEqual([300_001, 600_002]);
    expect(summary.counts).toMatchObject({ records: 2, rejected: 0, blankLines: 899_999 });
  });

  it('of a table may hold separators', async () => {
    const rows = ',,\n'.repeat(300_000);
    const packed = gzipSync(`${rows}query,positive,negative\n${rows}q,p,n\n ,,\n"",,\n`);
    const { records, summary } = await read('a.csv.gz', packed);
    expect(records.map(({ place, query }) => [place, query])).toEqual([[1, 'q']]);
    expect(summary.counts).toMatchObject({ read: 2, records: 1, rejected: 1, blankLines: 600_001 });
    const { error } = await refusal('b.csv.gz', gzipSync(',,\n'.repeat(1_000_000)));
    expect(error.message).toContain('b.csv.gz: The file has no rows, only blank lines (1,000,000).');
  });

  it('before a JSON array do not hide it', async () => {
    const blanks = '\ufeff' + ' \n\t'.repeat(1_000);
    const { records, summary } = await read('a.json', `${blanks}[${JSON.stringify(good)}]`);
    expect([records.length, summary.placeKind]).toEqual([1, 'element']);
    const nested = await read('b.json', `${blanks}{"data": [${JSON.stringify(good)}]}`);
    expect([nested.records.length, nested.summary.placeKind]).toEqual([1, 'element']);
  });
});

it('a file is read in pieces so small that Cancel is heard between them', async () => {
  const file = new File([], 'a.jsonl');
  const start = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(new Uint8Array(MEBIBYTE));
    controller.close();
  };
  file.stream = () => new ReadableStream({ start });
  let read = 0;
  for await (const chunk of fileBytes(file, false, signal, () => undefined)) {
    expect(chunk.length).toBeLessThanOrEqual(128 * 1024);
    read += chunk.length;
  }
  expect(read).toBe(MEBIBYTE);
});

it('a zip archive has 10,000 files', async () => {
  const members = Array.from({ length: 10_000 }, (_, i) => [`${i}.jsonl`, bytes(`{"i":${i}}`)] as const);
  const archive = new File([Uint8Array.from(zipSync(Object.fromEntries(members)))], 'data.zip');
  const found = await unpack(archive, signal);
  expect(found.map(({ path }) => path)).toEqual(members.map(([path]) => path));
  expect(await found[9999]?.file.text()).toBe('{"i":9999}');
});

it('refuses a run of more than 256 MiB that is one JSON object, and says what to save', () => {
  const reader = new JsonObjectReader('run.json', 'hits');
  const block = new Uint8Array(MEBIBYTE).fill(0x20);
  for (let i = 0; i < 256; i++) expect([...reader.push(block)]).toEqual([]);
  expect(() => reader.push(bytes('{'))).toThrow(
    'run.json: it is one JSON object of more than 256 MiB. Save it as a TREC run',
  );
});
