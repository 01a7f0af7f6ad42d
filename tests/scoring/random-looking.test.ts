import { describe, expect, it } from 'vitest';

import { intervalOf } from '../../src/scoring/certainty/intervals';
import type { UnitSums } from '../../src/scoring/certainty/units';
import { seededRandom } from '../../src/scoring/random';
import {
  cornerOf,
  foreignShare,
  isUnrelated,
  randomLooking,
  STOP_BESIDE_LEAST,
  type ShareInterval,
  type Suspect,
} from '../../src/scoring/random-looking';

/** Columns of pairs with these cosines to the query, v⁺ and v⁻ at right angles: l is minus the cosine. */
function pairs(cosines: readonly number[], coverage: readonly number[]) {
  return {
    locality: Float64Array.from(cosines, (cosine) => -cosine),
    distance: new Float64Array(cosines.length).fill(Math.SQRT2),
    coverage: Float64Array.from(coverage),
  };
}

describe('the corner of drawn passages', () => {
  it('is low in both views, by the quantiles of the drawn pairs', () => {
    const corner = cornerOf(pairs([0, 0.1, 0.2, 0.3, 0.4], [0.5, 0, 0.1, 0.2, 0.3]));
    // The third of five values is the least that three fifths do not exceed.
    expect(corner.cos_query).toBeCloseTo(0.2, 12);
    expect(corner.coverage).toBe(0.2);
    const at = (cosine: number, coverage: number) => isUnrelated(-cosine, Math.SQRT2, coverage, corner);
    expect([at(0.1, 0.1), at(0.1, 0.3), at(0.3, 0.1), at(0.3, 0.3)]).toEqual([true, false, false, false]);
  });
});

describe('the share of foreign pairs', () => {
  const counts = (seed: number, share: number): UnitSums => {
    const random = seededRandom(seed);
    const sizes = Float64Array.from({ length: 80 }, (_, i) => 1 + (i % 7));
    return {
      pairs: sizes,
      sums: sizes.map((k) => [...Array(k).keys()].filter(() => random() < share).length),
    };
  };

  it('is (p − p₀)/(p_random − p₀) with the jackknife’s error over units, by a loop', () => {
    const [own, least, random] = [counts(1, 0.15), counts(2, 0.05), counts(3, 0.4)];
    const shareWithout = (gone: number | null) => {
      const mean = ({ sums, pairs: sizes }: UnitSums) => {
        const left = (of: Float64Array) => of.reduce((sum, x, i) => (i === gone ? sum : sum + x), 0);
        return left(sums) / left(sizes);
      };
      return (mean(own) - mean(least)) / (mean(random) - mean(least));
    };
    const found = foreignShare(own, least, random, 0.05);
    expect(found?.value).toBeCloseTo(shareWithout(null), 12);
    const each = [...own.pairs.keys()].map(shareWithout);
    const mean = each.reduce((sum, x) => sum + x, 0) / each.length;
    const error = Math.sqrt((79 / 80) * each.reduce((sum, x) => sum + (x - mean) ** 2, 0));
    const effective =
      own.pairs.reduce((sum, k) => sum + k, 0) ** 2 / own.pairs.reduce((sum, k) => sum + k * k, 0);
    const estimate = { value: shareWithout(null), error, effective, largestShare: 0 };
    const { low = NaN, high = NaN } = intervalOf(estimate, 0.05) ?? {};
    expect(found?.high).toBeCloseTo(high, 10);
    expect(found?.low).toBeCloseTo(low, 10);
  });

  it('may be above 0 where none was found: few pairs say little', () => {
    const none: UnitSums = { pairs: counts(1, 0).pairs, sums: new Float64Array(80) };
    const found = foreignShare(none, none, counts(3, 0.4), 0.05);
    expect(found).toMatchObject({ value: 0, low: 0 });
    // ln 20 of 314 pairs, where two fifths of foreign ones are seen: 2.4 %.
    expect(found?.high).toBeGreaterThan(0.02);
    expect(found?.high).toBeLessThan(0.03);
  });

  it('of a kind that all foreign pairs are of takes 1 for them', () => {
    const found = foreignShare(counts(1, 0.15), counts(2, 0.05), null, 0.05);
    const share = ({ sums, pairs: sizes }: UnitSums) =>
      sums.reduce((a, b) => a + b) / sizes.reduce((a, b) => a + b);
    const [p, least] = [share(counts(1, 0.15)), share(counts(2, 0.05))];
    expect(found?.value).toBeCloseTo((p - least) / (1 - least), 12);
  });
});

