import { describe, expect, it } from 'vitest';

import { headerFits, isColumnsFile } from '../../../src/candidates/formats/header';

const text = 'A passage of some length, as they stand in candidate files.';

describe('the first row of a table', () => {
  it.each([
    ['names that trainers use', ['anchor', 'positive', 'negative'], []],
    ['with others around them', ['', 'subset', 'query', 'positive', 'negative_1'], []],
    ['a name twice', ['query', 'positive', 'negative', 'negative'], [['a', 'b', 'c', 'd']]],
    ['a corpus', ['docid', 'title', 'text'], []],
    ['qrels', ['query-id', 'corpus-id', 'score'], [['q1', 'd1', '1']]],
    ['any names over texts', ['frage', 'gute antwort', 'schlechte'], [[text, text, text]]],
    ['any names over numbers', ['a', 'b', 'c'], [['1', '2', '3']]],
    ['usual names over words', ['query', 'answer', 'other'], [['big', 'large', 'small']]],
    ['a numbered series over texts', ['text1', 'text2', 'text3'], [[text, text, text]]],
  ])('is a header: %s', (_, names, rows) => {
    expect(headerFits(names, rows, 'a.csv')).toBe(true);
  });

  it.each([
    ['texts', [text, text, text], [[text, text, text]]],
    ['an id and a text', ['q1', 'germany capital'], [['q2', 'who wrote hamlet and why']]],
    ['an id of letters and digits', ['d8f3a', 'berlin'], [['56beb', 'paris in france, says the map']]],
    ['numbers', ['1185869', '0', '1'], [['1185868', '16', '1']]],
    ['a number and a text', ['1048585', "what is paula deen's brother"], [['2', 'androgen receptor define']]],
    ['a run', ['301', 'q0', 'd1', '1', '2.5', 'tag'], [['301', 'q0', 'd2', '2', '2.4', 'tag']]],
    ['words over words', ['cat', 'dog', 'fish'], [['sun', 'moon', 'star']]],
    [
      'short phrases over longer ones',
      ['a man sleeps', 'a man rests', 'a dog runs'],
      [[text.slice(0, 25), 'x', 'y']],
    ],
    ['a cell that comes again', ['bm25', 'capital'], [['bm25', text]]],
    ['nothing to compare with', ['frage', 'antwort', 'andere'], []],
    ['the same word twice', ['word', 'word', 'other'], [[text, text, text]]],
  ])('is data: %s', (_, names, rows) => {
    expect(headerFits(names, rows, 'a.tsv')).toBe(false);
  });
});

describe('files with white space between columns', () => {
  const fifty = Array<string>(50).fill('1 Q0 d1 1 2.5 tag');
  it.each([
    ['1 Q0 d1 1 2.5 tag', '', '1\tq0  d2 2 1e-3 tag '],
    ['301 0 FT911-1 1', '301 0 FT911-2 -1', '301 0 FT911-3 0.5'],
    ['1 0 d1 1 2.5 tag', '1 x d2 2.0 1 tag'],
    ['q1 d1 0.5', 'q1  d2 3'],
    [...fifty, 'tail'],
    ['damaged', ...fifty.slice(5), 'x', 'y', 'z', 'tail'],
  ])('are runs and judgements of TREC: %j', (...lines) => {
    expect(isColumnsFile(lines)).toBe(true);
  });

  it.each([
    [],
    ['', ' '],
    ['1 Q0 d1 1 2.5 tag', '301 0 FT911-1 1'],
    ['1 Q0 d1 1 high tag'],
    ['q1\td1\t0.5'],
    ['we two are one'],
    ['q1, d1, 3'],
    [...fifty.slice(6), ...Array<string>(6).fill('tail')],
  ])('are nothing else: %j', (...lines) => {
    expect(isColumnsFile(lines)).toBe(false);
  });
});
