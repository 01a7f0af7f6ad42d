/** Titles that say whether an order holds, each against figures in which another thing is true. */

import { describe, expect, it } from 'vitest';

import { crossingsOf, cSweep } from '../../src/experiments/c-sweep';
import { ribbonsOf, stabilityTitle } from '../../src/experiments/stability';
import { temperature } from '../../src/experiments/temperature';
import { phraseText } from '../../src/report/verdict-words';
import { noiseOf, outcomeOf, type TestSource } from './outcomes';

const THREE = ['bm25', 'tasb', 'repllama'];

describe('temperature', () => {
  const title = (
    sources: readonly (string | TestSource)[],
    scores: Record<string, readonly number[]>,
    tau = 0.05,
    noise = 0,
  ) => phraseText(temperature.title(sweepOf(sources, scores, tau, noise)));
  const sweepOf = (
    sources: readonly (string | TestSource)[],
    scores: Record<string, readonly number[]>,
    tau: number,
    noise: number,
  ) => {
    const steps = Object.entries(scores)
      .map(([own, its]) => ({ tau: Number(own), scores: its, noise: noiseOf(noise) }))
      .sort((a, b) => a.tau - b.tau);
    return outcomeOf('temperature', sources, { steps }, tau);
  };

  it('does not call a change of the order that is inside the noise', () => {
    // As on TREC DL 2019: at 0.5 tasb is ahead of repllama by 0.0004.
    const scores = { '0.05': [0.14, 0.2, 0.22], '0.2': [0.1, 0.18, 0.19], '0.5': [0.1, 0.1397, 0.1393] };
    expect(title(THREE, scores)).toBe(
      'The order holds for every τ tried up to 0.2; at 0.5 tasb passes repllama',
    );
    expect(title(THREE, scores, 0.05, 0.01)).toBe('tasb passes repllama at τ = 0.5, inside the noise');
    expect(temperature.how(sweepOf(THREE, scores, 0.05, 0.01))).toContain(
      'Inside the noise: tasb over repllama at 0.5, by 0.000400.',
    );
    // A pair that chance may have ordered to begin with is not turned by another τ.
    expect(title(THREE, { '0.05': [0.1, 0.2, 0.201], '0.5': [0.1, 0.4, 0.2] }, 0.05, 0.01)).toBe(
      'tasb passes repllama at τ = 0.5, inside the noise',
    );
  });

  it('compares inside a setting alone', () => {
    const apart = [
      { name: 'a', setting: 'x' },
      { name: 'b', setting: 'x' },
      { name: 'a+b', setting: 'hybrid' },
    ];
    expect(title(apart, { '0.01': [1, 2, 0], '0.05': [1, 2, 1.5], '1': [1, 2, 9] })).toBe(
      'The order holds for every τ tried, from 0.01 to 1',
    );
    expect(title(['alone'], { '0.01': [0.1], '0.05': [0.2], '1': [0.3] })).toBe(
      'Without a rival there is no order: the score goes from 0.1000 at τ = 0.01 to 0.3000 at τ = 1',
    );
  });

  it('leaves flagged sources out of the order', () => {
    const flagged = [{ name: 'a' }, { name: 'b' }, { name: 'random', outside: true }];
    expect(title(flagged, { '0.01': [1, 2, 0], '0.05': [1, 2, 1.5], '1': [1, 2, 9] })).toBe(
      'The order holds for every τ tried, from 0.01 to 1',
    );
  });

  it('takes the step that is nearest to the own τ', () => {
    expect(title(THREE, { '0.01': [2, 1, 3], '1': [1, 2, 3] }, 0.012)).toContain(
      'up to 0.01; at 1 tasb passes bm25',
    );
  });
});

describe('c sweep', () => {
  /** Of a and b at c = 1, 4 and 16. */
  const sweep = (a: readonly number[], b: readonly number[], { lambda = 0.2, noise = 0 } = {}) =>
    outcomeOf('c-sweep', ['a', 'b'], {
      c: [1, 4, 16],
      scores: [a, b],
      lambdaMax: [0.01, lambda],
      pairsPerDimension: [16, 20],
      noise: noiseOf(noise),
    });
  const title = (...of: Parameters<typeof sweep>) => phraseText(cSweep.title(sweep(...of)));

  it('says where no crossing was possible, and where c had no room', () => {
    // c·λ_max reaches 0.16: a score is at least 0.93 of c times its trace, so b cannot reach a from 1 below 2.
    const lambda = 0.01;
    expect(title([2, 8, 32], [1, 4, 15], { lambda })).toBe('No crossing was possible up to c = 16');
    // From 1.95 below 2 it might, but no direction begins to count.
    expect(title([2, 8, 32], [1.95, 7.8, 31], { lambda })).toBe(
      'c has no room to matter: c·λ_max is at most 0.160',
    );
  });

  it('does not call a crossing inside the noise', () => {
    expect(title([2, 3, 4], [1, 2, 5], { noise: 0.5 })).toBe('b overtakes a at c ≈ 8, inside the noise');
  });

  it('states the first crossing, between the points where the lines meet', () => {
    // b is 1 below at c = 4 and 1 above at c = 16: half way on the log scale is 8.
    expect(crossingsOf(sweep([2, 3, 4], [1, 2, 5]))[0]?.c).toBeCloseTo(8, 12);
    expect(title([2, 3, 4], [1, 2, 5])).toBe('b overtakes a at c ≈ 8');
    expect(title([2, 3, 6], [1, 4, 5])).toBe('b overtakes a at c ≈ 2; the order changes once more');
  });
});

