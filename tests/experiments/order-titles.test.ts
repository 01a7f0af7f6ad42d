/** Titles that say whether an order holds, each against figures in which another thing is true. */

import { describe, expect, it } from 'vitest';

import { crossingsOf, cSweep } from '../../src/experiments/c-sweep';
import { lexical, type LexicalCell } from '../../src/experiments/lexical';
import { sampleSize, type SampleStep } from '../../src/experiments/sample-size';
import { stabilityTitle } from '../../src/experiments/stability';
import { temperature } from '../../src/experiments/temperature';
import { phraseText } from '../../src/report/verdict-words';
import { outcomeOf, type TestSource } from './outcomes';

const THREE = ['bm25', 'tasb', 'repllama'];

describe('temperature', () => {
  const title = (
    sources: readonly (string | TestSource)[],
    scores: Record<string, readonly number[]>,
    tau = 0.05,
  ) => {
    const steps = Object.entries(scores)
      .map(([own, its]) => ({ tau: Number(own), scores: its }))
      .sort((a, b) => a.tau - b.tau);
    return phraseText(temperature.title(outcomeOf('temperature', sources, { steps }, tau)));
  };

  it('says that the order holds only where every step has it', () => {
    expect(title(THREE, { '0.01': [1, 2, 3], '0.05': [0.1, 0.2, 0.3], '1': [4, 5, 6] })).toBe(
      'The order holds for every τ tried, from 0.01 to 1',
    );
  });

  it('says up to where it holds, and who passes whom there', () => {
    expect(title(THREE, { '0.01': [1, 2, 3], '0.05': [1, 2, 3], '0.2': [1, 2, 3], '0.5': [1, 3, 2] })).toBe(
      'The order holds for every τ tried up to 0.2; at 0.5 tasb passes repllama',
    );
    expect(title(THREE, { '0.01': [2, 1, 3], '0.05': [1, 2, 3], '1': [1, 2, 3] })).toBe(
      'The order holds for every τ tried from 0.05 on; at 0.01 bm25 passes tasb',
    );
    expect(title(THREE, { '0.01': [2, 1, 3], '0.05': [1, 2, 3], '1': [3, 2, 1] })).toBe(
      'The order holds only at τ = 0.05; at 0.01 bm25 passes tasb, at 1 bm25 passes tasb and two more pairs change',
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

  it('takes the step that is nearest to the own τ', () => {
    expect(title(THREE, { '0.01': [2, 1, 3], '1': [1, 2, 3] }, 0.012)).toContain(
      'up to 0.01; at 1 tasb passes bm25',
    );
  });
});

describe('c sweep', () => {
  const sweep = (
    scores: readonly (readonly number[])[],
    sources: readonly (string | TestSource)[] = ['a', 'b'],
  ) =>
    outcomeOf('c-sweep', sources, {
      c: [1, 4, 16],
      scores,
      lambdaMax: [0.01, 0.2],
      pairsPerDimension: [16, 20],
    });

  it('states no crossing where there is none', () => {
    expect(
      phraseText(
        cSweep.title(
          sweep([
            [2, 3, 4],
            [1, 2, 3],
          ]),
        ),
      ),
    ).toBe('No source overtakes another as c grows to 16');
  });

  it('states the first crossing, between the points where the lines meet', () => {
    const crossed = sweep([
      [2, 3, 4],
      [1, 2, 5],
    ]);
    // b is 1 below at c = 4 and 1 above at c = 16: half way on the log scale is 8.
    expect(crossingsOf(crossed)[0]?.c).toBeCloseTo(8, 12);
    expect(phraseText(cSweep.title(crossed))).toBe('b overtakes a at c ≈ 8');
    expect(
      phraseText(
        cSweep.title(
          sweep([
            [2, 3, 6],
            [1, 4, 5],
          ]),
        ),
      ),
    ).toBe('b overtakes a at c ≈ 2; the order changes once more');
  });

  it('says of a source alone whether directions count', () => {
    const alone = outcomeOf('c-sweep', ['a'], {
      c: [1, 4, 16],
      scores: [[1, 2, 3]],
      lambdaMax: [0.01],
      pairsPerDimension: [16],
    });
    expect(phraseText(cSweep.title(alone))).toBe('Directions do not yet count at c = 16');
  });
});

describe('words', () => {
  const cell = (
    tokenizer: LexicalCell['tokenizer'],
    corpus: LexicalCell['corpus'],
    scores: readonly number[],
  ) => ({
    tokenizer,
    corpus,
    scores,
    meanPsi: scores.map(() => 0.5),
  });
  const title = (cells: readonly LexicalCell[]) =>
    phraseText(lexical.title(outcomeOf('lexical', ['a', 'b'], { cells })));

  it('counts the cells that hold, and names the first that does not', () => {
    const base = cell('alphanumeric', 'pooled-documents', [1, 2]);
    expect(title([base, cell('whitespace', 'uniform', [3, 4])])).toBe(
      'The order holds in all two combinations of words and weights',
    );
    expect(title([cell('whitespace', 'uniform', [4, 3]), base])).toBe(
      'The order holds in one of two; with whitespace and uniform a passes b',
    );
    expect(title([])).toBe('Without a rival there is no order for words to change');
  });
});

describe('sample size', () => {
  const step = (share: number, same: number, count = 400): SampleStep => ({
    share,
    records: [10, 10],
    scores: [1, 2],
    agreement: [{ setting: 'default', spearman: 1 }],
    draws: { count, low: [0, 1], high: [2, 3], sameOrder: [{ setting: 'default', draws: same }] },
  });
  const title = (steps: readonly SampleStep[]) =>
    phraseText(sampleSize.title(outcomeOf('sample-size', ['a', 'b'], { steps })));

  it('names the smallest share that gives the order in 95 of 100 draws', () => {
    expect(title([step(0.25, 300), step(0.5, 396), step(0.75, 400), step(1, 400)])).toBe(
      'Half of the records give the same order in 396 of 400 draws',
    );
    expect(title([step(0.25, 380), step(0.5, 400)])).toBe(
      'A quarter of the records give the same order in 380 of 400 draws',
    );
  });

  it('says "only" where none does; all records count for nothing', () => {
    expect(title([step(0.25, 200), step(0.75, 379), step(1, 400)])).toBe(
      'Three quarters of the records give the same order in only 379 of 400 draws',
    );
    const alone = { ...step(0.5, 0), draws: { ...step(0.5, 0).draws, sameOrder: [] } };
    expect(title([alone])).toBe('Without a rival there is no order for a sample to change');
  });
});

describe('the headline', () => {
  const temperatures = (...scores: (readonly number[])[]) =>
    outcomeOf('temperature', THREE, { steps: scores.map((its, i) => ({ tau: i + 1, scores: its })) });
  const title = (outcome: ReturnType<typeof temperatures>, outside: readonly number[] = []) =>
    phraseText(stabilityTitle([outcome], new Set(outside)));

  it('says who stays and who trade places', () => {
    expect(title(temperatures([1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 3, 2]))).toBe(
      'bm25 stays third in 4 variations; tasb and repllama trade places.',
    );
  });

  it('says so where all stay, and where none does', () => {
    expect(title(temperatures([1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3]))).toBe(
      'The order holds in each of 4 variations.',
    );
    expect(title(temperatures([1, 2, 3], [3, 1, 2], [2, 3, 1], [1, 2, 3]))).toBe(
      'No source keeps its rank: over 4 variations bm25, tasb and repllama trade places.',
    );
  });

  it('leaves out who stands outside the ranking, and asks while there is too little to say', () => {
    expect(title(temperatures([1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 3, 2]), [30])).toBe(
      'The order holds in each of 4 variations.',
    );
    expect(title(temperatures([1, 2, 3]))).toBe('What is your order made of, and what would turn it round?');
  });
});
