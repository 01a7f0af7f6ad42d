import { describe, expect, it } from 'vitest';

import { bytesOf, read, refusal, type Content } from './support';
import { expectWords } from '../support/golden-words';
import { jsonl } from '../support/jsonl';

const good = { query: 'q', pos: ['p'], neg: ['n'] };

describe('records at fault', () => {
  // Of every format: formats/faults.test.ts.
  it('are rejected with line, field, what was found and what to do', async () => {
    const faulty: readonly (readonly [object | string, code: string, field: string | null])[] = [
      ['{"query": "q", "pos": ["p"], "neg": ["n"', 'broken-json', null],
      ['["a", "list"]', 'not-an-object', null],
      ['"text"', 'not-an-object', null],
      [{ ...good, pos: 'text' }, 'wrong-type', 'pos'],
      [{ ...good, pos: [' '] }, 'blank-positive', 'pos[0]'],
      [{ ...good, query: '\t' }, 'blank-query', 'query'],
      [{ ...good, neg: [] }, 'no-negatives', 'neg'],
      [{ ...good, neg: ['', null, '  '] }, 'no-negatives', 'neg'],
      [{ ...good, neg: ['n', 3] }, 'unknown-id', 'neg'],
    ];
    const lines = faulty.map(([line]) => (typeof line === 'string' ? line : JSON.stringify(line)));
    const last = JSON.stringify({ ...good, query: 'last' });
    const content = [JSON.stringify(good), ...lines, '', '   ', last].join('\n');
    const { records, rejects, summary } = await read('a.jsonl', content);
    expect(rejects.map(({ place, code, field }) => [place, code, field])).toEqual(
      faulty.map(([, code, field], i) => [i + 2, code, field]),
    );
    expect(rejects[3]?.message).toBe('`pos` must be a list, found the string "text". Write ["text"].');
    expect(rejects[0]?.excerpt).toBe(lines[0]);
    expect(records.map(({ place, query }) => [place, query])).toEqual([
      [1, 'q'],
      [13, 'last'],
    ]);
    expect(summary.counts).toMatchObject({ read: 11, records: 2, rejected: 9, blankLines: 2 });
  });

  it('have an excerpt of at most 200 characters', async () => {
    const { rejects } = await read('a.jsonl', `${jsonl(good)}{"query": "${'😀'.repeat(300)}`);
    expect(rejects[0]?.excerpt.length).toBe(199);
    expect(rejects[0]?.excerpt.endsWith('😀')).toBe(true);
  });

  it('do not harm others where a line is not UTF-8', async () => {
    const bytes = bytesOf(`${jsonl(good)}{"query": "caf?", "pos": ["p"], "neg": ["n"]}\n${jsonl(good)}`);
    bytes[bytes.indexOf(0x3f)] = 0xe9;
    const { records, rejects } = await read('a.jsonl', bytes);
    expect(records.map(({ place }) => place)).toEqual([1, 3]);
    expect(rejects).toMatchObject([{ place: 2, code: 'not-utf8', field: null }]);
    expect(rejects[0]?.message).toContain('character 15');
    expect(rejects[0]?.excerpt).toContain('caf\ufffd');
  });
});

describe('line ends and byte order marks', () => {
  const lines = jsonl(good, { ...good, query: 'é東😀' }, { ...good, query: 'last' });

  it.each([1, 2, 3, 5, 7, 1000])('do not matter in chunks of %i bytes', async (chunk) => {
    const expected = (await read('a.jsonl', lines)).records;
    for (const content of [
      `\ufeff${lines}`,
      lines.replaceAll('\n', '\r\n'),
      lines.trimEnd(),
      `\n\n${lines}\n`,
    ]) {
      const { records } = await read('a.jsonl', content, { chunk });
      expect(records.map(({ query }) => query)).toEqual(expected.map(({ query }) => query));
    }
  });
});

describe('refused files', () => {
  const cells = (name: string) =>
    `query,positive,${name}\nwho is it,a text,"['one text' ""another's text""]"\n`;
  const scored = (positive: string, score: number) => ({ query: 'who is it', positive, score });
  const utf16 = (...bytes: number[]) => Uint8Array.from(bytes);

  const REFUSED: Readonly<Record<string, readonly [file: string, content: Content]>> = {
    empty: ['a.jsonl', ''],
    'blank lines': ['a.jsonl', '\n \r\n'],
    'an empty array': ['a.jsonl', '[ ]\n'],
    'a mark alone': ['a.jsonl', '\ufeff'],
    'a header alone': ['a.csv', 'query,positive,negative\n'],
    'UTF-16': ['a.jsonl', utf16(0xff, 0xfe, 0x7b, 0)],
    'UTF-16, big end first': ['a.jsonl', utf16(0xfe, 0xff, 0, 0x7b)],
    'UTF-16 without a mark': ['a.jsonl', utf16(0x7b, 0, 0x22, 0)],
    'and big end first': ['a.jsonl', utf16(0, 0x7b, 0, 0x22)],
    'pairs without negatives': ['a.jsonl', jsonl({ query: 'q', pos: ['p'], notes: 1 })],
    // No option makes one text of a list.
    'lists of NumPy': ['a.csv', cells('negatives')],
    'and as positives': ['a.csv', cells('positive_texts')],
    'pairs with scores, several a query': [
      'a.jsonl',
      jsonl(scored('one text', 0.5), scored('another text', 0.6)),
    ],
    'plain text': ['a.jsonl', 'hello\nworld\n'],
    'a pointer of git-lfs': [
      'a.jsonl',
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 9\n',
    ],
    'no known shape in the first 100 records': [
      'a.jsonl',
      jsonl(...Array<unknown>(100).fill({ text: 'x' }), good),
    ],
    'rows of several lengths': ['a.tsv', 'what\tthis\nwhere\tthat\tthis\nwho\n'],
    'a column twice': ['a.csv', 'query,positive,negative,negative\nq,p,a,b\n'],
    'no line that can be read': ['a.jsonl', '{"query": \n{"query": \n'],
    'rejects alone': [
      'a.jsonl',
      jsonl({ ...good, neg: [] }, { ...good, pos: 'text' }, { ...good, neg: [''] }),
    ],
  };

  it('are refused in the words of bad-input.txt, their rejects counted', () =>
    expectWords('bad-input.txt', REFUSED, async ([file, content]) => {
      const { error, read: count, rejects } = await refusal(file, content);
      return `${error.name}, ${rejects.length} rejects of ${count}: ${error.message}`;
    }));

  it('are loaded where the 100th record tells the shape', async () => {
    const { records, rejects } = await read(
      'a.jsonl',
      jsonl(...Array<unknown>(99).fill({ query: 'x' }), good),
    );
    expect(records).toHaveLength(1);
    expect(rejects).toHaveLength(99);
    expect(rejects[0]).toMatchObject({ code: 'missing-field', field: 'pos', place: 1 });
  });
});

describe('half surrogate pairs', () => {
  it('are U+FFFD from the start: texts that differ in nothing else are the same', async () => {
    const line =
      '{"query": "\\ud83d\\ude00 \\uD83D", "positive": "p", "negatives": ["a\\ud800", "a\\udfff", "a\\\\ud800"]}\n';
    const { records, summary } = await read('a.jsonl', line);
    expect(records).toMatchObject([{ query: '😀 \ufffd', negatives: ['a\ufffd', 'a\\ud800'] }]);
    expect(summary.counts.duplicateNegativesRemoved).toBe(1);
  });
});