describe('the headline', () => {
  /** The own order, then one under each further temperature. */
  const headline = (scores: readonly (readonly number[])[], flagged: readonly string[] = []) => {
    const sources = THREE.map((name) => ({ name, outside: flagged.includes(name) }));
    const steps = scores.map((its, i) => ({ tau: 0.05 + i, scores: its, noise: noiseOf() }));
    const outcome = outcomeOf('temperature', sources, { steps });
    return ribbonsOf([outcome], outcome.sources);
  };
  const title = (...of: Parameters<typeof headline>) =>
    stabilityTitle(headline(...of))
      .map((part) => (typeof part === 'string' ? part : part.text))
      .join('');
  const own = [1, 2, 3];

  it('says which kinds of variation leave the order as it is, and what turns it', () => {
    expect(title([own, [1, 3, 2], own, [1, 3, 2], own])).toBe(
      'The order holds in 2 of 4 temperatures; τ 1.05 and τ 3.05 turn it round.',
    );
  });

  it('gives each kind its own count: many settings of words are not many votes', () => {
    const sources = THREE.map((name) => ({ name, outside: false }));
    const noise = noiseOf();
    const at = (tau: number, scores: readonly number[]) => ({ tau, scores, noise });
    const temperatures = outcomeOf('temperature', sources, {
      steps: [at(0.05, own), at(0.1, own), at(0.5, [1, 3, 2]), at(1, [1, 3, 2])],
    });
    const cells = ['alphanumeric', 'whitespace'].flatMap((tokenizer) =>
      ['pooled-documents', 'uniform'].map((corpus) => ({ tokenizer, corpus, scores: own, noise })),
    );
    const words = outcomeOf('lexical', sources, { cells } as never);
    const found = stabilityTitle(ribbonsOf([temperatures, words], temperatures.sources));
    expect(found.map((part) => (typeof part === 'string' ? part : part.text)).join('')).toBe(
      'The order holds in all words, in 1 of 3 temperatures; τ 0.5 and τ 1 turn it round.',
    );
  });

  it('does not count the own settings as a variation', () => {
    expect(title([own, own, own, own, own])).toBe('The order holds in all temperatures.');
  });

  it('ranks among the trusted: a flagged source moves nobody from third to fourth', () => {
    const scores = [
      [1, 2, 3],
      [2.5, 2, 3],
      [9, 2, 3],
      [0, 2, 3],
      [0, 2, 3],
    ];
    expect(title(scores, ['bm25'])).toBe('The order holds in all temperatures.');
    const [ribbon] = headline(scores, ['bm25']);
    expect(ribbon?.trusted.map(({ name }) => name)).toEqual(['repllama', 'tasb']);
    expect(ribbon?.columns.map(({ ranks }) => ranks)).toEqual(scores.map(() => [1, 2]));
    // Below both, between them, above both, below both.
    expect(ribbon?.columns.map(({ above }) => above[0])).toEqual([2, 1, 0, 2, 2]);
  });

  it('has a column for another encoder, which counts for itself', () => {
    const sources = THREE.map((name) => ({ name, outside: false }));
    const steps = [own, own, own, own, own].map((its, i) => ({
      tau: 0.05 + i,
      scores: its,
      noise: noiseOf(),
    }));
    const outcome = outcomeOf('temperature', sources, { steps });
    const under = (encoder: string, scores: readonly number[], all = outcome.sources) => ({
      encoder,
      controls: null,
      weightings: outcomeOf('weightings', all, {
        matrices: { full: scores.map((eci) => ({ eci })) },
      } as never),
    });
    const encoders = [under('mini', own), under('large', [1, 3, 2])];
    const ribbons = ribbonsOf([outcome], outcome.sources, encoders);
    expect(ribbons[0]?.columns.at(-1)).toMatchObject({ group: 'encoder', name: 'large', turned: true });
    expect(
      stabilityTitle(ribbons)
        .map((part) => (typeof part === 'string' ? part : part.text))
        .join(''),
    ).toBe('The order holds in all temperatures, in 0 of 1 encoders; large turns it round.');
    // One that lacks a source has no rank for it, and no column.
    const fewer = [under('mini', own), under('large', [1, 3], outcome.sources.slice(0, 2))];
    expect(ribbonsOf([outcome], outcome.sources, fewer)).toEqual(ribbonsOf([outcome], outcome.sources));
  });
});
