import { describe, expect, it } from 'vitest';

import { lexicalCoverage } from '../../src/lexical/coverage';
import { IdfTable } from '../../src/lexical/idf';
import { lexicalResiduality } from '../../src/scoring/gates';
import { expectRelative } from '../support/near';

/** M = 3; df 1, 2, 3 of tokens 0, 1, 2: idf ln 2 + 1, ln 4/3 + 1 and 1; of any other token ln 4 + 1. */
function table(): IdfTable {
  const idf = new IdfTable();
  idf.add(Int32Array.of(0, 1, 2));
  idf.add(Int32Array.of(1, 2));
  idf.add(Int32Array.of(2));
  return idf;
}

const coverage = (query: number[], negative: number[]) =>
  lexicalCoverage(Int32Array.from(query), Int32Array.from(negative), table());

describe('lexicalCoverage', () => {
  it('is exactly 1 where the negative holds every token, exactly 0 where it holds none', () => {
    expect(coverage([0, 1, 2, 7], [0, 1, 2, 3, 7, 8])).toBe(1);
    expect(coverage([0, 2], [1, 3])).toBe(0);
    expect(coverage([0, 1], [])).toBe(0);
  });

  it('is 0 for a query without tokens, so ψ = 1', () => {
    expect(coverage([], [0, 1])).toBe(0);
    expect(coverage([], [])).toBe(0);
    expect(lexicalResiduality(coverage([], [0]))).toBe(1);
  });

  it('finds tokens wherever they stand in the negative', () => {
    expect(coverage([5], [1, 2, 3, 4, 5])).toBe(1);
    expect(coverage([1], [1, 2, 3, 4, 5])).toBe(1);
    expectRelative(coverage([3, 5, 9], [0, 5, 6, 8, 9]), 2 / 3);
  });
});
