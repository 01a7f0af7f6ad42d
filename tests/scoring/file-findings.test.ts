import { describe, expect, it } from 'vitest';

import { fileFindings, KnownPositives } from '../../src/scoring/findings';
import { idRecords } from '../support/id-records';

/** Records of one query each; positives are 1000 + query, negatives as given. */
const records = (negatives: readonly (readonly number[])[]) =>
  idRecords(...negatives.map((list, query) => [query, 1000 + query, list] as const));

const find = (negatives: readonly (readonly number[])[]) => {
  const source = records(negatives);
  return fileFindings(source, new KnownPositives([source]));
};

/** Two negatives of its own for each of so many queries. */
const own = (count: number) => Array.from({ length: count }, (_, q) => [10_000 + 2 * q, 10_001 + 2 * q]);

describe('what is wrong with the negatives of a file', () => {
  it('is nothing where every negative is a passage of its own', () => {
    expect(find(own(100))).toEqual({
      records: 100,
      pairs: 200,
      copies: 0,
      own_positives: 0,
      records_with_other_positive: 0,
      boilerplate: 0,
      boilerplate_texts: 0,
    });
  });

  it('are copies of the positive, and positives of other queries', () => {
    const negatives = own(100).map((list, q) =>
      q < 3 ? [1000 + q, ...list] : q < 5 ? [1000 + q + 1, ...list] : list,
    );
    expect(find(negatives)).toMatchObject({ copies: 3, own_positives: 3, records_with_other_positive: 2 });
  });

  it('are positives of the same query in another record', () => {
    const source = records([[1001, 7], [8], [1001]]);
    const one = { ...source, queries: Int32Array.of(0, 0, 2) };
    expect(fileFindings(one, new KnownPositives([one]))).toMatchObject({
      copies: 0,
      own_positives: 1,
      records_with_other_positive: 1,
    });
  });

  it('is one text that stands in far too many queries', () => {
    // The sentence that a language model puts before its answers, in 40 of 100 queries.
    const found = find(own(100).map((list, q) => (q < 40 ? [7, ...list] : list)));
    expect(found).toMatchObject({ boilerplate: 40, boilerplate_texts: 1 });
    // In more than ten queries, and in more than one of a hundred.
    expect(find(own(100).map((list, q) => (q < 12 ? [7, ...list] : list))).boilerplate).toBe(12);
    expect(find(own(100).map((list, q) => (q < 9 ? [7, ...list] : list))).boilerplate).toBe(0);
    expect(find(own(2000).map((list, q) => (q < 20 ? [7, ...list] : list))).boilerplate).toBe(0);
    expect(find(own(2000).map((list, q) => (q < 21 ? [7, ...list] : list))).boilerplate).toBe(21);
  });

  it('is none in a small corpus, where every passage repeats', () => {
    // 240 passages for 1,200 queries of ten negatives each, as in XQuAD.
    const small = Array.from({ length: 1200 }, (_, q) =>
      Array.from({ length: 10 }, (_, k) => (7 * q + 31 * k) % 240),
    );
    expect(find(small).boilerplate).toBe(0);
  });

  it('counts queries, not records of one query', () => {
    const source = records(own(100).map((list) => [7, ...list]));
    const one = { ...source, queries: source.queries.map(() => 5) };
    expect(fileFindings(one, new KnownPositives([one])).boilerplate).toBe(0);
  });
});
