import { describe, expect, it } from 'vitest';

import {
  ablationTable,
  commonScores,
  compareEncoders,
  encodersTitle,
  type JudgedEncoder,
} from '../../src/experiments/encoders';
import type { VariantScores } from '../../src/experiments/weightings';
import { phraseText } from '../../src/report/verdict-words';
import { outcomeOf } from './outcomes';

const SOURCES = ['a', 'b', 'c'];

function variant(id: VariantScores['id'], scores: readonly number[], holds: boolean): VariantScores {
  return { id, formula: id, scores, reproduces: [{ setting: 'default', holds }] };
}

/** An encoder with full scores, and what a flat weighting gives. */
function encoder(
  name: string,
  full: readonly number[],
  uniform: readonly number[],
  safe: boolean | null = null,
  sources: readonly string[] = SOURCES,
): JudgedEncoder {
  const figures = full.map((eci) => ({ eci, trace: eci, lambda_max: 0.1 }));
  return {
    encoder: name,
    weightings: outcomeOf('weightings', sources, {
      variants: [
        variant('full', full, true),
        variant('uniform', uniform, false),
        variant('trace', full, true),
        variant('mean-eta', uniform, false),
      ],
      matrices: { full: figures } as never,
    }),
    controls:
      safe === null
        ? null
        : outcomeOf('controls', sources, {
            base: 10,
            controls: [],
            missing: [],
            doubles: [],
            scores: [],
            ranking: [],
            safe: { full: safe, uniform: !safe } as never,
            nearness: null,
            halves: [],
            noise: [],
            envelope: null,
            flags: {},
          }),
  };
}

const trained = (name: string, source: string, mean: number) => ({
  encoder: name,
  setting: 'default',
  source,
  score: 0,
  inversion_rate: null,
  metrics: [mean],
  mean,
});

describe('variants over the blocks of all encoders', () => {
  const encoders = [encoder('e5', [1, 2, 3], [3, 2, 1], false), encoder('gte', [1, 2, 3], [1, 2, 3], true)];
  const training = [
    ...[0.1, 0.2, 0.3].map((mean, i) => trained('e5', SOURCES[i] ?? '', mean)),
    ...[0.3, 0.2, 0.1].map((mean, i) => trained('gte', SOURCES[i] ?? '', mean)),
  ];

  it('counts blocks, puts safe verdicts side by side and averages r over encoders', () => {
    const [full, uniform, trace, eta] = compareEncoders(encoders, training).variants;
    expect(full).toMatchObject({ matched: 2, blocks: 2, safe: [false, true] });
    expect(uniform).toMatchObject({ matched: 0, blocks: 2, safe: [true, false] });
    expect(trace?.safe).toEqual([false, true]);
    expect(eta?.safe).toEqual([null, null]);
    // r is 1 under e5 and −1 under gte for the full score, −1 and −1 for the uniform one.
    expect(full?.pearson['default']).toBeCloseTo(0, 12);
    expect(uniform?.pearson['default']).toBeCloseTo(-1, 12);
  });

  it('leaves r out where nothing is known of training', () => {
    expect(ablationTable(encoders, []).columns).toEqual([
      'variant',
      'formula',
      'safe, e5',
      'safe, gte',
      'blocks with the full order',
      'of',
    ]);
    expect(ablationTable(encoders, training).columns.at(-1)).toBe('r, default');
  });
});

describe('the title over several encoders', () => {
  const title = (...encoders: JudgedEncoder[]) => phraseText(encodersTitle(encoders));

  it('says whether the order of the first holds', () => {
    expect(title(encoder('e5', [1, 2, 3], []))).toBe('Does the order hold under another encoder?');
    expect(title(encoder('e5', [1, 2, 3], []), encoder('gte', [4, 5, 6], []))).toBe(
      'The order holds under both encoders',
    );
    expect(title(encoder('e5', [1, 2, 3], []), encoder('gte', [4, 6, 5], []))).toBe('Under gte b passes c');
    expect(
      title(encoder('e5', [1, 2, 3], []), encoder('gte', [4, 6, 5], []), encoder('x', [2, 1, 3], [])),
    ).toBe('Under gte b passes c; the order changes under one more');
  });

  it('compares the sources that all encoders have, by name', () => {
    const other = encoder('gte', [9, 1], [], null, ['c', 'a']);
    expect(commonScores([encoder('e5', [1, 2, 3], []), other]).scores).toEqual([
      [1, 3],
      [1, 9],
    ]);
  });
});
