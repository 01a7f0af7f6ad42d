/** What is read of single entries: `query | positives | negatives`, ids with # before them, lists of negatives apart by /. */

import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../src/candidates/fault';
import { Ref, type Draft, type Format, type Text } from '../../../src/candidates/formats/format';
import { mappedFormat } from '../../../src/candidates/formats/mapped';
import { labelColumns } from '../../../src/candidates/formats/plan';
import { recogniseFile } from '../../../src/candidates/formats/recognise';
import { draftOf, faultOf, formatFor, jsonFormat, orderFormat, placed, recognised } from './support';
import { jsonl } from '../../support/jsonl';

const inWords = (text: Text | null): string => (text instanceof Ref ? `#${text.id}` : (text?.trim() ?? '-'));
const told = ({ query, positives, lists }: Draft): string =>
  [
    inWords(query),
    positives.map(inWords).join(' '),
    lists.map(({ texts }) => texts.map(inWords).join(' ')).join(' / '),
  ].join(' | ');
const as = (format: Format, entry: JsonObject): string => told(draftOf(format, entry));
/** The first entry, as the file of all of them is read. */
const first = (...entries: readonly [JsonObject, ...JsonObject[]]): string =>
  as(jsonFormat(...entries), entries[0]);

const years = { query: 'when', positive: '1945', negatives: ['1944', '1918'] };
const texts = ['a', 'b', 'c'].map((query) => ({ query, positive: 'a text', negatives: ['another'] }));
const ranked = { query_id: 7, document_ids: [1, 2, 3], scores: [0.9, 0.95, 0.1] };
const asked = ['Instruct: find', 'who'];
const list = { query: 'q', docs: ['a', 'b', 'c'], labels: [0, 1, 0] };
const scored = { question: 'q', list: ['a', 'b', 'c'], scores: [0.2, 0.7, 0.7] };
const mined = { query: 'q', positive: ['a', 'b', 'c'], scores: [0.4, 0.6, 0.5] };
const passages = (scores: number[]) => ({ query: 'q', passages: ['a', 'b', 'c'], scores });
const falling = passages([0.4, 0.6, 0.5]);

