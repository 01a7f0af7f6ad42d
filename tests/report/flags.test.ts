import { describe, expect, it } from 'vitest';

import { flagInWords, rangeInWords } from '../../src/report/flags';

const envelope = {
  mean_rho_max: 0.6793464,
  mean_eta_max: 0.6460208,
  mean_psi_max: 0.4916046,
  inversion_rate_min: 0.2922414,
};
const random = { mean_rho: 0.9939124, mean_eta: 0.6460212, mean_psi: 0.9359906, inversion_rate: 0.0037801 };

describe('flagInWords', () => {
  it('says the value, the reference value it passes and what that means', () => {
    expect(flagInWords('rho', random, envelope)).toBe(
      'mean ρ 0.994 is above the largest reference value 0.679: easier than any reference source',
    );
    expect(flagInWords('psi', random, envelope)).toMatch(
      /^mean ψ 0\.936 is above the largest reference value 0\.492: /,
    );
    expect(flagInWords('inversion', random, envelope)).toMatch(
      /^inversion rate 0\.4\u00a0% is below the smallest reference value 29\.2\u00a0%: /,
    );
  });

  it('shows as many decimals as the difference needs', () => {
    expect(flagInWords('eta', random, envelope)).toMatch(
      /^mean η 0\.6460212 is above the largest reference value 0\.6460208:/,
    );
  });
});

it('the range names each edge', () => {
  expect(rangeInWords(envelope)).toBe(
    'mean ρ at most 0.679, mean η at most 0.646, mean ψ at most 0.492 and inversion rate at least 29.2\u00a0%',
  );
});
