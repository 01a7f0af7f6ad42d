import { describe, expect, it } from 'vitest';

import { buildControl } from '../../src/scoring/controls';
import { candidatesInMemory, type TextRecord } from '../support/candidates';
import { expectRelative } from '../support/near';
import { unitAt } from '../support/planar';
import { RUN_SETTINGS } from '../support/results';
import { engineOnCandidates, newEngine, runRequest, silent } from '../support/runs';

const RECORDS: TextRecord[] = Array.from({ length: 12 }, (_, i) => {
  const angles = [40, 55, 70, 85].map((angle) => angle + 9 * i);
  return {
    query: `query ${i}`,
    positive: `positive ${i}`,
    negatives: angles.map((angle) => `negative ${i} at ${angle}`),
    rows: {
      query: [...unitAt(9 * i)],
      positive: [...unitAt(9 * i + 10)],
      negatives: angles.map((angle) => [...unitAt(angle)]),
    },
  };
});

/** Ranks a base source and the own-positive control made of it. */
async function rankControl(sample: number | null = null) {
  const candidates = candidatesInMemory([RECORDS]);
  const engine = engineOnCandidates(candidates);
  const base = await candidates.structure(0, 42);
  const control = buildControl('own-positive', {
    base,
    pool: base.negatives,
    seed: 42,
    vector: () => unitAt(0),
  });
  const made = await candidates.makeSource({ name: 'control:own-positive', from: [0], ...control });
  const request = runRequest([{ name: 'base' }, { id: made.id, name: made.name }], { settings: { sample } });
  const result = await engine.run(request, silent);
  return { candidates, engine, result, made, control };
}

describe('a made source', () => {
  it('enters the ranking like any other: half of its pairs are zero residuals with ρ = 0.5', async () => {
    const { result } = await rankControl();
    const [base, own] = result.sources.map(({ figures }) => figures);
    expect(own).toMatchObject({ records: 12, negatives: 48, inversion_rate: 0 });
    expect(own?.counts.zero_residuals).toBe(24);
    expect(base?.counts.zero_residuals).toBe(0);
    // Of each record two of four pairs: at most half of what the base has left, and 0.5 for the others.
    expect(own?.trace).toBeLessThan(base?.trace ?? 0);
    expect(own?.mean_rho).toBeLessThan(base?.mean_rho ?? 0);
    // The corpus is the loaded texts, which a made source does not add to.
    expect(result.idf_corpus.texts).toBe(12 * 5);
  });
});

describe('the pairs of a run', () => {
  it('go to the candidates, those of a sample with their records in the whole source', async () => {
    const { candidates, engine, result, control } = await rankControl(5);
    await engine.fillPairs();
    const measured = candidates.measured.get(1);
    expect(measured?.records).toHaveLength(5);
    expect([...(measured?.offsets ?? [])]).toEqual([0, 4, 8, 12, 16, 20]);
    for (const [i, record] of (measured?.records ?? []).entries()) {
      for (let k = 0; k < 4; k++) {
        const own = control.negatives[4 * record + k] === control.positives[record];
        const margin = measured?.margin[4 * i + k] ?? NaN;
        expect(measured?.distance[4 * i + k] === 0).toBe(own);
        expect(margin === 0).toBe(own);
      }
    }
    // The figures can still follow the settings: what went were copies.
    const [figures] = engine.recompute(RUN_SETTINGS);
    expectRelative(figures?.figures.mean_rho ?? NaN, result.sources[0]?.figures.mean_rho ?? NaN, 1e-15);
  });

  it('cannot be given before anything is ranked', async () => {
    const engine = newEngine();
    await expect(engine.fillPairs()).rejects.toThrow('Nothing is ranked yet.');
  });
});