describe('an entry', () => {
  it.each<[string, readonly [JsonObject, ...JsonObject[]], string]>([
    ['numbers are ids', [{ query: 'q', pos: ['p'], neg: ['n', 5] }], 'q | p | n #5'],
    [
      'digits are ids where all passages are',
      [{ query: 'who', pos: ['1001', ' 1002 '], neg: ['1003', '', null, '1004'] }],
      'who | #1001 #1002 | #1003  - #1004',
    ],
    ['and then the query too', [{ query: '77', pos: ['1'], neg: ['3', 4] }], '#77 | #1 | #3 #4'],
    ['digits beside a text', [{ query: '77', pos: ['1'], neg: ['3', 'three'] }], '77 | 1 | 3 three'],
    ['answers of digits beside other texts', [years, ...texts], 'when | 1945 | 1944 1918'],
    ['a query that is a number', [{ query: 9, document: 1, negatives: [2] }], '#9 | #1 | #2'],
    ['short digits', [{ query: 'What is 3 plus 5?', pos: ['8'], neg: ['3'] }], 'What is 3 plus 5? | 8 | 3'],
    ['short digits under a query of digits', [{ query: '3', pos: ['8'], neg: ['30'] }], '#3 | #8 | #30'],
    ['ids in labeled pairs', [{ query: 'q', passage: 31, label: 0 }], 'q |  | #31'],
    ['ids in labeled lists', [{ query: 'q', docs: [1, 2], labels: [0, 1] }], 'q | #2 | #1'],
    [
      'Tevatron with ids and its older name of the query',
      [{ query: 'who', positive_document_ids: [1], negative_document_ids: [2] }],
      'who | #1 | #2',
    ],
    [
      'NeMo with ids under another name',
      [{ question: 'q', pos_doc: [{ id: 1 }], neg_doc: [{ docid: 'x' }, 'y', 2] }],
      'q | #1 | #x #y #2',
    ],
    [
      'Tevatron with an instruction before the query',
      [{ query: asked, positive_passages: [{ text: 'p' }], negative_passages: [{ text: 'n' }] }],
      'who | p | n',
    ],
    [
      'DPR with one',
      [{ question: asked, positive_ctxs: [{ text: 'p' }], negative_ctxs: [{ text: 'n' }] }],
      'who | p | n',
    ],
    ['distillation: the first is the positive', [ranked], '#7 | #1 | #2 #3'],
    ['or the one that is named', [{ ...ranked, positive_ids: [2] }], '#7 | #2 | #1 #3'],
    ['or all that are', [{ ...ranked, positive_ids: [2], gold_ids: ['3'] }], '#7 | #2 #3 | #1'],
    ['or under another name', [{ ...ranked, relevant_docids: [3, 9] }], '#7 | #3 #9 | #1 #2'],
    ['no empty list, nor negatives', [{ ...ranked, gold_ids: [], negative_ids: [2] }], '#7 | #1 | #2 #3'],
    ['labels above 0 are positives', [list], 'q | b | a c'],
    ['and false is none', [{ ...list, labels: [2, 1, false] }], 'q | a b | c'],
    ['the highest first', [{ ...list, labels: [1, 3, 3] }], 'q | b c a | '],
    ['the first highest score', [scored], 'q | b | a c'],
    ['scores of 0 and 1 are labels', [{ ...scored, scores: [1, 0, 1] }], 'q | a c | b'],
    ['but not in a file with other scores', [{ ...scored, scores: [1, 0, 1] }, scored], 'q | a | b c'],
    ['scores below 0', [{ ...scored, scores: [-1, -2, -3] }], 'q | a | b c'],
    ['a mined list under the name of the positive', [mined], 'q | a | b c'],
    ['and a cut one', [{ ...mined, positive: ['a', 'b'], scores: [0.4, 0.6] }], 'q | a | b'],
    [
      'mined lists by their order, where eight show it',
      [falling, ...Array<JsonObject>(7).fill(falling)],
      'q | a | b c',
    ],
    ['not where seven do', [falling, ...Array<JsonObject>(6).fill(falling)], 'q | b | a c'],
    [
      'nor where some rise',
      [
        falling,
        ...Array<JsonObject>(6).fill(falling),
        ...Array<JsonObject>(2).fill(passages([0.6, 0.4, 0.5])),
      ],
      'q | b | a c',
    ],
    [
      'a series in the order of the columns, whatever stands between',
      [{ subset: 'a text', negative_1: 'n1', doc_id: 'd', question: 'q', positive: 'p', negative_0: null }],
      'q | p | n1 -',
    ],
  ])('%s', (_, entries, expected) => {
    expect(first(...entries)).toBe(expected);
  });

  it('is a labeled pair by every form of 0 and 1', () => {
    const row = { sentence1: 'q', sentence2: 'd', label: 1 };
    const positives = [1, '1', '1.0', true, 'True', 0, '0', false, 0n].map(
      (label) => draftOf(jsonFormat(row), { ...row, label }).positives.length,
    );
    expect(positives).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0]);
  });

  it('is a labeled pair by the names of its own', () => {
    const format = jsonFormat({ query: 'q', document: 'd1', label: 1 });
    const rows = [
      { query: 'q', title: 'T', document: 'd2', label: 1 },
      { query: 'q', passage: 'd3', relevance: 1 },
    ];
    expect(rows.map((row) => as(format, row))).toEqual(['q | T d2 | ', 'q | d3 | ']);
    expect(rows.map((row) => format.uses(row))).toEqual([
      ['query', 'document', 'label', 'title'],
      ['query', 'passage', 'relevance'],
    ]);
    expect(faultOf(format, { query: 'q', label: 1 })).toEqual(['missing-field', 'label']);
  });

  it('has the negatives of its own, also where those before had fewer', () => {
    const longer = { query: 'q', positive: 'p', negative_1: 'a', negative_2: 'b' };
    expect(as(jsonFormat({ query: 'q', positive: 'p', negative_1: 'a' }), longer)).toBe('q | p | a b');
  });

  it('has its id under any of its names', () => {
    const row = { query: ' q', positive: 'p', negatives: ['a', null, ''] };
    const ids = [{ query_id: 'q1' }, { qid: 7, id: 'x' }, { id: 12n }, { id: '', _id: null }].map(
      (fields) => draftOf(jsonFormat(row), { ...row, ...fields }).queryId,
    );
    expect(ids).toEqual(['q1', '7', '12', null]);
    const ofSystems = { query_id: 'x', qid: 1, pos: [2], neg: { bm25: [3] } };
    expect(draftOf(jsonFormat(ofSystems), ofSystems).queryId).toBe('1');
  });

  it('holds no id that is not held exactly', () => {
    const format = jsonFormat({ query: 'q', pos: [1], neg: [2] });
    for (const id of [2 ** 53, 1.5]) {
      expect(faultOf(format, { query: 'q', pos: [1], neg: [id] })).toEqual(['wrong-type', 'neg[0]']);
      expect(faultOf(format, { query: id, pos: [1], neg: [2] })).toEqual(['wrong-type', 'query']);
      expect(faultOf(format, { query: 'q', pos: [1], neg: [2], qid: id })).toEqual(['wrong-type', 'qid']);
    }
    expect(as(format, { query: 'q', pos: [2 ** 53 - 1], neg: [2] })).toBe('q | #9007199254740991 | #2');
  });

  it.each<[JsonObject, readonly (readonly [JsonObject, Draft['scores']])[]]>([
    [
      { query: 'q', pos: ['p1', 'p2'], neg: ['a', 'b'] },
      [
        [{}, null],
        [{ pos_scores: null, neg_scores: [] }, null],
        [{ pos_scores: [1, 1], neg_scores: [0, 0] }, 'fine'],
        [{ neg_scores: [0, 0] }, 'fine'],
        [{ pos_scores: [1] }, 'missing'],
        [{ pos_scores: [1, null] }, 'missing'],
        [{ neg_scores: [1, '2'] }, 'missing'],
        [{ neg_scores: 3 }, 'missing'],
        [{ pos_scores: {}, neg_scores: [0, 0] }, 'missing'],
        [{ neg_scores: [1, -0.001] }, 'fine'],
        [{ pos_scores: [-1, 1], neg_scores: [1] }, 'missing'],
      ],
    ],
    [
      { query: 'q', positive_passages: [{ text: 'p' }], negative_passages: [{ text: 'n' }] },
      [
        [{}, null],
        [{ negative_passages: [{ text: 'n', score: 1 }] }, 'fine'],
        [{ negative_passages: [{ text: 'n', score: 1 }, { text: 'm' }] }, 'missing'],
        [{ negative_passages: [{ text: 'n', score: 'high' }] }, 'missing'],
      ],
    ],
    [
      { anchor: 'q', positive: 'p', negative: 'n', score: 0.5 },
      [0, -0.1, '-1', [0.1, 0.2], [-1], '[0.5, -0.5]']
        .map((score) => [{ score }, 'fine'] as [JsonObject, 'fine'])
        .concat(['', null, 'high'].map((score) => [{ score }, 'missing'] as never)),
    ],
    [
      { query: 'q', positive: 'p', negative_1: 'a', negative_2: 'b', scores: '[0.5 0.25 0.125]' },
      [
        [{ scores: '[ 5.0e-01  2.5e-01\n -inf]' }, 'fine'],
        ...['[0.5 nan 0.125]', '[0.5 ... 0.125]', '[0.5]'].map(
          (scores) => [{ scores }, 'missing'] as [JsonObject, 'missing'],
        ),
      ],
    ],
    [
      ranked,
      [
        [{ scores: [1, 1] }, 'missing'],
        [{ scores: [1, 1, -1] }, 'fine'],
      ],
    ],
  ])('tells whether its scores are all there: %j', (entry, checks) => {
    const format = jsonFormat(entry);
    for (const [change, check] of checks)
      expect(draftOf(format, { ...entry, ...change }).scores, JSON.stringify(change)).toBe(check);
  });
});

