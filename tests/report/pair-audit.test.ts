import { describe, expect, it } from 'vitest';

import { judgePairs, pairAuditInWords } from '../../src/report/pair-audit';

const pairs = (source: number, share: number) => ({
  source,
  unrelated: { queries: 100, pairs: 1000, found: 1000 * share, share, variance: 1e-5 },
  near_positive: { queries: 100, pairs: 1000, found: 0, share: 0, variance: 1e-5 },
});

const audit = {
  corner: { cos_query: 0.1, coverage: 0.1, random_share: 0.4, random_variance: 1e-4 },
  sources: [pairs(7, 0.01), pairs(8, 0.01), pairs(9, 0.21)],
};

function sentences(references: readonly number[]): string[] {
  const judged = judgePairs(audit, (source) => references.includes(source));
  return [...judged].flatMap(([source, of]) => pairAuditInWords(`source ${source}`, of));
}

describe('the audit by pairs', () => {
  it('says what a source has more of than the references', () => {
    expect(sentences([7, 8])).toEqual([
      expect.stringMatching(
        /^About 51\s% \(.*\) of the pairs of source 9 look drawn at random: 21\.0\s% lie .*, of the references 1\.0\s% at most\.$/,
      ),
    ]);
  });

  it('says nothing where every source is a reference, or one, or none', () => {
    expect(sentences([7, 8, 9])).toEqual([]);
    expect(sentences([7])).toEqual([]);
    expect(sentences([])).toEqual([]);
  });
});
