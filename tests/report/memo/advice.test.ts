/** Whether to train, from what was judged, dropped, flagged and found: "Train" only where all of it allows it. */

import { describe, expect, it } from 'vitest';

import { buildReport } from '../../../src/report/build';
import { adviceOf, memoOf, type Memo } from '../../../src/report/memo';
import type { ReportFalseNegatives } from '../../../src/report/result';
import { pairAudit, reportInput, runResult, sourceResult } from '../../support/results';
import { additions, decided } from './additions';

interface Case {
  /** Share of answers of each source with its interval, once it is cleaned; null: not known. */
  readonly left: readonly (readonly [rate: number, low: number, high: number] | null)[];
  readonly removed?: number;
  /** The second source is random passages. */
  readonly barred?: boolean;
  readonly judged?: number;
}

const NAMES = ['one', 'two'];
/** Shares of answers with intervals that end below the limit of 10 %. */
const LOW = [0.02, 0.01, 0.05] as const;
const LESS_LOW = [0.03, 0.01, 0.08] as const;

function memo({ left, removed = 5, barred = false, judged = 200 }: Case): Memo {
  const results = NAMES.map((name, i) => sourceResult(i, name));
  const pair_audit = pairAudit(results, barred ? { random: { two: 1 } } : {});
  const report = buildReport(reportInput(results, ['one'], { run: { ...runResult(results), pair_audit } }));
  const own = NAMES.map((name, i) => {
    const [rate, low = null, high = null] = left[i] ?? [];
    const answers_left = rate === undefined ? null : { rate, low, high };
    return [name, decided({ removed, answers_left })];
  });
  return withJudged(memoOf(report, additions({ decided: Object.fromEntries(own) })), judged);
}

function withJudged(memo: Memo, judged: number, sources: ReportFalseNegatives['sources'] = {}): Memo {
  const sample = { seed: 7, sample: 200, judged, counted: judged };
  const said = { sources, findings: {}, judges: [], agreement: [], refused: [] };
  return { ...memo, report: { ...memo.report, false_negatives: { ...sample, ...said } } };
}

describe('the advice', () => {
  it.each<[string, Case, string]>([
    [
      'trains where every interval ends below the limit',
      { left: [LOW, LESS_LOW] },
      'Train on the cleaned files of one and two: at most 8\u00a0% of their negatives answer the query.',
    ],
    [
      'says what is trained on where nothing was removed',
      { left: [LOW, LESS_LOW], removed: 0 },
      'Train on the files of one and two: at most 8\u00a0% of their negatives answer the query.',
    ],
    [
      'refuses where a source surely holds more',
      { left: [[0.41, 0.3, 0.55], LESS_LOW] },
      'Do not train on the cleaned files of one and two yet: about 41\u00a0% of the negatives of one answer their query.',
    ],
    [
      'waits where an interval only reaches over the limit',
      { left: [[0.05, 0.01, 0.12], LESS_LOW] },
      'Too early to train on the cleaned files of one and two: up to 12\u00a0% of the negatives of one may answer their query.',
    ],
    [
      'knows nothing without judgements',
      { left: [null, null], judged: 0 },
      'Not decided yet: nobody has judged a pair.',
    ],
    [
      'knows nothing of a source with too few',
      { left: [LOW, null] },
      'Not decided yet: too few pairs of two were judged.',
    ],
  ])('%s', (_, given, headline) => {
    const advice = adviceOf(memo(given));
    expect(advice.headline).toBe(headline);
    expect(advice.next.some((step) => step.startsWith('Train on the'))).toBe(headline.startsWith('Train'));
  });

  it('leaves a barred source out, whatever was judged of it, and says why', () => {
    const advice = adviceOf(memo({ left: [LOW, [0.5, 0.4, 0.6]], barred: true }));
    expect(advice.headline).toBe(
      'Train on the cleaned files of one: at most 5\u00a0% of their negatives answer the query.',
    );
    expect(advice.next).toEqual([
      'Leave out two, or drop what was found and save again.',
      'Train on the cleaned files of one.',
    ]);
    expect(advice.inTheWay).toHaveLength(1);
  });

  it('is not sure of a rate that rests on fewer than 30 judgements', () => {
    const left = [[1, 0.11, 1], null] as const;
    const rate = { rate: 1, low: 0.11, high: 1, pairs: 652, answers: 2, cannot_tell: 0 };
    const of = (judged: number) =>
      adviceOf(withJudged(memo({ left }), 200, { one: { ...rate, judged } })).headline;
    expect(of(2)).toBe(
      'Too early to train on the cleaned files of one and two: up to 100\u00a0% of the negatives of one may answer their query.',
    );
    expect(of(30)).toMatch(/^Do not train on the cleaned files of one and two yet: about 100/);
  });
});
