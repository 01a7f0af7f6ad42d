import { describe, expect, it } from 'vitest';

import { buildControl } from '../../src/scoring/controls';
import { atOnce } from '../../src/scoring/sliced';
import { candidatesInMemory, type TextRecord } from '../support/candidates';
import { expectRelative } from '../support/near';
import { recordAt, unitAt } from '../support/planar';
import { engineOnCandidates, judgedAs, newEngine, runRequest, silent } from '../support/runs';
import { pairsOf } from '../support/pairs';

const RECORDS: TextRecord[] = Array.from({ length: 12 }, (_, i) => {
  const negatives = [40, 55, 70, 85].map((angle) => angle + 9 * i);
  const texts = negatives.map((angle) => `negative ${i} at ${angle}`);
  const angles = { query: 9 * i, positive: 9 * i + 10, negatives };
  return recordAt({ query: `query ${i}`, positive: `positive ${i}`, negatives: texts }, angles);
});

/** Ranks a base source and the own-positive control made of it. */
async function rankControl(sample: number | null = null) {
  const candidates = candidatesInMemory([RECORDS]);
  const engine = engineOnCandidates(candidates);
  const base = await candidates.structure(0, 42);
  const material = { base, pool: base.negatives, seed: 42, vector: () => unitAt(0) };
  const control = atOnce(buildControl('own-positive', material));
  const made = await candidates.makeSource({ name: 'control:own-positive', from: [0], ...control });
  const request = runRequest([{ name: 'base' }, { id: made.id, name: made.name }], { settings: { sample } });
  const result = await engine.run(request, silent);
  return { candidates, engine, request, result, made, control };
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
  it('are copies, those of a sample with their records in the whole source', async () => {
    const { engine, result, control } = await rankControl(5);
    const { record, position, query, positive, negative, margin, distance } = pairsOf(engine.flatPairs(), 1);
    expect(new Set(record).size).toBe(5);
    expect([...position]).toEqual(Array.from({ length: 20 }, (_, row) => row % 4));
    for (const [row, at] of record.entries()) {
      expect(query[row]).toBe(control.queries[at]);
      expect(positive[row]).toBe(control.positives[at]);
      expect(negative[row]).toBe(control.negatives[4 * at + (position[row] ?? NaN)]);
      const own = negative[row] === positive[row];
      expect(distance[row] === 0).toBe(own);
      expect(margin[row] === 0).toBe(own);
    }
    margin.fill(9);
    // The figures can still follow the settings: what went were copies.
    const [figures] = engine.preview(judgedAs({}, 2)).sources;
    expectRelative(figures?.figures.mean_rho ?? NaN, result.sources[0]?.figures.mean_rho ?? NaN, 1e-15);
  });

  it('go to the table for SQL once, and again after another run or to another DuckDB', async () => {
    const { candidates, engine, request } = await rankControl(5);
    await Promise.all([engine.fillPairs(), engine.fillPairs()]);
    expect(candidates.filled).toHaveLength(1);
    expect(candidates.filled[0]).toEqual(engine.flatPairs());
    candidates.start = () => Promise.resolve(2);
    await engine.fillPairs();
    await engine.fillPairs();
    expect(candidates.filled).toHaveLength(2);
    await engine.run(request, silent);
    await engine.fillPairs();
    expect(candidates.filled).toHaveLength(3);
  });

  it('cannot be given before anything is ranked', async () => {
    expect(() => newEngine().flatPairs()).toThrow('Nothing is ranked yet.');
    await newEngine().fillPairs();
  });
});
