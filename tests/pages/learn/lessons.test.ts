/** The lessons: none is done when it opens, each can be done, and what their texts say is so. */

import { compete } from '../../../src/pages/learn/compete/competition';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { isHighCoverage } from '../../../src/scoring/edges';
import { GATE_IDS, type GateId } from '../../../src/scoring/pair-gates';
import { CHOICES_OF_GATES } from '../../../src/pages/learn/gates-off';
import { circlePairOf, coverageOf, pairOf, sourceOf } from '../../../src/pages/learn/figures';
import { LESSONS } from '../../../src/pages/learn/lessons/lessons';
import { REAL_PAIR } from '../../../src/pages/learn/lessons/real-pair';
import { initialParameters, type LearnParameters } from '../../../src/pages/learn/parameters';
import { ringPlaces } from '../../../src/pages/learn/pair/field';
import { POSITIVE_ANGLE } from '../../../src/pages/learn/pair/pair-figures';

interface Text {
  readonly text: string;
}

/** The page as a lesson opens it, with changes. */
const opened = (lesson: number, change: Partial<LearnParameters> = {}): LearnParameters => ({
  ...initialParameters(),
  ...LESSONS[lesson - 1]?.start,
  lesson,
  ...change,
});

/** What a learner changes to do what each lesson asks. */
const DEEDS: readonly Partial<LearnParameters>[] = [
  { angle: 20 },
  { tau: 0.05 },
  { angle: 108, guess: 60 },
  { text: { example: 0, negative: 1 } },
  { wish: { cosine: 2, value: 0 } },
  { angle: -25 },
  { pairs: 12, spread: 150 },
  { share: 40, step: 120 },
  { mix: { base: 'dense', other: 'random', percent: 40 } },
  { tried: [0, 1, 2, 3, 4, 5, 6, 7] },
];

describe.each(LESSONS.map((lesson, i) => ({ number: i + 1, ...lesson })))(
  'lesson $number, $title',
  (lesson) => {
    it('is not done when it opens, and done by what it asks', () => {
      expect(lesson.done(opened(lesson.number))).toBe(false);
      expect(lesson.done(opened(lesson.number, DEEDS[lesson.number - 1]))).toBe(true);
    });
  },
);

