import { describe, expect, it } from 'vitest';

import type { SourceLimits } from '../../../../src/engine/types';
import {
  hnMineLine,
  LIMIT_KINDS,
  sentenceTransformersLine,
  startOf,
  stepNear,
  stepsOf,
  valueInWords,
  type LimitKind,
} from '../../../../src/pages/audit/thresholds/kinds';
import { panelsOf } from '../../../../src/pages/audit/thresholds/panels';
import { headlineOf } from '../../../../src/pages/audit/thresholds/words';
import type { Limit, LimitId } from '../../../../src/scoring/limits';

const kind = (id: LimitId) => LIMIT_KINDS.find((each) => each.id === id) as LimitKind;
const limit = (id: LimitId, value: number): Limit => ({ id, value, end: 30 });

/** 100 pairs, of which 57 are kept. */
type Point = SourceLimits['points'][number];

function figures(answers: Point['answers'], againstChance: Point['againstChance']): SourceLimits {
  const point = { kept: 57, emptied: 1, emptiedByChance: 0.2, eci: 0.3, findings: 2, answers, againstChance };
  return { source: 0, pairs: 100, records: 10, findings: 4, answers: answers ? 9 : 0, points: [point] };
}
const drawn = (answers: Point['answers'], againstChance: Point['againstChance'] = 'open') => ({
  name: 'repllama',
  colour: 0,
  figures: figures(answers, againstChance),
});

describe('the values of a limit', () => {
  it('are hundredths, or places of a record', () => {
    const margins = stepsOf(kind('absolute_margin'), 30, 30, null).map(({ value }) => value);
    expect([margins[0], margins[15], margins.at(-1), margins.length]).toEqual([-0.1, 0.05, 0.3, 41]);
    expect(stepsOf(kind('num_negatives'), 3, 3, null).map(({ value }) => value)).toEqual([1, 2, 3]);
    expect(stepsOf(kind('ranks'), 3, 2, null).map(({ value }) => value)).toEqual([0, 1]);
    expect(stepsOf(kind('num_negatives'), 1000, 1000, null)).toHaveLength(100);
  });

  it('are on the scale of the files’ own scores, a share aside', () => {
    const range = { least: 2, most: 32 };
    const ends = (id: LimitId) => {
      const steps = stepsOf(kind(id), 30, 30, range);
      return [steps[0]?.value, steps.at(-1)?.value, startOf(kind(id), range)];
    };
    expect(ends('absolute_margin')).toEqual([-3, 9, 1.5]);
    expect(ends('max_score')).toEqual([2, 32, 23]);
    expect(ends('relative_margin')).toEqual([0, 0.5, 0.05]);
    expect(valueInWords(limit('max_score', 23.125))).toBe('23.125');
    expect(valueInWords(limit('absolute_margin', -3))).toBe('−3.00');
  });

  it('have a nearest one', () => {
    expect(stepNear(stepsOf(kind('absolute_margin'), 30, 30, null), 0.05)).toBe(15);
    expect(stepNear(stepsOf(kind('num_negatives'), 4, 4, null), 10)).toBe(3);
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
    expect(hnMineLine(limit('ranks', 10))).toBe('hn_mine.py --range_for_sampling 10-30 --negative_number 20');
  });
});

describe('the headline of a limit', () => {
  const margin = limit('absolute_margin', 0.05);

  it('says what goes, and whether chance would do as well', () => {
    const open = headlineOf(margin, 0, drawn({ rate: 0.46, low: 0.39, high: 0.54 }));
    expect(open.replaceAll('\u00a0', ' ')).toBe(
      'An absolute margin of 0.05 drops 43 % of the pairs of repllama and 46 % of its answers: chance may do as well.',
    );
    expect(headlineOf(margin, 0, drawn({ rate: 0.6, low: 0.5, high: 0.7 }, 'more'))).toMatch(
      /more than chance would/,
    );
    expect(headlineOf(margin, 0, drawn({ rate: 0.2, low: 0.1, high: 0.3 }, 'less'))).toMatch(
      /fewer than chance would/,
    );
    expect(headlineOf(margin, 0, drawn({ rate: 1, low: null, high: null }, 'few'))).toMatch(
      /of its answers: answers of too few queries to hold against chance\.$/,
    );
  });

  it('says nothing of answers where none is judged', () => {
    expect(headlineOf(margin, 0, drawn(null))).toMatch(/drops 43.% of the pairs of repllama\.$/);
  });
});

describe('the panels', () => {
  it('leave out answers that nobody judged', () => {
    expect(panelsOf([drawn(null)]).map(({ title }) => title)).toEqual([
      'Pairs kept',
      'Findings removed',
      'Records left empty',
      'Score',
    ]);
    const [, answers] = panelsOf([drawn({ rate: 0.46, low: null, high: null })]);
    expect(answers).toMatchObject({
      title: 'Answers removed',
      lines: [
        { name: 'repllama', points: [[0, 0.46]], band: [] },
        { name: 'by chance', dashed: true },
      ],
    });
    expect(answers?.lines[1]?.points[0]?.[1]).toBeCloseTo(0.43, 12);
  });

  it('leave a gap where nothing is known', () => {
    const [, answers] = panelsOf([
      drawn({ rate: 0.46, low: 0.4, high: 0.5 }),
      { name: 'other', colour: 1, figures: figures(null, 'open') },
    ]);
    expect(answers?.lines[0]?.band).toEqual([[0, 0.4, 0.5]]);
    expect(answers?.lines[1]?.points).toEqual([null]);
  });
});
