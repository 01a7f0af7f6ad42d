import { describe, expect, it } from 'vitest';

import { headerFits } from '../../../src/candidates/formats/header';

const text = 'A passage of some length, as they stand in candidate files.';

describe('the first row of a table', () => {
  it.each([
    ['names that trainers use', ['anchor', 'positive', 'negative'], []],
    ['with others around them', ['', 'subset', 'query', 'positive', 'negative_1'], []],
    ['any names over texts', ['frage', 'gute antwort', 'schlechte'], [[text, text, text]]],
    ['any names over numbers', ['a', 'b', 'c'], [['1', '2', '3']]],
    ['usual names over words', ['query', 'answer', 'other'], [['big', 'large', 'small']]],
  ])('is a header: %s', (_, names, rows) => {
    expect(headerFits(names, rows, 'a.csv')).toBe(true);
  });

  it.each([
    ['texts', [text, text, text], [[text, text, text]]],
    ['an id and a text', ['q1', 'germany capital'], [['q2', 'who wrote hamlet and why']]],
    ['an id of letters and digits', ['d8f3a', 'berlin'], [['56beb', 'paris in france, says the map']]],
    ['numbers', ['1185869', '0', '1'], [['1185868', '16', '1']]],
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