describe('what the lessons say', () => {
  it('1: the loss grows as the negative comes nearer to the query', () => {
    const losses = [110, 90, 70, 50, 30, 10, 0].map((angle) => pairOf(opened(1, { angle })).loss);
    expect([...losses].sort((a, b) => a - b)).toEqual(losses);
    // Inverted means nearer to the query than the positive is, on either side.
    expect(pairOf(opened(1, { angle: POSITIVE_ANGLE - 1 })).geometry.margin).toBeLessThan(0);
    expect(pairOf(opened(1, { angle: POSITIVE_ANGLE + 1 })).geometry.margin).toBeGreaterThan(0);
  });

  it('2: the same lead says more at a lower τ', () => {
    const rhos = [0.2, 0.1, 0.05, 0.03].map((tau) => pairOf(opened(2, { tau })).gates.rho);
    expect([...rhos].sort((a, b) => a - b)).toEqual(rhos);
  });

  it('3: η is largest far from both, and the task waits for a guess', () => {
    const at = (angle: number) => pairOf(opened(3, { angle }));
    const best = ringPlaces(coverageOf(opened(3)), opened(3).tau).reduce((a, b) =>
      b.figures.gates.eta > a.figures.gates.eta ? b : a,
    );
    // v⁻ along v⁺ − u: half way between query and positive, a quarter turn further.
    expect(best.angle).toBe(POSITIVE_ANGLE / 2 + 90);
    const { distance } = at(best.angle).geometry;
    expect(1 - distance ** 2 / 2, 'cosine to the positive').toBeLessThan(0.35);
    expect(at(POSITIVE_ANGLE).gates.eta, 'on the positive').toBeLessThan(best.figures.gates.eta);
    const { done } = LESSONS[2] ?? {};
    expect(done?.(opened(3, { angle: 108 }))).toBe(false);
    expect(done?.(opened(3, { angle: 80, guess: 80 }))).toBe(false);
    expect(done?.(opened(3, { angle: 108, guess: 108 }))).toBe(true);
  });

  it('4: a negative with every word of the query weighs nothing wherever it lies', () => {
    expect(coverageOf(opened(4))).toBe(1);
    for (const { figures } of ringPlaces(1, opened(4).tau)) expect(figures.weight).toBe(0);
  });

  it('6: energy is greatest where the encoder prefers the negative, and weight falls there', () => {
    const ring = ringPlaces(coverageOf(opened(6)), opened(6).tau);
    const hardest = ring.reduce((a, b) => (b.figures.energy > a.figures.energy ? b : a));
    const best = ring.reduce((a, b) => (b.figures.weight > a.figures.weight ? b : a));
    expect(hardest.figures.geometry.margin).toBeLessThan(0);
    expect(hardest.figures.weight).toBeLessThan(best.figures.weight / 3);
    expect(best.figures.energy).toBeLessThan(hardest.figures.energy / 100);
    const start = circlePairOf(opened(6));
    const after = circlePairOf(opened(6, DEEDS[5]));
    expect(after.energy).toBeGreaterThan(start.energy);
    expect(after.weight).toBeLessThan(start.weight);
  });

  it('6: "most energy" is said only at nine tenths of the largest energy of the ring', () => {
    const { done } = LESSONS[5] ?? {};
    const ring = ringPlaces(coverageOf(opened(6)), opened(6).tau);
    const most = Math.max(...ring.map(({ figures }) => figures.energy));
    const largest = Math.max(...ring.map(({ figures }) => figures.weight));
    // Just inside the positive the encoder prefers the negative, with hardly any energy.
    const inside = circlePairOf(opened(6, { angle: POSITIVE_ANGLE - 1 }));
    expect(inside.geometry.margin).toBeLessThan(0);
    expect(inside.energy).toBeLessThan(0.01 * most);
    expect(done?.(opened(6, { angle: POSITIVE_ANGLE - 1 }))).toBe(false);
    for (let angle = -180; angle < 180; angle++) {
      const { energy, weight } = circlePairOf(opened(6, { angle }));
      expect(done?.(opened(6, { angle })), `${angle}°`).toBe(energy >= 0.9 * most);
      if (energy >= 0.9 * most) expect(weight).toBeLessThan(0.1 * largest);
    }
  });

  it('10: one choice of gates is not all eight', () => {
    const { done } = LESSONS[9] ?? {};
    expect(CHOICES_OF_GATES).toHaveLength(8);
    expect(new Set(CHOICES_OF_GATES.map((off) => off.join())).size).toBe(8);
    expect(done?.(opened(10, { off: ['psi'], tried: [0, 3] }))).toBe(false);
    expect(done?.(opened(10, { tried: [0, 1, 2, 3, 4, 5, 6] }))).toBe(false);
  });

  it('the end shows a pair that stands in the demo', () => {
    const lines = readFileSync(new URL('../../../public/demo/embedding.jsonl', import.meta.url), 'utf8');
    const record = lines
      .split('\n')
      .filter((line) => line !== '')
      .map(
        (line) => JSON.parse(line) as { query: string; positive_passages: Text[]; negative_passages: Text[] },
      )
      .find(({ query }) => query === REAL_PAIR.query);
    expect(record?.positive_passages.map(({ text }) => text)).toContain(REAL_PAIR.positive);
    expect(record?.negative_passages.map(({ text }) => text)).toContain(REAL_PAIR.negative);
  });

  it('7: at the same trace, spread residuals score more than collinear ones, and no more than the trace', () => {
    const collinear = sourceOf(opened(7, { pairs: 12 }));
    const spread = sourceOf(opened(7, { pairs: 12, spread: 150 }));
    expect(spread.trace).toBeCloseTo(collinear.trace, 14);
    expect(spread.score).toBeGreaterThan(collinear.score * 1.05);
    expect(spread.score).toBeLessThan(spread.trace);
    expect(collinear.score).toBeCloseTo(Math.log(1 + collinear.trace), 14);
    expect(spread.collinear).toBeCloseTo(collinear.score, 14);
  });

  it('7: the same trace spread over hundreds of dimensions is the score to a thousandth, in two it is not', () => {
    const { trace, weight } = sourceOf(opened(7, { pairs: 12, spread: 180 }));
    expect(trace).toBeCloseTo(weight, 14);
    const even = (d: number) => d * Math.log1p(trace / d);
    expect(1 - even(768) / trace).toBeLessThan(1e-3);
    expect(1 - even(2) / trace).toBeGreaterThan(0.1);
  });

  it('9: every further share of random passages raises the score; first in the ranking it is flagged', () => {
    const rows = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((percent) => {
      const { ranking } = compete(opened(9, { mix: { base: 'dense', other: 'random', percent } }));
      const place = ranking.findIndex(({ id }) => id === 'mix');
      return { place, eci: ranking[place]?.eci ?? NaN, flags: ranking[place]?.flags ?? [] };
    });
    const scores = rows.map(({ eci }) => eci);
    expect([...scores].sort((a, b) => a - b)).toEqual(scores);
    expect(rows[0]?.flags).toEqual([]);
    expect(rows[0]?.place).toBeGreaterThan(0);
    for (const { place, flags } of rows) if (place === 0) expect(flags).not.toEqual([]);
    expect(rows.at(-1)).toMatchObject({ place: 0, flags: ['rho', 'eta', 'psi', 'inversion'] });
  });

  it('9: random passages have high ρ and ψ, and η near one half', () => {
    const { statistics } = compete(opened(9, { sources: ['random'], mix: null })).ranking[0] ?? {};
    expect(statistics?.mean_rho).toBeGreaterThan(0.99);
    expect(statistics?.mean_psi).toBeGreaterThan(0.9);
    expect(statistics?.mean_eta).toBeCloseTo(0.47, 1);
  });

  it('10: false negatives come first, and no choice of gates puts them below all three mined sources', () => {
    expect(compete(opened(10)).ranking[0]?.id).toBe('falseneg');
    const choices = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => GATE_IDS.filter((_, i) => (bits >> i) % 2 === 1));
    for (const off of choices as GateId[][]) {
      const { ranking } = compete(opened(10, { off }));
      expect(ranking.at(-1)?.id).not.toBe('falseneg');
      expect(ranking.find(({ id }) => id === 'falseneg')?.flags).toContain('eta');
      for (const { id, flags } of ranking) if (id !== 'falseneg') expect(flags).toEqual([]);
    }
  });

  it('10: they are not inverted, nearer to the positive than to the query, and in other words', () => {
    const { statistics } = compete(opened(10, { sources: ['falseneg'] })).ranking[0] ?? {};
    expect(statistics?.inversion_rate).toBeLessThan(0.15);
    expect(statistics?.mean_eta).toBeGreaterThan(0.7);
    expect(isHighCoverage(1 - (statistics?.mean_psi ?? 0))).toBe(false);
  });
});
