import { expect, it } from 'vitest';

import { benchFigures, cosinesOf, gate, keptFigures } from '../../../src/pages/learn/bench/bench';
import { etaHeight, possibleEdge, rhoPlace, weightLine } from '../../../src/pages/learn/bench/drawing';
import { spreadCosines } from '../../../src/engine/flat-pairs';

it('a pair has the figures of the formulas, and none where no three texts have its cosines', () => {
  const { gates, weight } = benchFigures([0.37, 0.28, 0.54], 0.25, 0.05) ?? {};
  expect(gates?.rho).toBeCloseTo(1 / (1 + Math.exp(-0.09 / 0.05)), 12);
  expect(gates?.eta).toBeCloseTo(1 / (1 + Math.exp(-0.26 / 0.05)), 12);
  expect(gates?.psi).toBe(0.75);
  expect(weight).toBeCloseTo((gates?.rho ?? NaN) * (gates?.eta ?? NaN) * 0.75, 14);
  expect(benchFigures([0.9, 0.9, 0], 0, 0.05)).toBeNull();
});

it('ranked pairs are dots at their cosines, spread over all of them', () => {
  // v⁺·v⁻ = 0.3 = 1 − 1.4 / 2, and u·v⁻ = 0.3 − 0.1.
  const one = { distance: Float64Array.of(Math.sqrt(1.4)), locality: Float64Array.of(0.1) };
  const { dots } = spreadCosines(one, 1000);
  expect(dots[0]?.[0]).toBeCloseTo(0.2, 12);
  expect(dots[0]?.[1]).toBeCloseTo(0.3, 12);
  const many = { distance: new Float64Array(2500), locality: new Float64Array(2500).map((_, i) => i) };
  const spread = { pairs: 2500, dots: { length: 1000, 999: [1 - 2497, 1] } };
  expect(spreadCosines(many, 1000)).toMatchObject(spread);
});

it('on a line its gate has its level', () => {
  const [up, coverage, tau] = [0.4, 0.3, 0.1];
  const at = (un: number, pn: number) => benchFigures([up, un, pn], coverage, tau);
  expect(at(rhoPlace(0.1, up, tau), 0.3)?.gates.rho).toBeCloseTo(0.1, 12);
  expect(at(0.2, 0.2 + etaHeight(0.9, tau))?.gates.eta).toBeCloseTo(0.9, 12);
  const line = weightLine(0.25, { cosines: [up, 0, 0], coverage, tau }, -0.25);
  const inside = line.flatMap(([un, pn]) => at(un, pn)?.weight ?? []);
  expect(inside.length).toBeGreaterThan(50);
  for (const weight of inside) expect(weight).toBeCloseTo(0.25, 12);
  expect(weightLine(0.75, { cosines: [up, 0, 0], coverage, tau }, -0.25), 'ψ is 0.7').toEqual([]);
  for (const [un, pn] of possibleEdge(up)) expect(at(0.99 * un + 0.01 * up, 0.99 * pn + 0.01)).not.toBeNull();
});

it('kept pairs make Î: its trace is the mean weight, and log det grows with the spread', () => {
  const weight = (un: number, pn: number) => benchFigures([0.4, un, pn], 0.2, 0.05)?.weight ?? NaN;
  const kept = [
    [0.1, 0.3, 0.2],
    [0.3, 0.1, 0.2],
  ] as const;
  const { count, trace, score } = keptFigures(kept, 0.4, 0.05);
  expect(count).toBe(2);
  expect(trace).toBeCloseTo((weight(0.1, 0.3) + weight(0.3, 0.1)) / 2, 12);
  const alone = keptFigures([kept[0], kept[0]], 0.4, 0.05);
  expect(alone.score).toBeCloseTo(Math.log1p(weight(0.1, 0.3)), 12);
  expect(score).toBeLessThanOrEqual(trace);
  expect(keptFigures([[0.9, -0.9, 0]], 0.4, 0.05).count, 'impossible').toBe(0);
});

it('never writes 0 or 1 for a gate that is neither', () => {
  const written = ['0.00', '< 0.001', '0.003', '0.50', '0.997', '> 0.999', '1.00'];
  expect([0, 1e-6, 0.0031, 0.5, 0.9968, 0.99999, 1].map(gate)).toEqual(written);
});

it('has the cosines of three unit vectors', () => {
  const [a, b, c] = [Float32Array.of(1, 0, 0), Float32Array.of(0.6, 0.8, 0), Float32Array.of(0, 0.6, -0.8)];
  expect(cosinesOf([a, b, c])).toEqual([0.6, 0, 0.48]);
});
