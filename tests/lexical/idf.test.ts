import { describe, expect, it } from 'vitest';

import { IdfTable, TokenDictionary } from '../../src/lexical/idf';
import { expectRelative } from '../support/near';

describe('TokenDictionary', () => {
  it('gives a token one id for good, ids ascending in a text', () => {
    const dictionary = new TokenDictionary();
    expect([...dictionary.idsOf(new Set(['b', 'a']))]).toEqual([0, 1]);
    expect([...dictionary.idsOf(new Set(['c', 'a', 'b']))]).toEqual([0, 1, 2]);
    expect(dictionary.size).toBe(3);
    expect([...dictionary.idsOf(new Set())]).toEqual([]);
  });

  it('sorts ids as numbers', () => {
    const dictionary = new TokenDictionary();
    const words = Array.from({ length: 12 }, (_, i) => `word${i}`);
    dictionary.idsOf(new Set(words));
    expect([...dictionary.idsOf(new Set(['word10', 'word9', 'word2']))]).toEqual([2, 9, 10]);
  });
});

describe('IdfTable', () => {
  it('counts texts, distinct tokens and document frequencies', () => {
    const table = new IdfTable();
    table.add(Int32Array.of(0, 1));
    table.add(Int32Array.of(1));
    table.add(Int32Array.of());
    expect(table.documents).toBe(3);
    expect(table.distinctTokens).toBe(2);
    // df 1, 2 and 0 of M = 3.
    expectRelative(table.idf(0), 1.6931471805599454);
    expectRelative(table.idf(1), 1.2876820724517808);
    expectRelative(table.idf(2), 2.386294361119891);
  });

  it('grows past its first room and keeps what it has', () => {
    const table = new IdfTable();
    table.add(Int32Array.of(0, 1023));
    table.add(Int32Array.of(0, 1024));
    table.add(Int32Array.of(0, 500_000));
    expect(table.distinctTokens).toBe(4);
    expectRelative(table.idf(0), 1);
    for (const token of [1023, 1024, 500_000]) expectRelative(table.idf(token), 1.6931471805599454);
    for (const unseen of [1025, 499_999, 2_000_000]) expectRelative(table.idf(unseen), 2.386294361119891);
  });
});