describe('a file', () => {
  it('is no labeled pairs where numbers are scores of similarity', async () => {
    const pairs = (...scores: number[]) =>
      recognised('a.jsonl', jsonl(...scores.map((score) => ({ sentence1: 'a', sentence2: 'b', score }))));
    expect([await pairs(1, 0.8, 0.2, 0.5), await pairs(1, 0, 0, 0.5)]).toEqual([null, 'labeled-pairs']);
    const table = 'sentence1,sentence2,score\na b c d,e f g h,0.5\ni j k l,m n o p,0.25\n';
    expect(await recognised('a.csv', table)).toBeNull();
    expect(
      await recognised('a.tsv', 'what is a b c\ta text\t1\nwhat is a b c\tanother text\t0\n'),
    ).toBeNull();
  });

  it('is nothing where scores of a positive rise again, or where all may be positives', async () => {
    expect(await recognised('a.jsonl', jsonl({ ...mined, scores: [0.4, 0.5, 0.6] }))).toBeNull();
    expect(
      await recognised('a.jsonl', jsonl({ query: 'q', positives: mined.positive, scores: mined.scores })),
    ).toBeNull();
  });

  it('is of ColBERT where lists hold ids, and an item at fault is named', async () => {
    for (const row of [
      '["a cat", "the cat sat", "the dog ran"]',
      '["cat", "dog", "fish"]',
      '["a c", "1", "2"]',
    ])
      expect(await recognised('a.jsonl', `${row}\n`)).toBeNull();
    const lists = {
      path: 'a.jsonl',
      container: 'JSONL',
      named: false,
      samples: [placed([1, 2, 3])],
    } as const;
    const format = formatFor(lists) as Format;
    expect(await recognised('a.jsonl', '[1, 2, 3]\n')).toBe('colbert');
    expect(faultOf(format, placed([1, 2, 3, true]))).toEqual(['wrong-type', '4']);
    expect(faultOf(format, placed([1, null, 3]))).toEqual(['null-field', '2']);
    expect(faultOf(format, placed([1]))).toEqual(['missing-field', '2']);
    const message = expect.stringContaining('`3` is missing, expected the id of a passage') as string;
    expect(format.read(placed(['1', ['10', 0.9]]))).toMatchObject({ field: '3', message });
  });

  it('may have its source label in plain, short columns that are neither used nor ids nor scores', () => {
    const row = {
      query_id: '1',
      query: 'q',
      positive_passages: [{ text: 'p' }],
      negative_passages: [{ text: 'n' }],
      subset: 'bm25',
      answers: ['a'],
      fold: 3,
      hard: true,
      score: 0.5,
      doc_id: 'd',
      empty: null,
      note: 'x'.repeat(81),
    };
    const found = labelColumns([row, { ...row, late: 'y' }], jsonFormat(row));
    expect(found).toEqual(['subset', 'fold', 'hard', 'late']);
    const tuple = { miner: 'x', anchor: 'q', positive: 'p', negative: 'n' };
    expect(labelColumns([tuple], jsonFormat(tuple))).toEqual(['miner']);
  });
});

