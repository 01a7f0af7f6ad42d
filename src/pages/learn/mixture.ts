/**
 * Random passages mixed into a mined source: its score, its place among the mined ones, and what the audit says. All means of
 * a mix lie between those of its two sources, by its share. A source's score is here the product of its means, as in lesson 8.
 */

import { AUDIT_STATISTICS, auditFlags, envelope, type AuditStatistics } from '../../scoring/audit';
import { gateMeans } from '../../scoring/pair-gates';
import { MEANS, RANDOM, type Means } from './paper';

/** What random passages are mixed into. */
export const BASES = [MEANS[0], MEANS[1]] as const;

/** The mined sources as they are, which the audit trusts, cover this range. */
const PROFILE = envelope(MEANS.map(statisticsOf));

const MIXTURES = BASES.flatMap(mixed);

/** The mixtures of a base with 0 to 100 % random passages. */
export function mixturesOf(base: string) {
  return MIXTURES.filter((each) => each.base === base);
}

/** The mixture that an answer such as `bm25.35` means. */
export function mixtureOf(answer: string) {
  return MIXTURES.find(({ base, percent }) => `${base}.${percent}` === answer);
}

/** The first shares, in per cent, that lead and that are flagged; 101 where none does. */
export function firstShares(base: string): { readonly leads: number; readonly flagged: number } {
  const first = (holds: (each: (typeof MIXTURES)[number]) => boolean) =>
    mixturesOf(base).find(holds)?.percent ?? 101;
  return { leads: first(({ rank }) => rank === 1), flagged: first(({ flags }) => flags.length > 0) };
}

/** The means of a source multiplied. */
export function productOf({ rho, eta, psi }: Means): number {
  return rho * eta * psi;
}

/** A gate that the paper does not have is the same in all sources. */
function statisticsOf({ rho, eta, psi, inverted }: Means): AuditStatistics {
  const printed: Readonly<Record<string, number>> = { rho, eta, psi };
  return { ...gateMeans((id) => printed[id] ?? 0), inversion_rate: inverted };
}

/** The mixtures of a source by their per cent of random passages. */
function mixed(base: (typeof BASES)[number]) {
  return Array.from({ length: 101 }, (_, percent) => {
    const share = percent / 100;
    const mean = (of: (source: Means) => number) => (1 - share) * of(base) + share * of(RANDOM);
    const score = mean(productOf);
    const [rho, eta, psi] = [mean((of) => of.rho), mean((of) => of.eta), mean((of) => of.psi)];
    const flags = auditFlags(statisticsOf({ rho, eta, psi, inverted: mean((of) => of.inverted) }), PROFILE);
    return {
      base: base.id,
      percent,
      score,
      psi,
      /** Its place among the mix and the three mined sources, from 1. */
      rank: 1 + MEANS.filter((source) => productOf(source) >= score).length,
      /** Means outside the range of the mined sources, by their signs: `ψ`. */
      flags: AUDIT_STATISTICS.filter(({ flag }) => flags.includes(flag)).map(({ sign }) => sign),
    };
  });
}
