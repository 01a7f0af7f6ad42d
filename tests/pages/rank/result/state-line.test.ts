import { describe, expect, it } from 'vitest';

import { conditions } from '../../../../src/pages/rank/result/state-line';
import { runResult, sourceResult } from '../../../support/results';

const words = (result: Parameters<typeof conditions>[0]) =>
  conditions(result).map(({ word, value }) => `${word} ${value}`.trim());
const two = [
  sourceResult(1, 'a', { records: 163, negatives: 652 }),
  sourceResult(2, 'b', { records: 97, negatives: 291 }),
];

describe('the conditions of a result', () => {
  it('name the seed of a sample', () => {
    const result = runResult(two);
    const sampled = { ...result, settings: { ...result.settings, sample: 50, seed: 7 } };
    expect(words(sampled)[3]).toBe('97–163 records per source, a sample with seed 7, 943 pairs');
  });

  it('say that only the first negatives were ranked', () => {
    const result = runResult(two);
    const first = (negatives: number) => ({ ...result, settings: { ...result.settings, negatives } });
    expect(words(first(5))[3]).toBe(
      '97–163 records per source, the first 5 negatives of each record, 943 pairs',
    );
    expect(words(first(1))[3]).toContain('the first negative of each record');
  });
});
