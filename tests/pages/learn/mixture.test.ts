/** Made sources come near to the paper's printed means, and the audit misses what the paper's misses. */

import { expect, it } from 'vitest';

import { mixtures } from '../../../src/pages/learn/mix/mixture';
import { drawnSource } from '../../../src/pages/learn/mix/draw';
import { PRESETS, type PresetId } from '../../../src/pages/learn/mix/presets';
import { gatedSource } from '../../../src/scoring/statistics';

/** Means of the gates and the inversion rate as the paper prints them (Table "audit", Contriever). */
const PRINTED: Readonly<Record<PresetId, readonly [number, number, number, number]>> = {
  bm25: [0.602, 0.352, 0.287, 0.378],
  dense: [0.566, 0.443, 0.386, 0.423],
  llm: [0.87, 0.375, 0.529, 0.083],
  random: [0.994, 0.471, 0.943, 0],
};

it.each(PRESETS)('$name has means near the printed ones', ({ id }) => {
  const { statistics } = gatedSource(drawnSource(id).columns, { tau: 0.05, weighting: 'full' });
  const [rho, eta, psi, inverted] = PRINTED[id];
  expect(Math.abs(statistics.mean_rho - rho)).toBeLessThan(0.025);
  expect(Math.abs(statistics.mean_eta - eta)).toBeLessThan(0.025);
  expect(Math.abs(statistics.mean_psi - psi)).toBeLessThan(0.025);
  expect(Math.abs(statistics.inversion_rate - inverted)).toBeLessThan(0.03);
});

it('a quarter of random passages in BM25 passes the audit, as the paper’s one miss does; all random leads and is flagged', () => {
  expect(mixtures('bm25')[25]?.flags).toEqual([]);
  expect(mixtures('bm25')[100]).toMatchObject({ rank: 1, flags: ['ρ', 'η', 'ψ', 'inversion'] });
  expect(mixtures('bm25')[0]?.rank).toBe(4);
});