describe('which sources hold random passages', () => {
  const suspect = (id: number, share: number, more: Partial<Suspect> = {}): Suspect => ({
    id: String(id),
    reference: false,
    share,
    same: String(id),
    sound: true,
    ...more,
  });
  /** Intervals of ± 0.03 about the estimate where random passages have 0.4. */
  const judge = (suspects: readonly Suspect[], random: number | null = 0.4, half = 0.03) => {
    const of = (id: string) => suspects.find((each) => each.id === id)?.share ?? NaN;
    const shareOf = (source: string, beside: string): ShareInterval => {
      const value = (of(source) - of(beside)) / ((random ?? 1) - of(beside));
      return { value, low: value - half, high: value + half };
    };
    return randomLooking(suspects, random, shareOf);
  };
  const severities = (found: ReturnType<typeof judge>) =>
    found && [...found].map(([, { severity }]) => severity);

  it('are those above two references that are left and are not the same pairs', () => {
    const references = [suspect(1, 0.02, { reference: true }), suspect(2, 0.06, { reference: true })];
    // Beside 0.06: 9 %, 6 % and 1 %.
    const others = [suspect(3, 0.09), suspect(4, 0.08), suspect(5, 0.063)];
    const found = judge([...references, ...others]);
    expect(severities(found)).toEqual([null, null, 'stop', 'look', null]);
    expect(found?.get('4')).toMatchObject({ beside: '2' });
    expect(severities(judge([references[0] as Suspect, ...others]))).toEqual([null, null, null, null]);
    const twins = [references[0] as Suspect, suspect(2, 0.02, { reference: true, same: '1' })];
    expect(severities(judge([...twins, suspect(3, 0.06)]))).toEqual([null, null, null]);
  });

  it('are not held against a source that something else bars, unless there is no better one', () => {
    const barred = suspect(1, 0, { sound: false });
    expect(judge([barred, suspect(2, 0.1), suspect(3, 0.1)])?.get('2')).toMatchObject({ severity: null });
    expect(judge([barred, suspect(2, 0.12)])?.get('2')).toMatchObject({ beside: '1', severity: 'stop' });
  });

  it('are not looked for in one source alone, nor where drawn passages are hardly apart', () => {
    expect(judge([suspect(1, 0.02)])).toBeNull();
    expect(judge([suspect(1, 0.02), suspect(2, 0.02, { same: '1' })])).toBeNull();
    expect(judge([suspect(1, 0.02), suspect(2, 0.03)], 0.11)).toBeNull();
    expect(judge([suspect(1, 0.02), suspect(2, 0.03)], null)).toBeNull();
  });

  it('are open where the interval holds the threshold of any row that applies', () => {
    const all = [
      suspect(1, 0.02, { reference: true }),
      suspect(2, 0.03, { reference: true }),
      suspect(3, 0.04),
    ];
    expect(judge(all, 0.4, 0.01)?.get('3')?.settled).toBe(true);
    expect(judge(all, 0.4, 0.03)?.get('3')).toMatchObject({ severity: null, settled: false });
    // Two points in a hundred above the threshold.
    const far = [suspect(1, 0.02), suspect(2, 0.02 + 0.38 * (STOP_BESIDE_LEAST + 0.02))];
    expect(judge(far, 0.4, 0.01)?.get('2')).toMatchObject({ severity: 'stop', settled: true });
    expect(judge(far, 0.4, 0.03)?.get('2')).toMatchObject({ severity: null, settled: false });
  });
});
