import { describe, expect, it } from 'vitest';

import { type Format, type Hint } from '../../../src/candidates/formats/format';
import { recogniseFile } from '../../../src/candidates/formats/recognise';
import type { JsonObject } from '../../../src/candidates/fault';
import { draftOf, formatFor, jsonFormat, orderFormat, placed, recognised } from './support';

describe('tuples by name', () => {
  it('take negative_0 … in column order, whatever stands between and before', () => {
    const row = {
      subset: 'a text that is no query',
      negative_1: 'n1',
      doc_id: 'd',
      question: 'q',
      notes: 'more text',
      positive: 'p',
      negative_0: null,
      qid: 12,
    };
    expect(draftOf(jsonFormat(row), row)).toMatchObject({
      queryId: '12',
      query: 'q',
      positives: ['p'],
      lists: [{ texts: ['n1', null], where: { holder: [], steps: ['negative_1', 'negative_0'] } }],
      fields: { negatives: 'negative_1, negative_0' },
    });
  });

  it('take the negatives that a row has, also where the rows before had fewer', () => {
    const first = { query: 'q', positive: 'p', negative_1: 'a' };
    const format = jsonFormat(first);
    const longer = { query: 'q', positive: 'p', negative_1: 'a', negative_2: 'b' };
    expect(draftOf(format, longer).lists[0]?.texts).toEqual(['a', 'b']);
    expect(draftOf(format, first).lists[0]).toMatchObject({
      texts: ['a'],
      where: { holder: [], steps: null },
    });
  });

  it('check scores', () => {
    const row = { anchor: 'q', positive: 'p', negative: 'n', score: 0.5 };
    const format = jsonFormat(row);
    const checks = [0, -0.1, '-1', '', null, 'high', [0.1, 0.2], [-1], '[0.5, -0.5]', '[]'].map(
      (score) => draftOf(format, { ...row, score }).scores,
    );
    const [fine, missing] = ['fine', 'missing'];
    expect(checks).toEqual([fine, fine, fine, missing, missing, missing, fine, fine, fine, null]);
  });

  it('read scores that NumPy has printed into a cell', () => {
    const row = { query: 'q', positive: 'p', negative_1: 'a', negative_2: 'b', scores: '[0.5 0.25 0.125]' };
    const format = jsonFormat(row);
    expect(draftOf(format, row)).toMatchObject({ scores: 'fine', given: [0.5, 0.25, 0.125] });
    expect(draftOf(format, { ...row, scores: '[ 5.0e-01  2.5e-01\n -inf]' })).toMatchObject({
      scores: 'fine',
      given: [0.5, 0.25, NaN],
    });
    const checks = ['[0.5 nan 0.125]', '[0.5 ... 0.125]', '[0.5]'].map(
      (scores) => draftOf(format, { ...row, scores }).scores,
    );
    expect(checks).toEqual(['missing', 'missing', 'missing']);
  });
});

/** The format of entries that are read by the order of their fields. */
function inOrder(...entries: JsonObject[]): Format {
  const format = orderFormat(...entries);
  if (format === null) throw new Error('not read by order');
  return format;
}

describe('tuples by order', () => {
  it('take text columns in order; ids, labels, scores, numbers and lists are none', () => {
    const row = {
      id: 'i7',
      a: 'q',
      margin: 0.25,
      b: 'p',
      pos_id: 'x',
      c: 'n1',
      label: 'hard',
      d: null,
      tags: ['t'],
      d_embedding: [1],
    };
    expect(draftOf(inOrder(row), row)).toMatchObject({
      queryId: 'i7',
      query: 'q',
      positives: ['p'],
      lists: [{ texts: ['n1', null], where: { holder: [], steps: ['c', 'd'] } }],
      fields: { query: 'a', positive: 'b', negatives: 'c, d' },
    });
  });

  it('leave a column out that says where a row comes from', () => {
    const four = { source: 'bm25 run', a: 'q', b: 'p', c: 'n' };
    expect(draftOf(inOrder(four), four)).toMatchObject({ query: 'q', positives: ['p'] });
  });

  it('need three columns of texts', () => {
    expect(orderFormat({ a: 'q', b: 'p' })).toBeNull();
    expect(orderFormat({ a: 'q', b: 'p', n: 3 })).toBeNull();
    expect(orderFormat({ a: ['q'], b: 'p', c: 'n' })).toBeNull();
    expect(orderFormat({ a: 'q', b: 'p', c: 'n' })?.id).toBe('tuples');
  });

  it('look at huge fields without delay', () => {
    const digits = `${'1'.repeat(300_000)}x`;
    const row = { a: digits, b: `${' '.repeat(300_000)}x`, c: `["${'" '.repeat(100_000)}` };
    const before = process.cpuUsage();
    expect(orderFormat(row)?.id).toBe('tuples');
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });

  it('know from the first rows of a table which columns are numbers', () => {
    const row = (text: string, year: string) => ({ text, year, first: 'a p', second: 'a n' });
    const rows = [row('some q', '1984'), row('other q', '1985')];
    expect(draftOf(inOrder(...rows), rows[0] ?? {})).toMatchObject({ query: 'some q', positives: ['a p'] });
    expect(orderFormat(...rows.map(({ text, year, first }) => ({ text, year, first })))).toBeNull();
  });

  it('refuse lists that a table holds as text', () => {
    const packed = `text,good,bad\nsome q,a p,"['a', 'b']"\nother q,b p,"[""c""]"\n`;
    expect(recognised('a.csv', packed)).toBeNull();
  });

  it('name items of a JSON list by their index', () => {
    const rows = [placed(['a q', 'a p', 'a n', 'b n'])];
    const hint: Hint = { path: 'a.jsonl', container: 'JSONL', named: false, samples: rows, byOrder: true };
    const format = formatFor(hint);
    expect(format?.read(rows[0] ?? {})).toMatchObject({
      lists: [{ where: { holder: [], steps: [2, 3] } }],
    });
  });

  it('do not win by a line about the file', () => {
    const about = { name: 'my data', version: 'one', description: 'mined texts' };
    const record = { query: 'q', pos: ['p'], neg: ['n'] };
    const samples = [about, record];
    const hint: Hint = { path: 'a.jsonl', container: 'JSONL', named: true, samples, byOrder: true };
    expect(recogniseFile(hint)).toMatchObject({ id: 'flag-embedding' });
    expect(recogniseFile({ ...hint, samples: [{ a: 1 }] })).toBeNull();
  });
});
