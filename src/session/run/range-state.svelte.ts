/** The reference range entered by hand: four figures instead of ticked sources. */

import type { AuditProfile } from '../../scoring/audit';

export type RangeKey = keyof AuditProfile;

/** The four figures in the order of a report, each with its words. */
export const RANGE_FIELDS: readonly {
  readonly key: RangeKey;
  readonly sign: string;
  readonly words: string;
}[] = [
  { key: 'mean_rho_max', sign: 'ρ', words: 'Largest mean ρ' },
  { key: 'mean_eta_max', sign: 'η', words: 'Largest mean η' },
  { key: 'mean_psi_max', sign: 'ψ', words: 'Largest mean ψ' },
  { key: 'inversion_rate_min', sign: '', words: 'Smallest inversion rate' },
];

type RangeFigures = Record<RangeKey, number | null>;

const EMPTY: RangeFigures = {
  mean_rho_max: null,
  mean_eta_max: null,
  mean_psi_max: null,
  inversion_rate_min: null,
};

/** The range as it is kept over a reload. */
export interface KeptRange {
  readonly byHand: boolean;
  readonly figures: Readonly<RangeFigures>;
}

export class RangeState {
  /** True where the figures count instead of the ticks. */
  byHand = $state(false);
  figures = $state<RangeFigures>({ ...EMPTY });

  kept(): KeptRange {
    return { byHand: this.byHand, figures: { ...this.figures } };
  }

  restore({ byHand, figures }: KeptRange): void {
    this.byHand = byHand;
    this.figures = { ...figures };
  }

  /** Fields whose figure is missing or not a share. */
  get wrong(): readonly RangeKey[] {
    if (!this.byHand) return [];
    return RANGE_FIELDS.map(({ key }) => key).filter((key) => !isShare(this.figures[key]));
  }

  /** One sentence, or none. */
  get problems(): readonly string[] {
    if (this.wrong.length === 0) return [];
    return ['References: enter all four figures of their range, each from 0 to 1.'];
  }

  /** Null where the ticks count. */
  get entered(): AuditProfile | null {
    const {
      mean_rho_max: rho,
      mean_eta_max: eta,
      mean_psi_max: psi,
      inversion_rate_min: rate,
    } = this.figures;
    if (!this.byHand || !isShare(rho) || !isShare(eta) || !isShare(psi) || !isShare(rate)) return null;
    return { mean_rho_max: rho, mean_eta_max: eta, mean_psi_max: psi, inversion_rate_min: rate };
  }
}

function isShare(value: number | null | undefined): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
