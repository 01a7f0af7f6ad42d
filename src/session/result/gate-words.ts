/** The gates by which pairs can be looked for, and their signs. */

export type Gate = 'rho' | 'eta' | 'psi';

export const GATES: readonly { readonly id: Gate; readonly sign: string }[] = [
  { id: 'rho', sign: 'ρ' },
  { id: 'eta', sign: 'η' },
  { id: 'psi', sign: 'ψ' },
];