describe('a mapping by hand', () => {
  const mapped = (...negatives: string[]) =>
    mappedFormat({ query: 'q', positive: 'p', negatives, queryId: null });

  it('reads lists, of texts and of passages, and the only text of an object', () => {
    const row = { q: 'q', p: ['a', { body: 'b' }], n: ['c', null, { title: 'T', text: 'd' }] };
    expect(as(mapped('n'), row)).toBe('q | a b | c - T d');
    expect(as(mapped('n'), { q: '1', p: 2, n: '3' })).toBe('1 | #2 | 3');
  });

  it('keeps fields of different names apart, and joins a series', () => {
    expect([mapped('bm25', 'dense').apart, mapped('n1', 'n2').apart]).toEqual(['fields', null]);
    const row = { q: 'q', p: 'p', bm25: 'a', dense: ['b', 'c'], n1: 'd', n2: 'e' };
    expect(as(mapped('bm25', 'dense'), row)).toBe('q | p | a / b c');
    expect(as(mapped('n1', 'n2'), row)).toBe('q | p | d e');
  });
});

describe('an order of columns', () => {
  const inOrder = (...entries: readonly [JsonObject, ...JsonObject[]]): string | null => {
    const format = orderFormat(...entries);
    return format && as(format, entries[0]);
  };
  const row = (text: string, year: string) => ({ text, year, first: 'p', second: 'n' });
  const numbered = (b: string) => ({ a: 'q', b, c: 'n' });
  const DIGITS = `${'1'.repeat(300_000)}x`;

  it.each<[string, readonly [JsonObject, ...JsonObject[]], string | null]>([
    [
      'takes texts; ids, labels, scores, numbers and lists are none',
      [{ id: 'i7', a: 'q', margin: 0.25, b: 'p', pos_id: 'x', c: 'n1', label: 'hard', d: null, tags: ['t'] }],
      'q | p | n1 -',
    ],
    ['leaves out where a row comes from', [{ source: 'a run', a: 'q', b: 'p', c: 'n' }], 'q | p | n'],
    ['needs three texts', [{ a: 'q', b: 'p' }], null],
    ['of which none is a number', [{ a: 'q', b: 'p', n: 3 }], null],
    ['nor a list', [{ a: ['q'], b: 'p', c: 'n' }], null],
    ['knows numbers by the first rows', [row('some q', '1984'), row('other q', '1985')], 'some q | p | n'],
    ['where nearly all are', [numbered('12'), numbered('1998'), numbered('five hundred')], 'q | 12 | n'],
    [
      'takes lists of digits, but neither objects nor messages',
      [{ a: 'q', b: 'p', c: ['12', '7'], d: { text: 'page' }, e: [{ role: 'user', content: 'hello' }] }],
      'q | p | 12 7',
    ],
  ])('%s', (_, entries, expected) => {
    expect(inOrder(...entries)).toBe(expected);
  });

  it('looks at huge fields without delay', () => {
    const before = process.cpuUsage();
    const huge = { a: DIGITS, b: `${' '.repeat(300_000)}x`, c: `["${'" '.repeat(100_000)}` };
    expect(orderFormat(huge)?.id).toBe('tuples');
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });

  it('does not win by a line about the file', () => {
    const about = { name: 'my data', version: 'one', description: 'mined texts' };
    const samples = [about, { query: 'q', pos: ['p'], neg: ['n'] }];
    const hint = { path: 'a.jsonl', container: 'JSONL', named: true, samples, byOrder: true } as const;
    expect(recogniseFile(hint)).toMatchObject({ id: 'flag-embedding' });
    expect(recogniseFile({ ...hint, samples: [{ a: 1 }] })).toBeNull();
    const items = [placed(['a q', 'a p', 'a n', 'b n'])];
    const format = formatFor({ ...hint, named: false, samples: items });
    expect(format?.read(items[0] ?? {})).toMatchObject({ lists: [{ where: { steps: [2, 3] } }] });
  });

  it('is no list that a table holds as text', async () => {
    const packed = `text,good,bad\nsome q,a p,"['a', 'b']"\nother q,b p,"[""c""]"\n`;
    expect(await recognised('a.csv', packed)).toBeNull();
  });
});
