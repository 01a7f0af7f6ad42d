import { describe, expect, it } from 'vitest';

import type { RunningOrder } from '../../../src/engine/types';
import { ProgressReceiver, withKnown, type RunSoFar } from '../../../src/session/run/running';

const OPEN = { low: -Infinity, high: Infinity };

/** An order of two sources; what is not said of it is not known yet. */
function order(
  drawn: number,
  own: { low: number; high: number },
  pair = { a: 1, b: 2, ...OPEN },
): RunningOrder {
  return {
    gates: [],
    flags: [],
    drawn,
    units: 97,
    kind: 'query',
    scores: [
      { source: 1, ...own },
      { source: 2, ...OPEN },
    ],
    pairs: [{ ...pair, difference: 0.1, settled_after: null, units_needed: 300 }],
  };
}

describe('what is known of the order', () => {
  it('keeps an interval that a later moment lacks, and takes a newer one', () => {
    const first = withKnown(null, order(46, { low: 0.1, high: 0.3 }));
    const later = withKnown(first, order(81, OPEN));
    expect(later).toMatchObject({ drawn: 81, scores: [{ low: 0.1, high: 0.3 }, OPEN] });
    const last = withKnown(later, order(97, { low: 0.15, high: 0.25 }));
    expect(last.scores[0]).toMatchObject({ low: 0.15, high: 0.25 });
  });

  it('keeps the interval of a difference, also where the other source leads by now', () => {
    const first = withKnown(null, order(46, OPEN, { a: 1, b: 2, low: -0.1, high: 0.3 }));
    const turned = withKnown(first, order(81, OPEN, { a: 2, b: 1, ...OPEN }));
    expect(turned.pairs[0]).toMatchObject({ a: 2, b: 1, low: -0.3, high: 0.1, difference: 0.1 });
  });

  it('is what a run under way shows', () => {
    const shown: RunSoFar[] = [];
    const receiver = new ProgressReceiver((soFar) => shown.push(soFar));
    const take = receiver.begin();
    const progress = {
      stage: 'encode',
      done: 1,
      total: 9,
      rate: null,
      secondsLeft: null,
      cache: null,
    } as const;
    take({ ...progress, running: [], order: order(46, { low: 0.1, high: 0.3 }) });
    take({ ...progress, running: [], order: order(81, OPEN) });
    receiver.flush();
    const last = shown.at(-1);
    expect(last?.order?.scores[0]).toMatchObject({ low: 0.1, high: 0.3 });
  });
});
