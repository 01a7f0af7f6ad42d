import { describe, expect, it } from 'vitest';

import { read } from './support';
import { jsonl } from '../support/jsonl';

describe('tables', () => {
  it('joins rows of one query and positive over the whole file', async () => {
    const { records, summary } = await read(
      'a.csv',
      'anchor,positive,negative\nq1,p1,n1\nq2,p2,n2\nq1,p1,n3\n q1 ,p1,\nq1,other,n4\n',
    );
    expect(summary).toMatchObject({ format: 'sentence-transformers tuples CSV', placeKind: 'row' });
    expect(
      records.map(({ place, query, positive, negatives }) => [place, query, positive, negatives]),
    ).toEqual([
      [1, 'q1', 'p1', ['n1', 'n3']],
      [2, 'q2', 'p2', ['n2']],
      [5, 'q1', 'other', ['n4']],
    ]);
    expect(summary.counts).toMatchObject({
      read: 5,
      records: 3,
      merged: 2,
      rejected: 0,
      blankNegativesRemoved: 1,
    });
  });

  it('joins triples of JSON lines as it joins rows, and counts repeated lines', async () => {
    const triple = (query: string, positive: string, negative: string) => ({ query, positive, negative });
    const rows = [
      triple('q1', 'p1', 'n1'),
      triple('q2', 'p2', 'n2'),
      triple('q1', 'p1', 'n3'),
      triple('q1', 'p1', 'n1'),
      triple('q1', 'other', 'n4'),
      triple('q1', 'p1', 'n1'),
    ];
    const table = rows.map((row) => Object.values(row).join(','));
    const json = await read('a.jsonl', jsonl(...rows));
    const csv = await read('a.csv', ['query,positive,negative', ...table, ''].join('\n'));
    const list = await read('a.json', JSON.stringify(rows));
    expect(json.records.map(({ query, negatives }) => [query, negatives])).toEqual([
      ['q1', ['n1', 'n3']],
      ['q2', ['n2']],
      ['q1', ['n4']],
    ]);
    expect(json.records).toEqual(csv.records);
    expect(json.records).toEqual(list.records);
    expect(json.summary.counts).toEqual(csv.summary.counts);
    expect(json.summary.counts).toMatchObject({
      read: 6,
      loaded: 3,
      merged: 3,
      repeated: 2,
      duplicateNegativesRemoved: 2,
    });
  });

  it('keeps JSON records with lists of negatives or with embeddings as they come', async () => {
    const whole = { query: 'q', positive: 'p', negatives: ['n', 'm'] };
    const lists = await read('a.jsonl', jsonl(whole, whole, { ...whole, negatives: ['o'] }));
    expect(lists.records).toHaveLength(3);
    expect(lists.summary.counts).toMatchObject({ merged: 0, repeated: 1 });
    const given = {
      query: 'q',
      positive: 'p',
      negative: 'n',
      query_embedding: [1, 0],
      positive_embedding: [1, 0],
      negative_embeddings: [[0, 1]],
    };
    const embedded = await read('a.jsonl', jsonl(given, { ...given, negative: 'm' }));
    expect(embedded.records).toHaveLength(2);
    const late = await read(
      'a.jsonl',
      jsonl(...Array(100).fill({ query: 'q', positive: 'p', negative: 'n' }), given),
    );
    expect(late.rejects).toMatchObject([{ place: 101, code: 'missing-embedding' }]);
  });

  it.each([
    [
      'negative_1 … in column order, other columns and capitals aside',
      'a.tsv',
      'Query_ID\tQuery\tscore\tPositive\tnegative_1\tnegative_2\tnegative_10\n9\tq\t0.5\tp\ta\t\tc\n',
      [{ queryId: '9', query: 'q', positive: 'p', negatives: ['a', 'c'] }],
    ],
    [
      'quoted cells with separators, quotes and line ends',
      'a.csv',
      'query,positive,negative\r\n"a, ""b""","line 1\r\n\r\nline 3",n\r\nq2,p2,"n2"\r\n',
      [
        { place: 1, query: 'a, "b"', positive: 'line 1\n\nline 3', negatives: ['n'] },
        { place: 2, query: 'q2', negatives: ['n2'] },
      ],
    ],
    [
      'the separator of the header behind a mark',
      'a.csv',
      '\ufeffquery;positive;negative\r\nq;p;n\r\n',
      [{ query: 'q', positive: 'p', negatives: ['n'] }],
    ],
    [
      'the separator of a text file',
      'a.txt',
      'query\tpositive\tnegative\nq\tp\tn\n',
      [{ query: 'q', positive: 'p', negatives: ['n'] }],
    ],
    [
      'a tab-separated row without quoting where its quotes are not CSV',
      'a.tsv',
      'query\tpositive\tnegative\n"The State", formerly "X"\tp1\t"n1\n"q2"\tp2\tn2\n',
      [
        { query: '"The State", formerly "X"', positive: 'p1', negatives: ['"n1'] },
        { query: 'q2', negatives: ['n2'] },
      ],
    ],
    [
      'a header in camel case that comes again',
      'a.csv',
      'question,goldPassage,distractor\nq1,p1,n1\nquestion,goldPassage,distractor\nq2,p2,n2\n',
      [{ query: 'q1' }, { query: 'q2' }],
    ],
  ])('reads %s', async (_, file, content, expected) => {
    const { records, rejects } = await read(file, content, { chunk: 3 });
    expect(rejects).toEqual([]);
    expect(records).toMatchObject(expected);
  });

  it.each([
    ['question,goldPassage,distractor'],
    ['Question,GoldPassage,HardNegative1'],
    ['queryText,positivePassage,hardNegatives'],
    ['queryId,Query,PositivePassage,hardNeg'],
  ])('reads the words of a header in camel case, as those of JSON: %s', async (header) => {
    const names = header.split(',');
    const rows = [1, 2].map((i) => names.map((name) => `${name} of row ${i}`));
    const of = (content: string, name: string) =>
      read(name, content).then(({ records }) =>
        records.map(({ query, positive, negatives }) => ({ query, positive, negatives })),
      );
    const json = jsonl(...rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]]))));
    const expected = await of(json, 'a.jsonl');
    expect(expected).toHaveLength(2);
    const table = [names, ...rows];
    expect(await of(table.map((row) => row.join(',')).join('\n'), 'a.csv')).toEqual(expected);
    expect(await of(table.map((row) => row.join('\t')).join('\n'), 'a.tsv')).toEqual(expected);
  });

  it('keeps a mapping of a header in camel case under any spelling', async () => {
    const { records } = await read('a.csv', 'frageText,goldText,anderes\nq1,p1,n1\n', {
      header: 'first',
      mapping: { query: 'fragetext', positive: 'goldtext', negatives: ['anderes'], queryId: null },
    });
    expect(records).toMatchObject([{ query: 'q1', positive: 'p1', negatives: ['n1'] }]);
  });

  it('rejects rows with a wrong number of fields or broken quotes, and goes on', async () => {
    const { records, rejects, summary } = await read(
      'a.csv',
      [
        'query,positive,negative',
        'q1,p1',
        'q2,p2,n2,n3',
        '"q3" x,p3,n3',
        '"q4,p4,n4',
        'q5,p5,n5',
        '"q6",p6,n6',
        '',
      ].join('\n'),
    );
    expect(rejects.map(({ placeKind, place, code }) => [placeKind, place, code])).toEqual([
      ['row', 1, 'broken-row'],
      ['row', 2, 'broken-row'],
      ['row', 3, 'broken-row'],
      ['row', 4, 'broken-row'],
    ]);
    expect(rejects[0]?.message).toContain('2 fields, the header has 3');
    expect(records.map(({ query }) => query)).toEqual(['q5', 'q6']);
    expect(summary.counts.read).toBe(6);
  });

  it('rejects blank cells and a record all of whose negatives are blank, with its first row', async () => {
    const { records, rejects, summary } = await read(
      'a.csv',
      'query,positive,negative\n ,p,n\nq,,n\nq,p,\nq,p, \nok,p,n\n',
    );
    expect(rejects.map(({ place, code, field }) => [place, code, field])).toEqual([
      [1, 'blank-query', 'query'],
      [2, 'blank-positive', 'positive'],
      [3, 'no-negatives', 'negative'],
    ]);
    expect(records).toHaveLength(1);
    expect(summary.counts).toMatchObject({ read: 5, records: 1, merged: 1, rejected: 3 });
  });

  it('rejects only the row whose bytes are not UTF-8', async () => {
    const bytes = new TextEncoder().encode('query,positive,negative\nq1,p1,n1\nq2,p?,n2\nq3,p3,n3\n');
    bytes[bytes.indexOf(0x3f)] = 0xe9;
    const { records, rejects } = await read('a.csv', bytes);
    expect(rejects).toMatchObject([{ placeKind: 'row', place: 2, code: 'not-utf8' }]);
    expect(records).toHaveLength(2);
  });
});
