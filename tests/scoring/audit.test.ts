import { describe, expect, it } from 'vitest';

import { auditFlags, envelope, type AuditStatistics } from '../../src/scoring/audit';

const BM25: AuditStatistics = { mean_rho: 0.7, mean_eta: 0.4, mean_psi: 0.5, inversion_rate: 0.2 };
const DENSE: AuditStatistics = { mean_rho: 0.6, mean_eta: 0.6, mean_psi: 0.8, inversion_rate: 0.3 };

describe('envelope', () => {
  it('takes the largest means and the smallest inversion rate', () => {
    expect(envelope([BM25, DENSE])).toEqual({
      mean_rho_max: 0.7,
      mean_eta_max: 0.6,
      mean_psi_max: 0.8,
      inversion_rate_min: 0.2,
    });
  });

  it('is null without a reference', () => expect(envelope([])).toBeNull());
});

describe('auditFlags', () => {
  const profile = envelope([BM25, DENSE]);
  const inside: AuditStatistics = { mean_rho: 0.65, mean_eta: 0.5, mean_psi: 0.6, inversion_rate: 0.25 };

  it('never flags a reference source: the comparison is strict', () => {
    expect(auditFlags(BM25, profile)).toEqual([]);
    expect(auditFlags(DENSE, profile)).toEqual([]);
    expect(auditFlags(BM25, envelope([BM25]))).toEqual([]);
  });

  it.each([
    ['rho', { mean_rho: 0.7000001 }],
    ['eta', { mean_eta: 0.6000001 }],
    ['psi', { mean_psi: 0.8000001 }],
    ['inversion', { inversion_rate: 0.1999999 }],
  ])('flags %s just outside the envelope', (flag, outside) => {
    expect(auditFlags(inside, profile)).toEqual([]);
    expect(auditFlags({ ...inside, ...outside }, profile)).toEqual([flag]);
  });

  it('does not flag the other side: low means, many inversions', () => {
    const low: AuditStatistics = { mean_rho: 0, mean_eta: 0, mean_psi: 0, inversion_rate: 1 };
    expect(auditFlags(low, profile)).toEqual([]);
  });
});
