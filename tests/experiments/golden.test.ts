/** The lab's figures against those of an independent float64 implementation (../shared/golden/expected.json). */

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Step } from '../../src/experiments/sweep';
import { WEIGHTING_IDS } from '../../src/scoring/weightings';
import { GOLDEN, goldenIsHere } from '../support/golden';
import { goldenSource, RankedSources } from '../support/experiments';
import { expectRelative } from '../support/near';

interface Expected {
  readonly sources: Readonly<
    Record<
      string,
      {
        readonly weightings: Readonly<Record<string, { eci: number; trace: number; lambda_max: number }>>;
        readonly c_sweep: readonly { c: number; eci: number }[];
      }
    >
  >;
  readonly settings: Readonly<
    Record<string, Readonly<Record<string, number | { eci: number; mean_psi: number }>>>
  >;
}

const NAMES = ['bm25', 'dense', 'llm', 'noise'];
const TOLERANCE = 1e-6;

describe.runIf(goldenIsHere)('the golden sources', () => {
  let ranked: RankedSources;
  let expected: Expected;

  beforeAll(async () => {
    ranked = await RankedSources.rank(NAMES.map(goldenSource));
    expected = JSON.parse(readFileSync(`${GOLDEN}expected.json`, 'utf8')) as Expected;
  });

  const source = (name: string) => {
    const found = expected.sources[name];
    if (!found) throw new Error(`No figures of ${name}.`);
    return found;
  };

  it('have every weighting', async () => {
    const { steps } = await ranked.perform('weightings');
    for (const [s, name] of NAMES.entries()) {
      const of = source(name).weightings;
      expect(Object.keys(of).sort()).toEqual([...WEIGHTING_IDS].sort());
      for (const { id, scores, figures } of steps.filter(({ aside }) => !aside)) {
        expectRelative(scores[s] ?? NaN, of[id]?.eci ?? NaN, TOLERANCE);
        expectRelative(figures?.['trace']?.[s] ?? NaN, of[id]?.trace ?? NaN, TOLERANCE);
        expectRelative(figures?.['lambda_max']?.[s] ?? NaN, of[id]?.lambda_max ?? NaN, TOLERANCE);
        const shrunk = (of['uniform']?.lambda_max ?? NaN) / (of[id]?.lambda_max ?? NaN);
        expectRelative(figures?.['shrink_factor']?.[s] ?? NaN, shrunk, TOLERANCE);
        const gap = Math.abs((of[id]?.eci ?? NaN) / (of[id]?.trace ?? NaN) - 1);
        expect(figures?.['gap']?.[s]).toBeCloseTo(gap, 6);
      }
    }
  });

  it('tell from chance what the ranking tells from chance, and nothing under uniform weights', async () => {
    const { steps, own } = await ranked.perform('weightings');
    const separated = ranked.result.certainty.pairs.filter(({ status }) => status === 'separated');
    expect(separated).not.toEqual([]);
    expect(steps[own]?.apart).toEqual(separated.map(({ a, b }) => [Number(a), Number(b)]));
    // All weights are 1: the trace does not vary, so it says nothing of how the score would.
    expect(steps.find(({ id }) => id === 'uniform')?.apart).toEqual([]);
  });

  it('have every point of the sweep over c', async () => {
    const { steps } = await ranked.perform('c-sweep');
    for (const [s, name] of NAMES.entries()) {
      const points = source(name).c_sweep;
      expect(steps).toHaveLength(points.length);
      points.forEach((point, i) => {
        expectRelative(steps[i]?.at ?? NaN, point.c, TOLERANCE);
        expectRelative(steps[i]?.scores[s] ?? NaN, point.eci, TOLERANCE);
        const largest = point.c * (source(name).weightings['full']?.lambda_max ?? NaN);
        expectRelative(steps[i]?.figures?.['c_lambda_max']?.[s] ?? NaN, largest, TOLERANCE);
      });
    }
  });

  it('have every temperature, tokenizer and IDF corpus', async () => {
    const temperatures = await ranked.perform('temperature');
    const words = await ranked.perform('lexical');
    expect(words.steps).toHaveLength(16);
    const seen = new Set<string>();
    const check = (setting: string, { scores, figures }: Step) => {
      seen.add(setting);
      for (const [s, name] of NAMES.entries()) {
        const of = expected.settings[setting]?.[name];
        expectRelative(scores[s] ?? NaN, (typeof of === 'number' ? of : of?.eci) ?? NaN, TOLERANCE);
        if (typeof of === 'object') expectRelative(figures?.['mean_psi']?.[s] ?? NaN, of.mean_psi, TOLERANCE);
      }
    };
    const tried = temperatures.steps.filter(({ id }) => `tau=${id}` in expected.settings);
    for (const step of tried) check(`tau=${step.id}`, step);
    for (const step of words.steps) {
      const [tokenizer = '', corpus = ''] = step.id.split('/');
      if (corpus === 'pooled-documents') check(`tokenizer=${tokenizer}`, step);
      if (tokenizer === 'alphanumeric') check(`idf=${corpus}`, step);
    }
    expect([...seen].sort()).toEqual(Object.keys(expected.settings).sort());
  });
});
