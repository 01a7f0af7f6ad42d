/**
 * Random passages mixed into a mined source: its score, its place among the mined ones, and what the audit says. The pairs are
 * drawn with a seed, with gate means at τ = 0.05 near those that the paper prints for Contriever (Table "audit"). They are
 * not data: they show how the score behaves.
 */

import { AUDIT_STATISTICS, auditFlags, envelope, type AuditStatistics } from '../../scoring/audit';
import { clampToUnit } from '../../scoring/clamp';
import { lexicalResiduality, semanticLocality, targetConsistency } from '../../scoring/gates';
import { inversionRate } from '../../scoring/means';
import { seededPriority, seededRandom, shuffled } from '../../scoring/random';
import { TAU } from './example';
import { MEANS } from './paper';

/** What random passages are mixed into. */
export const BASES = [MEANS[0], MEANS[1]] as const;
export type Base = (typeof BASES)[number]['id'];

/** Pairs of a source. */
const PAIRS = 100;

/** Logistic distributions by middle and width: half of all draws lie within 1.1 widths of the middle. */
const SPREADS = {
  bm25: { margin: [0.03, 0.06], locality: [-0.042, 0.04], coverage: [0.72, 0.06] },
  dense: { margin: [0.0186, 0.06], locality: [-0.015, 0.04], coverage: [0.614, 0.07] },
  llm: { margin: [0.156, 0.065], locality: [-0.034, 0.04], coverage: [0.471, 0.08] },
  random: { margin: [0.33, 0.035], locality: [-0.006, 0.02], coverage: [0.057, 0.012] },
} as const;

interface Pair {
  readonly margin: number;
  readonly rho: number;
  readonly eta: number;
  readonly psi: number;
}

interface Audited {
  /** The mean of ρ·η·ψ. */
  readonly score: number;
  readonly statistics: AuditStatistics;
}

export interface Mixture extends Audited {
  /** Share of random passages, in per cent. */
  readonly percent: number;
  /** Its place among the mix and the three mined sources, from 1. */
  readonly rank: number;
  /** Means outside the range of the mined sources, by their signs: `ψ`. */
  readonly flags: readonly string[];
}

/** The mined sources as they are: those that the audit trusts. */
export const TRUSTED = MEANS.map(({ id, name }) => ({ name, ...audited(drawn(id)) }));

const PROFILE = envelope(TRUSTED.map(({ statistics }) => statistics));

/** Pairs in the order in which a mix replaces them by random ones. */
const REPLACED = Array.from({ length: PAIRS }, (_, i) => i).sort(
  (a, b) => seededPriority(42, 'mix', a) - seededPriority(42, 'mix', b),
);

/** The mixtures of each base with 0 to 100 % random passages. */
export const MIXTURES: Readonly<Record<Base, readonly Mixture[]>> = {
  bm25: mixedInto('bm25'),
  dense: mixedInto('dense'),
};

/** The first shares, in per cent, that lead and that are flagged; 101 where none does. */
export function firstShares(base: Base): { readonly leads: number; readonly flagged: number } {
  const first = (holds: (each: Mixture) => boolean) => MIXTURES[base].find(holds)?.percent ?? 101;
  return { leads: first(({ rank }) => rank === 1), flagged: first(({ flags }) => flags.length > 0) };
}

function mixedInto(base: Base): readonly Mixture[] {
  const mixed = drawn(base);
  const random = drawn('random');
  return Array.from({ length: PAIRS + 1 }, (_, percent) => {
    const replaced = new Set(REPLACED.slice(0, percent));
    const mix = audited(mixed.map((pair, i) => (replaced.has(i) ? (random[i] ?? pair) : pair)));
    const flags = auditFlags(mix.statistics, PROFILE);
    return {
      ...mix,
      percent,
      rank: 1 + TRUSTED.filter(({ score }) => score >= mix.score).length,
      flags: AUDIT_STATISTICS.filter(({ flag }) => flags.includes(flag)).map(({ sign }) => sign),
    };
  });
}

/** The pairs of a source, the same at every call: the quantiles of its distributions, each in a seeded order. */
function drawn(id: keyof typeof SPREADS): readonly Pair[] {
  const random = seededRandom(1_000 + Object.keys(SPREADS).indexOf(id));
  const [margins, localities, coverages] = Object.values(SPREADS[id]).map(([middle, width]) =>
    shuffled(
      Array.from({ length: PAIRS }, (_, i) => {
        const share = (i + 0.5) / PAIRS;
        return middle + width * Math.log(share / (1 - share));
      }),
      random,
    ),
  );
  return Array.from({ length: PAIRS }, (_, i) => ({
    margin: margins?.[i] ?? 0,
    rho: targetConsistency(margins?.[i] ?? 0, TAU),
    eta: semanticLocality(localities?.[i] ?? 0, TAU),
    psi: lexicalResiduality(clampToUnit(coverages?.[i] ?? 0)),
  }));
}

function audited(pairs: readonly Pair[]): Audited {
  const mean = (of: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  return {
    score: mean(({ rho, eta, psi }) => rho * eta * psi),
    statistics: {
      mean_rho: mean(({ rho }) => rho),
      mean_eta: mean(({ eta }) => eta),
      mean_psi: mean(({ psi }) => psi),
      inversion_rate: inversionRate({ margin: Float64Array.from(pairs, ({ margin }) => margin) }),
    },
  };
}
