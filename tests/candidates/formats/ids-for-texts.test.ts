import { describe, expect, it } from 'vitest';

import { Ref } from '../../../src/candidates/formats/format';
import { mappedFormat } from '../../../src/candidates/formats/mapped';
import { candidatesById, draftOf, faultOf, jsonFormat } from './support';

const corpus = (id: string): Ref => new Ref('corpus', id);

describe('ids where texts are due', () => {
  it('are numbers, wherever they stand', () => {
    const row = { query: 'q', pos: ['p'], neg: ['n', 5] };
    expect(draftOf(jsonFormat(row), row)).toMatchObject({
      query: 'q',
      positives: ['p'],
      lists: [{ texts: ['n', corpus('5')] }],
    });
  });

  it('are strings of digits where all passages are', () => {
    const row = { query: 'who', pos: ['1001', ' 1002 '], neg: ['1003', '', null, '1004'] };
    expect(draftOf(jsonFormat(row), row)).toMatchObject({
      query: 'who',
      positives: [corpus('1001'), corpus('1002')],
      lists: [{ texts: [corpus('1003'), '', null, corpus('1004')] }],
    });
    const mixed = { query: '77', pos: ['1'], neg: ['3', 4] };
    expect(draftOf(jsonFormat(mixed), mixed)).toMatchObject({
      query: new Ref('queries', '77'),
      positives: [corpus('1')],
      lists: [{ texts: [corpus('3'), corpus('4')] }],
    });
    const textAmong = { query: '77', pos: ['1'], neg: ['3', 'three'] };
    expect(draftOf(jsonFormat(textAmong), textAmong)).toMatchObject({
      query: '77',
      positives: ['1'],
      lists: [{ texts: ['3', 'three'] }],
    });
  });

  it('are told from answers of digits by the other records of the file', () => {
    const years = { query: 'when did the war end', positive: '1945', negatives: ['1944', '1918'] };
    const others = ['a', 'b', 'c'].map((query) => ({ query, positive: 'a text', negatives: ['another'] }));
    expect(draftOf(jsonFormat(...others, years), years)).toMatchObject({
      positives: ['1945'],
      lists: [{ texts: ['1944', '1918'] }],
    });
    expect(draftOf(candidatesById('plain'), years).positives).toEqual([corpus('1945')]);
  });

  it('make a number of the query an id too', () => {
    const ids = { query: 9, document: 1, negatives: [2] };
    const format = jsonFormat(ids);
    expect(draftOf(format, ids)).toMatchObject({ query: new Ref('queries', '9'), positives: [corpus('1')] });
  });

  it('stand in labeled pairs and lists too', () => {
    const pair = { query: 'q', passage: 31, label: 0 };
    expect(draftOf(jsonFormat(pair), pair)).toMatchObject({
      positives: [],
      lists: [{ texts: [corpus('31')] }],
    });
    const list = { query: 'q', docs: [1, 2], labels: [0, 1] };
    expect(draftOf(jsonFormat(list), list)).toMatchObject({
      positives: [corpus('2')],
      lists: [{ texts: [corpus('1')] }],
    });
  });

  it('are not short strings of digits, which answer a question', () => {
    const sums = { query: 'What is 3 plus 5?', pos: ['8'], neg: ['3', '10'] };
    expect(draftOf(jsonFormat(sums), sums)).toMatchObject({
      positives: ['8'],
      lists: [{ texts: ['3', '10'] }],
    });
    const ids = { query: '3', pos: ['8'], neg: ['30', '10'] };
    expect(draftOf(jsonFormat(ids), ids)).toMatchObject({ positives: [corpus('8')] });
  });

  it('are numbers only, where the user has said the format', () => {
    const row = { query: 'when', positive: '1945', negatives: ['1918', 1939] };
    expect(candidatesById('plain', row).read(row)).toMatchObject({
      positives: ['1945'],
      lists: [{ texts: ['1918', corpus('1939')] }],
    });
  });

  it('are no numbers that are not held exactly', () => {
    const format = jsonFormat({ query: 'q', pos: [1], neg: [2] });
    for (const id of [2 ** 53, 1.5]) {
      expect(faultOf(format, { query: 'q', pos: [1], neg: [id] })).toEqual(['wrong-type', 'neg[0]']);
      expect(faultOf(format, { query: id, pos: [1], neg: [2] })).toEqual(['wrong-type', 'query']);
      expect(faultOf(format, { query: 'q', pos: [1], neg: [2], qid: id })).toEqual(['wrong-type', 'qid']);
    }
    expect(draftOf(format, { query: 'q', pos: [2 ** 53 - 1], neg: [2] }).positives).toEqual([
      corpus('9007199254740991'),
    ]);
    expect(format.read({ query: 'q', pos: [2 ** 53], neg: [2] })).toMatchObject({
      message:
        '`pos[0]` must be an id: a string, or a whole number below 2^53, found about 9007199254740992, ' +
        'which is not held exactly. Write the id as a string.',
    });
  });

  it('stand in mapped columns too, but strings are texts there', () => {
    const format = mappedFormat({ query: 'q', positive: 'p', negatives: ['n'], queryId: null });
    expect(draftOf(format, { q: '1', p: 2, n: '3' })).toMatchObject({
      query: '1',
      positives: [corpus('2')],
      lists: [{ texts: ['3'] }],
    });
  });
});
