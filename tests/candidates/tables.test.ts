/** Tables, and lines of JSON that are joined as their rows are. */

import { expect, it } from 'vitest';

import { read, type Content, type ReadOptions } from './support';
import { expectWords } from '../support/golden-words';
import { jsonl } from '../support/jsonl';

const TRIPLES = [
  ['q1', 'p1', 'n1'],
  ['q2', 'p2', 'n2'],
  ['q1', 'p1', 'n3'],
  ['q1', 'p1', 'n1'],
  ['q1', 'other', 'n4'],
  ['q1', 'p1', 'n1'],
].map(([query, positive, negative]) => ({ query, positive, negative }));

const whole = { query: 'q', positive: 'p', negatives: ['n', 'm'] };
const given = {
  query: 'q',
  positive: 'p',
  negative: 'n',
  query_embedding: [1, 0],
  positive_embedding: [1, 0],
  negative_embeddings: [[0, 1]],
};

/** In which a letter is not UTF-8. */
const broken = new TextEncoder().encode('query,positive,negative\nq1,p1,n1\nq2,p?,n2\nq3,p3,n3\n');
broken[broken.indexOf(0x3f)] = 0xe9;

const passage = (text: string, score: unknown) => ({ docid: text, title: '', text, score });

const FILES: Readonly<Record<string, readonly [file: string, content: Content, options?: ReadOptions]>> = {
  'rows of one query and positive, joined over the whole file': [
    'a.csv',
    'anchor,positive,negative\nq1,p1,n1\nq2,p2,n2\nq1,p1,n3\n q1 ,p1,\nq1,other,n4\n',
  ],
  'triples of JSON lines, joined, repeated ones counted': ['a.jsonl', jsonl(...TRIPLES)],
  'records with lists of negatives, as they come': [
    'a.jsonl',
    jsonl(whole, whole, { ...whole, negatives: ['o'] }),
  ],
  'records with embeddings, as they come': ['a.jsonl', jsonl(given, { ...given, negative: 'm' })],
  'negative_1 … in column order, other columns and capitals aside': [
    'a.tsv',
    'Query_ID\tQuery\tscore\tPositive\tnegative_1\tnegative_2\tnegative_10\n9\tq\t0.5\tp\ta\t\tc\n',
  ],
  'quoted cells with separators, quotes and line ends': [
    'a.csv',
    'query,positive,negative\r\n"a, ""b""","line 1\r\n\r\nline 3",n\r\nq2,p2,"n2"\r\n',
  ],
  'the separator of the header behind a mark': ['a.csv', '\ufeffquery;positive;negative\r\nq;p;n\r\n'],
  'the separator of a text file': ['a.txt', 'query\tpositive\tnegative\nq\tp\tn\n'],
  'a tab-separated row without quoting where its quotes are not CSV': [
    'a.tsv',
    'query\tpositive\tnegative\n"The State", formerly "X"\tp1\t"n1\n"q2"\tp2\tn2\n',
  ],
  'a header in camel case that comes again': [
    'a.csv',
    'question,goldPassage,distractor\nq1,p1,n1\nquestion,goldPassage,distractor\nq2,p2,n2\n',
  ],
  'a header in mid-file, as where files were joined': [
    'a.csv',
    'query,positive,negative\nq1,p1,n1\nQuery , positive,negative\nq2,p2,n2\n',
  ],
  'a header in another order, which stops the reading until the first order comes again': [
    'a.csv',
    'query,positive,negative\nq1,p1,n1\nnegative,positive,query\nn2,p2,q2\nquery,positive,negative\nq3,p3,n3\n',
  ],
  'a mapping of a header in camel case, in another spelling': [
    'a.csv',
    'frageText,goldText,anderes\nq1,p1,n1\n',
    {
      header: 'first',
      mapping: { query: 'fragetext', positive: 'goldtext', negatives: ['anderes'], queryId: null },
    },
  ],
  'rows with a wrong number of fields or broken quotes': [
    'a.csv',
    'query,positive,negative\nq1,p1\nq2,p2,n2,n3\n"q3" x,p3,n3\n"q4,p4,n4\nq5,p5,n5\n"q6",p6,n6\n',
  ],
  'blank cells, and a record all of whose negatives are blank': [
    'a.csv',
    'query,positive,negative\n ,p,n\nq,,n\nq,p,\nq,p, \nok,p,n\n',
  ],
  'columns of loaders, one with numbers too': [
    'a.csv',
    'sentence_0,sentence_1,sentence_2,sentence_3\nhow many,12,a,b\nwhich year,1998,c,d\nhow far,five hundred,e,f\n',
  ],
  'lists in cells beside an embedding, which is not read': [
    'a.csv',
    'question,chosen,rejected,query_embedding\nq,p,"[""a"", ""b""]",0.5\nq,p,"[""c"", ""d""]",0.7\n',
  ],
  'a blank id of the query beside the id of the row': [
    'a.csv',
    'id,question_id,question,chosen,rejected\n1,,q1,p1,n1\n2,9,q2,p2,n2\n',
  ],
  'a row whose bytes are not UTF-8': ['a.csv', broken],
  'scores of minus infinity': [
    'a.jsonl',
    '{"query":"q","pos":["p"],"neg":["a","b","c"],"neg_scores":[0.5,-Infinity,-Infinity]}\n',
  ],
  'scores of minus infinity beside passages': [
    'a.jsonl',
    jsonl({
      query: 'q',
      positive_passages: [passage('p', 1)],
      negative_passages: [passage('a', 0.5), passage('b', 'out')],
    }).replace('"out"', '-Infinity'),
  ],
  'scores of minus infinity in a table': ['a.csv', 'query,positive,negative,score\nq,p,a,0.5\nq,p,b,-inf\n'],
  'scores of minus infinity in a list of scores': [
    'a.jsonl',
    '{"query":"q","documents":["p","a","b"],"scores":[2.5,1.5,-Infinity]}\n',
  ],
};

it('files are read as tables.txt has it, cut into chunks of three bytes', () =>
  expectWords('tables.txt', FILES, async ([file, content, options]) => {
    const { records, rejects, summary } = await read(file, content, { ...options, chunk: 3 });
    const counts = Object.entries(summary.counts).filter(([, count]) => count !== 0);
    return [
      `${summary.format}, by ${summary.placeKind}, ${JSON.stringify(Object.fromEntries(counts))}`,
      ...records.map(({ place, queryId, query, positive, negatives, origins }) =>
        JSON.stringify([place, queryId, query, positive, negatives, origins]),
      ),
      ...rejects.map(
        ({ placeKind, place, code, field, message }) => `${placeKind} ${place} ${code} ${field}: ${message}`,
      ),
    ].join('\n  ');
  }));

it('triples are the same records with the same counts in lines, in a table and in a list', async () => {
  const json = await read('a.jsonl', jsonl(...TRIPLES));
  const rows = TRIPLES.map((row) => Object.values(row).join(','));
  const csv = await read('a.csv', ['query,positive,negative', ...rows, ''].join('\n'));
  const list = await read('a.json', JSON.stringify(TRIPLES));
  expect([csv.records, list.records]).toEqual([json.records, json.records]);
  expect(csv.summary.counts).toEqual(json.summary.counts);
});

it('an embedding that comes late is missing before it', async () => {
  const late = [...Array(100).fill({ query: 'q', positive: 'p', negative: 'n' }), given];
  const { rejects } = await read('a.jsonl', jsonl(...late));
  expect(rejects).toMatchObject([{ place: 101, code: 'missing-embedding' }]);
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
