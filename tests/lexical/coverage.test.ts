import { expect, it } from 'vitest';

import { lexicalCoverage } from '../../src/lexical/coverage';
import { IdfTable } from '../../src/lexical/idf';
import { expectRelative } from '../support/near';

/** M = 3; df 1, 2, 3 of tokens 0, 1, 2: idf ln 2 + 1, ln 4/3 + 1 and 1; of any other token ln 4 + 1. */
const table = new IdfTable();
for (const tokens of [[0, 1, 2], [1, 2], [2]]) table.add(Int32Array.from(tokens));

const coverage = (query: readonly number[], negative: readonly number[]) =>
  lexicalCoverage(Int32Array.from(query), Int32Array.from(negative), table);

it.each([
  ['every token', [0, 1, 2, 7], [0, 1, 2, 3, 7, 8], 1],
  ['none', [0, 2], [1, 3], 0],
  ['nothing', [0, 1], [], 0],
  ['the last token', [5], [1, 2, 3, 4, 5], 1],
  ['the first token', [1], [1, 2, 3, 4, 5], 1],
  ['a token of a query without tokens', [], [0, 1], 0],
  ['nothing of such a query', [], [], 0],
])('the coverage by a negative that holds %s is exact', (_, query, negative, expected) => {
  expect(coverage(query, negative)).toBe(expected);
});

it('finds tokens wherever they stand in the negative', () => {
  expectRelative(coverage([3, 5, 9], [0, 5, 6, 8, 9]), 2 / 3);
});
