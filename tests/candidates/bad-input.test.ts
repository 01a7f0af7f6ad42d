import { describe, expect, it } from 'vitest';

import { bytesOf, jsonl, read, refusal } from './support';

const good = { query: 'q', pos: ['p'], neg: ['n'] };

describe('records at fault', () => {
  it('are rejected with line, field, what was found and what to do', async () => {
    const { records, rejects, summary } = await read(
      'a.jsonl',
      [
        JSON.stringify(good),
        '{"query": "q", "pos": ["p"], "neg": ["n"',
        '["a", "list"]',
        '"text"',
        JSON.stringify({ query: 'q', pos: ['p'] }),
        JSON.stringify({ ...good, query: null }),
        JSON.stringify({ ...good, pos: 'text' }),
        JSON.stringify({ ...good, neg: 'text' }),
        JSON.stringify({ ...good, query: 5 }),
        JSON.stringify({ ...good, query: ['q'] }),
        JSON.stringify({ ...good, pos: [] }),
        JSON.stringify({ ...good, pos: [null] }),
        JSON.stringify({ ...good, pos: [' '] }),
        JSON.stringify({ ...good, query: '\t' }),
        JSON.stringify({ ...good, neg: [] }),
        JSON.stringify({ ...good, neg: ['', null, '  '] }),
        JSON.stringify({ ...good, neg: ['n', 3] }),
        JSON.stringify({ ...good, neg: null }),
        JSON.stringify({ ...good, id: { a: 1 } }),
        '',
        '   ',
        JSON.stringify({ ...good, query: 'last' }),
      ].join('\n'),
    );
    expect(rejects.map(({ place, code, field }) => [place, code, field])).toEqual([
      [2, 'broken-json', null],
      [3, 'not-an-object', null],
      [4, 'not-an-object', null],
      [5, 'missing-field', 'neg'],
      [6, 'null-field', 'query'],
      [7, 'wrong-type', 'pos'],
      [8, 'wrong-type', 'neg'],
      [9, 'wrong-type', 'query'],
      [10, 'wrong-type', 'query'],
      [11, 'no-positive', 'pos'],
      [12, 'null-field', 'pos[0]'],
      [13, 'blank-positive', 'pos[0]'],
      [14, 'blank-query', 'query'],
      [15, 'no-negatives', 'neg'],
      [16, 'no-negatives', 'neg'],
      [17, 'unknown-id', 'neg'],
      [18, 'null-field', 'neg'],
      [19, 'wrong-type', 'id'],
    ]);
    expect(rejects[5]?.message).toBe('`pos` must be a list, found the string "text". Write ["text"].');
    expect(rejects[0]?.excerpt).toBe('{"query": "q", "pos": ["p"], "neg": ["n"');
    expect(records.map(({ place, query }) => [place, query])).toEqual([
      [1, 'q'],
      [22, 'last'],
    ]);
    expect(summary.counts).toMatchObject({ read: 20, records: 2, rejected: 18, blankLines: 2 });
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

describe('negatives', () => {
  it('are trimmed, freed of blank ones, then of repeated ones, first kept', async () => {
    const { records, summary } = await read(
      'a.jsonl',
      jsonl({ query: 'q', positive: 'p', negatives: ['b', ' a', '', null, 'a ', 'b', 'p', 'B'] }),
    );
    expect(records[0]?.negatives).toEqual(['b', 'a', 'p', 'B']);
    expect(summary.counts).toMatchObject({
      blankNegativesRemoved: 2,
      duplicateNegativesRemoved: 2,
      pairs: 4,
    });
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

  it('of a table do not matter either', async () => {
    const { records } = await read('a.csv', '\ufeffquery,positive,negative\r\nq,p,n\r\n', { chunk: 2 });
    expect(records).toMatchObject([{ query: 'q', positive: 'p', negatives: ['n'] }]);
  });
});

describe('refused files', () => {
  it.each([
    ['', 'The file is empty'],
    ['\n \r\n', 'only blank lines'],
    ['[ ]\n', 'The array is empty'],
    ['\ufeff', 'The file is empty'],
  ])('are empty: %j', async (content, reason) => {
    const { error, read: count } = await refusal('none.jsonl', content);
    expect(error.name).toBe('EmptyFileError');
    expect(error.message).toContain('none.jsonl');
    expect(error.message).toContain(reason);
    expect(count).toBe(0);
  });

  it('have a header and no rows', async () => {
    const { error } = await refusal('none.csv', 'query,positive,negative\n');
    expect(error.name).toBe('EmptyFileError');
    expect(error.message).toContain('a header and no rows');
  });

  it('are UTF-16, with or without a mark', async () => {
    for (const bytes of [
      [0xff, 0xfe, 0x7b, 0x00],
      [0xfe, 0xff, 0x00, 0x7b],
      [0x7b, 0x00, 0x22, 0x00],
      [0x00, 0x7b, 0x00, 0x22],
    ]) {
      const { error } = await refusal('a.jsonl', Uint8Array.from(bytes));
      expect(error.name).toBe('NotUtf8Error');
      expect(error.message).toContain('Save the file as UTF-8');
    }
  });

  it('have no negatives: one sentence says what they look like', async () => {
    const {
      error,
      read: count,
      rejects,
    } = await refusal('a.jsonl', jsonl({ query: 'q', pos: ['p'], notes: 1 }));
    expect(error.name).toBe('PairsError');
    expect(error.message).toBe(
      'a.jsonl: this looks like pairs of a query and what answers it, without negatives. Mine negatives for them first.',
    );
    expect([count, rejects.length]).toEqual([0, 0]);
  });

  it('are tables with lists of NumPy in their cells: no option makes one text of a list', async () => {
    const cell = `"['one text' ""another's text""]"`;
    for (const name of ['negatives', 'positive_texts']) {
      const { error } = await refusal('a.csv', `query,positive,${name}\nwho is it,a text,${cell}\n`);
      expect(error.message).toBe(
        `a.csv: this looks like records whose \`${name}\` holds lists as texts that are neither JSON nor Python: save the data ` +
          'as JSON Lines or Parquet.',
      );
    }
  });

  it('are pairs with scores, several a query: no row says which is the positive', async () => {
    const pair = (positive: string, score: number): object => ({ query: 'who is it', positive, score });
    const { error } = await refusal('a.jsonl', jsonl(pair('one text', 0.5), pair('another text', 0.6)));
    expect(error.message).toContain(
      'no row says which text is the positive: write labels of 1 and 0 instead',
    );
  });

  it('are not JSON at all', async () => {
    const { error, read: count, rejects } = await refusal('a.jsonl', 'hello\nworld\n');
    expect(error.message).toContain('a.jsonl: this looks like plain text. Expected JSON, or a table');
    expect([count, rejects.length]).toEqual([0, 0]);
  });

  it('are JSON that is broken in every line', async () => {
    const { error, read: count, rejects } = await refusal('a.jsonl', '{"query": \n{"query": \n');
    expect(error.name).toBe('UnknownFormatError');
    expect(error.message).toContain('None of the first 2 lines can be read; line 1: Not valid JSON');
    expect([count, rejects.length]).toEqual([2, 2]);
  });

  it('are pointers of git-lfs', async () => {
    const { error } = await refusal(
      'a.jsonl',
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 9\n',
    );
    expect(error.message).toBe(
      'a.jsonl: this is a pointer of git-lfs, not the file. Fetch the file: git lfs pull.',
    );
  });

  it('show no known shape in their first 100 records', async () => {
    const lines = [...Array<unknown>(100).fill({ text: 'x' }), good];
    const { error, read: count, rejects } = await refusal('a.jsonl', jsonl(...lines));
    expect(error.name).toBe('NotCandidatesError');
    expect([count, rejects.length]).toEqual([0, 0]);
  });

  it('are loaded where the 100th record tells the shape', async () => {
    const { records, rejects } = await read(
      'a.jsonl',
      jsonl(...Array<unknown>(99).fill({ query: 'x' }), good),
    );
    expect(records).toHaveLength(1);
    expect(rejects).toHaveLength(99);
    expect(rejects[0]).toMatchObject({ code: 'missing-field', field: 'pos', place: 1 });
  });

  it.each([
    ['a.tsv', 'what\tthis\nwhere\tthat\tthis\nwho\n', 'The first row is not a header'],
    ['a.csv', 'query,positive,negative,negative\nq,p,a,b\n', 'the column `negative` twice'],
  ])('are a table that does not tell its columns: %s', async (file, content, reason) => {
    const { error } = await refusal(file, content);
    expect(error.name).toBe('UnknownFormatError');
    expect(error.message).toContain(reason);
  });

  it('have 0 usable pairs: the error counts the reasons', async () => {
    const {
      error,
      read: count,
      rejects,
    } = await refusal(
      'a.jsonl',
      jsonl({ ...good, neg: [] }, { ...good, pos: 'text' }, { ...good, neg: [''] }),
    );
    expect(error.name).toBe('NoUsablePairsError');
    expect(error.message).toContain('a.jsonl: all 3 records were rejected.');
    expect(error.message).toContain('no-negatives: 2 (first at line 1: `neg` is an empty list.');
    expect(error.message).toContain('wrong-type: 1 (first at line 2:');
    expect([count, rejects.length]).toEqual([3, 3]);
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
