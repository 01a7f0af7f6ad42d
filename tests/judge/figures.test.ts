/** What verdicts add up to, and what is left of a rate once judged answers are dropped. */

import { describe, expect, it } from 'vitest';

import { rateOrder, rateWithoutAnswers } from '../../src/judge/figures';
import { agreedVerdict, type Verdict } from '../../src/judge/verdicts';

const rate = { pairs: 1000, judged: 100, answers: 40, cannotTell: 0 };

describe('the rate without judged answers', () => {
  it('takes them from the answers and from the pairs', () => {
    const share = { rate: 0.4, low: 0.3, high: 0.5 };
    expect(rateWithoutAnswers({ ...rate, share }, 40)).toEqual({
      rate: 360 / 960,
      low: 260 / 960,
      high: 460 / 960,
    });
    expect(rateWithoutAnswers({ ...rate, share }, 0)).toEqual(share);
  });

  it('never falls below nothing, and has no end that was not there', () => {
    const share = { rate: 0.01, low: null, high: null };
    expect(rateWithoutAnswers({ ...rate, share }, 40)).toEqual({ rate: 0, low: null, high: null });
  });

  it('is not known where nothing tells, or nothing is left', () => {
    expect(rateWithoutAnswers({ ...rate, share: null }, 0)).toBeNull();
    expect(rateWithoutAnswers({ ...rate, share: { rate: 1, low: 1, high: 1 } }, 1000)).toBeNull();
  });
});

describe('what judges agree on', () => {
  it.each<[Verdict[], Verdict | null]>([
    [[], null],
    [['answers'], 'answers'],
    [['answers', 'does not answer'], 'cannot tell'],
    [['answers', 'does not answer', 'does not answer'], 'does not answer'],
    [['cannot tell', 'answers'], 'answers'],
    [['cannot tell'], 'cannot tell'],
  ])('of %j it is %s', (said, agreed) => {
    expect(agreedVerdict(said)).toBe(agreed);
  });
});

describe('why sources have no order', () => {
  const of = (low: number | null, high: number | null, at = ((low ?? 0) + (high ?? 0)) / 2) => ({
    ...rate,
    share: { rate: at, low, high },
  });

  it('is that some overlap, and only those are named', () => {
    const sources = [of(0.3, 0.5), of(0, 0.1), of(0.35, 0.55)];
    expect(rateOrder(sources)).toEqual({ order: null, why: 'overlap', groups: [[0, 2]] });
    expect(rateOrder(sources.slice(0, 2)).order).toEqual([1, 0]);
  });

  it('is that some have no interval', () => {
    const sources = [of(0.3, 0.5), of(null, null)];
    expect(rateOrder(sources)).toEqual({ order: null, why: 'no interval', groups: [[1]] });
  });
});
