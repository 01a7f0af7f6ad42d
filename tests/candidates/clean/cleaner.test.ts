import { describe, expect, it } from 'vitest';

import { gzipped, lostBy, ofIds, pairs, RELABELLED, roundTrip, withStore } from './support';

withStore();

const NO_REJECTS = { without: { rejects: 'all', blanks: false, repeats: false } } as const;

/** CR LF, a blank line, a broken line, spellings that JSON.stringify would not give, no line end at the end. */
const LINES = [
  '{"query": "q1", "pos": ["p1"], "neg": ["a", "b"], "neg_scores": [1.0, 12345678901234567890]}\r\n',
  '\r\n',
  '{"query":"q2","pos":["p2"],"neg":["c","  ","c","d"],"x":{"y":1e2}}\r\n',
  '{"query": "q3", broken\r\n',
  '{"neg":["old"],"query":"q4","pos":["p4"],"neg" : [ "\\u00e9" , "f\\"]" ]}\n',
  '{"query":"q5","pos":["p5"],"neg":["h"]}',
];

describe('JSON lines', () => {
  it('go out byte for byte where nothing is removed', async () => {
    const { text, cleaned } = await roundTrip('bm25.jsonl', LINES.join(''), []);
    expect(text).toBe(LINES.join(''));
    expect([cleaned.name, ...lostBy(cleaned)]).toEqual(['bm25.cleaned.jsonl', 0, 0]);
  });

  it('lose items, and their copies, and all else stays', async () => {
    const removed = pairs('0:0 1:0 2:1 3:0');
    const { text, again, left, cleaned } = await roundTrip('bm25.jsonl', LINES.join(''), removed);
    expect(text.split('\n')).toEqual([
      '{"query": "q1", "pos": ["p1"], "neg": ["b"], "neg_scores": [12345678901234567890]}\r',
      '\r',
      '{"query":"q2","pos":["p2"],"neg":["  ","d"],"x":{"y":1e2}}\r',
      '{"query": "q3", broken\r',
      '{"neg":["old"],"query":"q4","pos":["p4"],"neg" : [ "\\u00e9" ]}',
      '',
    ]);
    expect(again).toEqual(left);
    expect(again).toHaveLength(3);
    expect(lostBy(cleaned)).toEqual([4, 1]);
  });

  it('move false negatives to the positives, copies once, and scores with them', async () => {
    const lines = [
      '{"query": "q1", "pos": ["p1"], "pos_scores": [9], "neg": ["a", "b"], "neg_scores": [1.0, 2]}\n',
      '{"query":"q2","pos":[ "p2" ],"neg":["c","d","c"]}\n',
      '{"query":"q3","pos":["p3","e"],"neg":["e","f"]}\n',
    ];
    const trip = await roundTrip('bm25.jsonl', lines.join(''), pairs('0:0 1:0 2:0'), {}, RELABELLED);
    const { text, again, cleaned } = trip;
    expect(text.split('\n')).toEqual([
      '{"query": "q1", "pos": ["p1", "a"], "pos_scores": [9, 1.0], "neg": ["b"], "neg_scores": [2]}',
      '{"query":"q2","pos":[ "p2", "c" ],"neg":["d"]}',
      '{"query":"q3","pos":["p3","e"],"neg":["f"]}',
      '',
    ]);
    expect(again.map(({ positive, negatives }) => [positive, negatives])).toEqual([
      ['p1', ['b']],
      ['p2', ['d']],
      ['p3', ['f']],
    ]);
    expect(lostBy(cleaned)).toEqual([3, 0]);
  });

  it('leave rejected lines out where that is asked for, and blank ones in', async () => {
    const { text } = await roundTrip('a.jsonl', LINES.join(''), [], {}, NO_REJECTS);
    expect(text).toBe(LINES.filter((line) => !line.includes('broken')).join(''));
  });

  it('keep a byte order mark, and gzip', async () => {
    const content = `\ufeff${LINES.join('')}`;
    const { text, cleaned, bytes } = await roundTrip('b.jsonl.gz', gzipped(content), pairs('0:0'));
    expect([...bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
    expect(text).toBe(content.replace('"a", ', '').replace('1.0, ', ''));
    expect(cleaned.name).toBe('b.cleaned.jsonl.gz');
  });

  it('lose a line of labeled pairs with its label, and with the last one the positive', async () => {
    const rows = [
      { query: 'q one', document: 'p', label: 1 },
      { query: 'q one', document: 'a', label: 0 },
      { query: 'q two', document: 'r', label: 1 },
      { query: 'q two', document: 'b', label: 0 },
      { query: 'q one', document: 'c', label: 0 },
      { query: 'q three', document: 's', label: 1 },
    ].map((row) => JSON.stringify(row));
    const removed = pairs('0:0 1:0');
    const content = `${rows.join('\n')}\n`;
    const { text, again, left } = await roundTrip('l.jsonl', content, removed);
    // The query that never had a negative stays as it was: a reject.
    expect(text).toBe(`${[rows[0], rows[4], rows[5]].join('\n')}\n`);
    expect(again).toEqual(left);
    const strict = await roundTrip('l.jsonl', content, removed, {}, NO_REJECTS);
    expect(strict.text).toBe(`${[rows[0], rows[4]].join('\n')}\n`);
  });
});

describe('JSON arrays', () => {
  const element = (id: number, ...negatives: string[]): string =>
    `{"question": "q${id}", "answers": [], "positive_ctxs": [{"title": "t", "text": "p${id}"}], ` +
    `"hard_negative_ctxs": [${negatives.map((text) => `{"title": "", "text": "${text}"}`).join(', ')}]}`;
  const content = `[\n  ${element(1, 'a', 'b')},\n  ${element(2, 'c')} ,\n  ${element(3, 'd', '],{')}\n]\n`;

  it('go out byte for byte where nothing is removed, from chunks of any size', async () => {
    expect((await roundTrip('dpr.json', content, [])).text).toBe(content);
    const spread = element(1, 'x'.repeat(3_000_000), 'b');
    const large = `[${spread},${spread}]`;
    const { text } = await roundTrip('dpr.json', large, pairs('1:0'));
    expect(text).toBe(`[${spread},${element(1, 'b')}]`);
  });

  it.each([
    ['0:0 0:1', `[\n  ${element(2, 'c')} ,\n  ${element(3, 'd', '],{')}\n]\n`],
    ['1:0', `[\n  ${element(1, 'a', 'b')} ,\n  ${element(3, 'd', '],{')}\n]\n`],
    ['2:0 2:1', `[\n  ${element(1, 'a', 'b')},\n  ${element(2, 'c')}\n]\n`],
    ['0:0 0:1 1:0 2:0', `[\n  ${element(3, '],{')}\n]\n`],
    ['1:0 2:0 2:1', `[\n  ${element(1, 'a', 'b')}\n]\n`],
  ])('lose elements with the right comma: %s', async (removed, outcome) => {
    const { text, again, left } = await roundTrip('dpr.json', content, pairs(removed));
    expect(text).toBe(outcome);
    expect(again).toEqual(left);
  });

  it('inside an object keep what stands around them', async () => {
    const before = '{"corpus" : {"path": "c.jsonl"}, "data": [\n';
    const rows = [
      '{"question_id": "1", "question": "q1", "corpus_id": "c", "pos_doc": [{"id": "1"}], "neg_doc": [{"id": "2"}, {"id": "3"}]}',
      '{"question_id": "2", "question": "q2", "corpus_id": "c", "pos_doc": [{"id": "1"}], "neg_doc": [{"id": "4"}]}',
    ];
    const after = '\n], "made": {"by": ["us"]}}\n';
    const nested = `${before}${rows.join(',\n')}${after}`;
    const { text, again } = await roundTrip('nemo.json', nested, pairs('0:1 1:0'), {
      companions: ofIds(['1', '2', '3', '4']),
    });
    expect(text).toBe(`${before}${rows[0]?.replace(', {"id": "3"}', '')}${after}`);
    expect(again.map(({ negatives }) => negatives)).toEqual([['#2']]);
  });
});

describe('tables', () => {
  it('lose rows byte for byte: quotes, line ends inside them, CR LF, no line end at the end', async () => {
    const rows = [
      'Query,Positive,"negative"\r\n',
      '"q, 1",p1,"two\r\nlines"\r\n',
      '\r\n',
      'q2,"p ""2""",b\r\n',
      'q3,p3,"c"" \n\n,"\n',
      'q4,p4',
      '\r\nq5,p5,=1+1',
    ];
    const content = rows.join('');
    expect((await roundTrip('t.csv', content, [])).text).toBe(content);
    const { text, again, left } = await roundTrip('t.csv', content, pairs('0:0 2:0'));
    expect(text).toBe([rows[0], rows[2], rows[3], rows[5], rows[6]].join(''));
    expect(again).toEqual(left);
    expect(again).toHaveLength(2);
    const noRejects = await roundTrip('t.csv', content, pairs('0:0'), {}, NO_REJECTS);
    expect(noRejects.text).toBe([rows[0], rows[2], rows[3], rows[4], rows[6]?.slice(2)].join(''));
  });

  it('join rows of one record, and lose those that are copies of a negative too', async () => {
    const content = 'query,positive,negative\nq,p,a\nr,s,x\nq,p,b\nq,p, a\n';
    const { text, again } = await roundTrip('t.csv', content, pairs('0:0'));
    expect(text).toBe('query,positive,negative\nr,s,x\nq,p,b\n');
    expect(again.map(({ negatives }) => negatives)).toEqual([['x'], ['b']]);
  });

  it('blank cells of tuples, under tabs too', async () => {
    const names = ['anchor', 'positive', 'negative_1', 'negative_2'];
    const content = `${names.join('\t')}\nq1\tp1\t"a\tb\nq2\tp2\tc\td\nq3\tp3\te\tf`;
    const removed = pairs('0:0 1:0 1:1 2:1');
    const { text, again, left } = await roundTrip('t.tsv', content, removed);
    expect(text).toBe(`${names.join('\t')}\nq1\tp1\t\tb\nq3\tp3\te\t`);
    expect(again).toEqual(left);
  });
});

describe('runs', () => {
  const line = (query: string, document: string, rank: number): string =>
    `${query} Q0 ${document}  ${rank} ${10 - rank}.50 bm25\n`;
  const lines = [
    line('q1', 'd1', 1),
    line('q1', 'rel1', 2),
    line('q2', 'd9', 1),
    line('q1', 'd2', 3),
    line('q1', 'd3', 4),
    line('q1', 'd4', 5),
    line('q3', 'd5', 1),
  ];
  const documents = ['d1', 'd2', 'd3', 'd4', 'd5', 'd9', 'rel1', 'rel2'];
  const companions = ofIds(documents, ['q1', 'q2', 'q3'], { q1: 'rel1', q2: 'rel2' });
  const loading = { topK: 3, companions };

  it('keep the hits that are negatives, so that none moves up', async () => {
    const content = lines.join('');
    const { text, again, left } = await roundTrip('bm25.trec', content, pairs('0:1'), loading);
    expect(text).toBe([lines[0], lines[2], lines[4], lines[6]].join(''));
    expect(again).toEqual(left);
    expect(again[0]?.negatives).toEqual(['#d1', '#d3']);
    const strict = await roundTrip('bm25.trec', content, pairs('0:1'), loading, NO_REJECTS);
    expect(strict.text).toBe([lines[0], lines[2], lines[4]].join(''));
  });

  it('of three columns are tables', async () => {
    const rows = ['q1\td1\t3.5\n', 'q1\td2\t2.5\n', 'q1\td3\t1.5\n', 'q1\td4\t0.5\n'];
    const { text } = await roundTrip('run.tsv', rows.join(''), pairs('0:0'), loading);
    expect(text).toBe([rows[1], rows[2]].join(''));
  });
});
