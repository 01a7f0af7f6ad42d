import { describe, expect, it } from 'vitest';

import { PairScores, scoreInTurn } from '../../src/judge/pair-scores';

describe('scores of pairs', () => {
  it('are asked for once for equal pairs, and kept where scoring is cancelled', async () => {
    const scores = new PairScores<readonly string[]>((pair) => JSON.stringify(pair));
    const pairs = [
      ['q', 'a'],
      ['q', 'b'],
      ['q', 'a'],
      ['qa', ''],
    ];
    const lacking = scores.lacking(pairs);
    expect(lacking).toEqual([
      ['q', 'a'],
      ['q', 'b'],
      ['qa', ''],
    ]);
    let scored = 0;
    const scoring = scoreInTurn(
      lacking,
      { score: () => Promise.resolve(++scored) },
      {
        onScore: (score, i) => scores.set(lacking[i] ?? [], score),
        onDone: () => undefined,
        breathe: () => (scored < 2 ? Promise.resolve() : Promise.reject(new Error('cancelled'))),
      },
    );
    await expect(scoring).rejects.toThrow('cancelled');
    expect(pairs.map((pair) => scores.of(pair))).toEqual([1, 2, 1, NaN]);
    expect(scores.lacking(pairs)).toEqual([['qa', '']]);
  });
});
