/** Made sources come near to the paper's printed means, and the audit misses what the paper's misses. */

import { expect, it } from 'vitest';

import { MIXTURES, TRUSTED } from '../../../src/pages/learn/mixture';

/** Means of the gates and the inversion rate as the paper prints them (Table "audit", Contriever). */
const PRINTED = {
  BM25: [0.602, 0.352, 0.287, 0.378],
  Dense: [0.566, 0.443, 0.386, 0.423],
  LLM: [0.87, 0.375, 0.529, 0.083],
  Random: [0.994, 0.471, 0.943, 0],
} as const;

it.each(Object.entries(PRINTED))('%s has means near the printed ones', (name, [rho, eta, psi, inverted]) => {
  const { statistics } = TRUSTED.find((source) => source.name === name) ?? MIXTURES.bm25[100] ?? {};
  if (!statistics) throw new Error('No source.');
  expect(Math.abs(statistics.mean_rho - rho)).toBeLessThan(0.025);
  expect(Math.abs(statistics.mean_eta - eta)).toBeLessThan(0.025);
  expect(Math.abs(statistics.mean_psi - psi)).toBeLessThan(0.025);
  expect(Math.abs(statistics.inversion_rate - inverted)).toBeLessThan(0.03);
});

it('a quarter of random passages in BM25 passes the audit, as the paper’s one miss does; all random leads and is flagged', () => {
  expect(MIXTURES.bm25[25]?.flags).toEqual([]);
  expect(MIXTURES.bm25[100]).toMatchObject({ rank: 1, flags: ['ρ', 'η', 'ψ', 'inversion'] });
  expect(MIXTURES.bm25[0]?.rank).toBe(4);
});
