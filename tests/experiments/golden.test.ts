/** The lab's figures against those of an independent float64 implementation (../shared/golden/expected.json). */

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';

import { IDF_CORPUS_IDS } from '../../src/lexical/corpora';
import { TOKENIZER_IDS } from '../../src/lexical/tokenizers';
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
    const { matrices } = await ranked.perform('weightings', {});
    for (const [s, name] of NAMES.entries()) {
      const of = source(name).weightings;
      expect(Object.keys(of).sort()).toEqual([...WEIGHTING_IDS].sort());
      for (const id of WEIGHTING_IDS) {
        const figures = matrices[id][s];
        expectRelative(figures?.eci ?? NaN, of[id]?.eci ?? NaN, TOLERANCE);
        expectRelative(figures?.trace ?? NaN, of[id]?.trace ?? NaN, TOLERANCE);
        expectRelative(figures?.lambda_max ?? NaN, of[id]?.lambda_max ?? NaN, TOLERANCE);
      }
    }
  });

  it('have every point of the sweep over c', async () => {
    const { c, scores } = await ranked.perform('c-sweep', {});
    for (const [s, name] of NAMES.entries()) {
      const points = source(name).c_sweep;
      expect(c).toHaveLength(points.length);
      points.forEach((point, i) => {
        expectRelative(c[i] ?? NaN, point.c, TOLERANCE);
        expectRelative(scores[s]?.[i] ?? NaN, point.eci, TOLERANCE);
      });
    }
  });

  it('have every temperature, tokenizer and IDF corpus', async () => {
    const taus = [0.1, 0.03, 0.05];
    const { steps } = await ranked.perform('temperature', { taus });
    const { cells } = await ranked.perform('lexical', { tokenizers: TOKENIZER_IDS, corpora: IDF_CORPUS_IDS });
    expect(cells).toHaveLength(16);
    const seen = new Set<string>();
    const check = (setting: string, scores: readonly number[], meanPsi: readonly number[] | null) => {
      seen.add(setting);
      for (const [s, name] of NAMES.entries()) {
        const figures = expected.settings[setting]?.[name];
        if (typeof figures === 'number') expectRelative(scores[s] ?? NaN, figures, TOLERANCE);
        else {
          expectRelative(scores[s] ?? NaN, figures?.eci ?? NaN, TOLERANCE);
          expectRelative(meanPsi?.[s] ?? NaN, figures?.mean_psi ?? NaN, TOLERANCE);
        }
      }
    };
    for (const { tau, scores } of steps) check(`tau=${tau}`, scores, null);
    for (const { tokenizer, corpus, scores, meanPsi } of cells) {
      if (corpus === 'pooled-documents') check(`tokenizer=${tokenizer}`, scores, meanPsi);
      if (tokenizer === 'alphanumeric') check(`idf=${corpus}`, scores, meanPsi);
    }
    expect([...seen].sort()).toEqual(Object.keys(expected.settings).sort());
  });

  it('have eigenvalues whose sum is the trace and whose largest is λ_max', async () => {
    const { spectra } = await ranked.perform('eigenvalues', {});
    for (const [s, name] of NAMES.entries()) {
      const { full, uniform } = source(name).weightings;
      const of = spectra[s];
      expectRelative(of?.chosen[0] ?? NaN, full?.lambda_max ?? NaN, TOLERANCE);
      expectRelative(of?.uniform[0] ?? NaN, uniform?.lambda_max ?? NaN, TOLERANCE);
      const sum = (values: readonly number[] = []) => values.reduce((a, b) => a + b, 0);
      expectRelative(sum(of?.chosen), full?.trace ?? NaN, TOLERANCE);
      expectRelative(sum(of?.uniform), uniform?.trace ?? NaN, TOLERANCE);
    }
  });
});
