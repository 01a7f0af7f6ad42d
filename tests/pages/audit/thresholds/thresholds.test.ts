import { describe, expect, it } from 'vitest';

import type { SourceLimits } from '../../../../src/engine/types';
import {
  hnMineLine,
  LIMIT_KINDS,
  sentenceTransformersLine,
  startOf,
  stepsOf,
  valueInWords,
  type LimitKind,
} from '../../../../src/pages/audit/thresholds/kinds';
import { alikeIn, bestOf, takenAt, type DrawnSource } from '../../../../src/pages/audit/thresholds/curves';
import { headlineOf } from '../../../../src/pages/audit/thresholds/words';
import { phraseText } from '../../../../src/report/verdict-words';
import type { Limit, LimitId } from '../../../../src/scoring/limits';

const kind = (id: LimitId) => LIMIT_KINDS.find((each) => each.id === id) as LimitKind;
const limit = (id: LimitId, value: number): Limit => ({ id, value, end: 30 });

type Point = SourceLimits['rules'][number][number];

const ONE_EACH = LIMIT_KINDS.map(({ id }) => [limit(id, 0.05)]);

/** A source of 100 pairs with one limit of each kind: so many pairs go, and such a share of the answers. */
function drawn(
  taken: Partial<
    Record<LimitId, readonly [dropped: number, rate: number | null, against?: Point['againstChance']]>
  >,
  { name = 'tasb', rate = 0.4 as number | null } = {},
): DrawnSource {
  const rules = LIMIT_KINDS.map(({ id }): Point[] => {
    const [dropped, share, againstChance = 'open'] = taken[id] ?? [43, 0.46];
    const answers = share === null ? null : { rate: share, low: share - 0.07, high: share + 0.08 };
    return [{ kept: 100 - dropped, emptied: 1, emptiedByChance: 0.2, answers, againstChance }];
  });
  return {
    name,
    colour: 1,
    rate,
    figures: { source: 0, pairs: 100, records: 10, answers: 9, looks: 8, rules },
  };
}
const MARGIN = LIMIT_KINDS.findIndex(({ id }) => id === 'absolute_margin');
const SUSPICION = LIMIT_KINDS.findIndex(({ id }) => id === 'suspicion');
const at = (source: DrawnSource, rule = MARGIN) => {
  const taken = takenAt(source, ONE_EACH, rule, 0);
  if (!taken) throw new Error('There is one limit of each kind.');
  return taken;
};
const inWords = (source: DrawnSource, rule = MARGIN) => {
  const chosen = at(source, rule);
  return phraseText(headlineOf(chosen, bestOf(alikeIn(source, ONE_EACH, chosen)))).replaceAll('\u00a0', ' ');
};

describe('the values of a limit', () => {
  it('are hundredths, or places of a record', () => {
    const margins = stepsOf(kind('absolute_margin'), 30, 30, null).map(({ value }) => value);
    expect([margins[0], margins[15], margins.at(-1), margins.length]).toEqual([-0.5, -0.35, 0.5, 101]);
    expect(stepsOf(kind('num_negatives'), 3, 3, null).map(({ value }) => value)).toEqual([3, 2, 1]);
    expect(stepsOf(kind('ranks'), 3, 2, null).map(({ value }) => value)).toEqual([0, 1]);
    expect(stepsOf(kind('num_negatives'), 1000, 1000, null)).toHaveLength(100);
  });

  it('are on the scale of the files’ own scores, a share aside', () => {
    const range = { least: 2, most: 32 };
    const ends = (id: LimitId) => {
      const steps = stepsOf(kind(id), 30, 30, range);
      return [steps[0]?.value, steps.at(-1)?.value, startOf(kind(id), range)];
    };
    expect(ends('absolute_margin')).toEqual([-15, 15, 1.5]);
    expect(ends('max_score')).toEqual([32, 2, 23]);
    expect(ends('cos_positive')).toEqual([1, 0, 0.8]);
    expect(ends('relative_margin')).toEqual([0, 0.5, 0.05]);
    expect(valueInWords(limit('max_score', 23.125))).toBe('23.125');
    expect(valueInWords(limit('absolute_margin', -3))).toBe('−3.00');
  });
});

describe('the lines of the miners', () => {
  it('are the options of sentence-transformers', () => {
    expect(sentenceTransformersLine(limit('absolute_margin', 0.05), 30)).toBe(
      'mine_hard_negatives(dataset, model, absolute_margin=0.05, num_negatives=30)',
    );
    expect(sentenceTransformersLine(limit('ranks', 10), 30)).toBe(
      'mine_hard_negatives(dataset, model, range_min=10, range_max=30, num_negatives=20)',
    );
  });

  it('are none for a margin in hn_mine.py', () => {
    expect(hnMineLine(limit('relative_margin', 0.05))).toBeNull();
    expect([
      sentenceTransformersLine(limit('suspicion', 0.5), 30),
      hnMineLine(limit('suspicion', 0.5)),
    ]).toEqual([null, null]);
    expect(hnMineLine(limit('ranks', 10))).toBe('hn_mine.py --range_for_sampling 10-30 --negative_number 20');
  });
});

describe('the headline of a limit', () => {
  it('says what goes, what stays, and that no rule is told from chance', () => {
    // 40 of 100 answer; 43 go with 46 % of the answers: 0.4 · 0.54 / 0.57.
    expect(inWords(drawn({}))).toBe(
      'An absolute margin of 0.05 drops 43 % of the pairs of tasb and 46 % of its answers: about 38 % of what stays still answers. No rule is told from chance.',
    );
    expect(inWords(drawn({ absolute_margin: [43, 0.46, 'few'] }))).toMatch(/of too few queries to hold it/);
    expect(inWords(drawn({ absolute_margin: [0, 0] }))).toBe(
      'An absolute margin of 0.05 drops no pair of tasb.',
    );
  });

  it('names the best rule only where it is more than chance, at about as many pairs', () => {
    expect(inWords(drawn({ suspicion: [44, 0.62, 'more'], max_score: [43, 0.7] }))).toMatch(
      /answers\. Suspicion drops most for as many pairs: 62 %, more than chance would\.$/,
    );
    expect(inWords(drawn({ suspicion: [50, 0.9, 'more'] }))).toMatch(/No rule is told from chance\.$/);
    const own = drawn({ suspicion: [43, 0.62, 'more'], cos_positive: [43, 0.55, 'more'] });
    expect(inWords(own, SUSPICION)).toMatch(/more than chance would, and no rule does better\.$/);
  });
});
