/** Random passages mixed into a mined source: its score, its place among the mined ones, and what the audit says. */

import { AUDIT_STATISTICS, auditFlags, envelope, type AuditStatistics } from '../../../scoring/audit';
import { accumulateInformation, informationMatrix } from '../../../scoring/information';
import { logDetPlusIdentity } from '../../../scoring/logdet';
import { gatePairs } from '../../../scoring/gated-pairs';
import { inversionRate, meanOf } from '../../../scoring/means';
import { gateMeans } from '../../../scoring/pair-gates';
import { seededPriority } from '../../../scoring/random';
import { TAU } from '../example';
import { MEANS } from '../paper';
import { DIMENSION, drawnPairs, PAIRS, type DrawnPair } from './draw';

export const BASES = ['bm25', 'dense'] as const;
export type Base = (typeof BASES)[number];

interface Audited {
  /** log det(I + Î). */
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
export const TRUSTED = MEANS.map(({ id, name }) => ({ name, ...audited(drawnPairs(id)) }));

const PROFILE = envelope(TRUSTED.map(({ statistics }) => statistics));

/** Pairs in the order in which a mix replaces them by random ones. */
const REPLACED = Array.from({ length: PAIRS }, (_, i) => i).sort(
  (a, b) => seededPriority(42, 'mix', a) - seededPriority(42, 'mix', b),
);

const known = new Map<Base, readonly Mixture[]>();

/** The mixtures of a base with 0 to 100 % random passages. */
export function mixtures(base: Base): readonly Mixture[] {
  const made = known.get(base) ?? mixedInto(base);
  known.set(base, made);
  return made;
}

/** The first shares, in per cent, that lead and that are flagged; 101 where none does. */
export function firstShares(base: Base): { readonly leads: number; readonly flagged: number } {
  const first = (holds: (each: Mixture) => boolean) => mixtures(base).find(holds)?.percent ?? 101;
  return { leads: first(({ rank }) => rank === 1), flagged: first(({ flags }) => flags.length > 0) };
}

function mixedInto(base: Base): readonly Mixture[] {
  const [from, random] = [drawnPairs(base), drawnPairs('random')];
  return Array.from({ length: 101 }, (_, percent) => {
    const replaced = new Set(REPLACED.slice(0, Math.round((percent / 100) * PAIRS)));
    const mix = audited(from.map((pair, i) => (replaced.has(i) ? (random[i] ?? pair) : pair)));
    const flags = auditFlags(mix.statistics, PROFILE);
    return {
      ...mix,
      percent,
      rank: 1 + TRUSTED.filter(({ score }) => score >= mix.score).length,
      flags: AUDIT_STATISTICS.filter(({ flag }) => flags.includes(flag)).map(({ sign }) => sign),
    };
  });
}

function audited(drawn: readonly DrawnPair[]): Audited {
  const column = (name: 'margin' | 'locality' | 'distance' | 'coverage') =>
    Float64Array.from(drawn, (pair) => pair[name]);
  const columns = {
    margin: column('margin'),
    locality: column('locality'),
    distance: column('distance'),
    coverage: column('coverage'),
  };
  const pairs = gatePairs(columns, { tau: TAU, weighting: 'full' });
  const residuals = Float64Array.from(drawn.flatMap(({ residual }) => [...residual]));
  const sum = new Float64Array(DIMENSION ** 2);
  accumulateInformation(sum, residuals, pairs.weight, PAIRS, DIMENSION);
  return {
    score: logDetPlusIdentity(informationMatrix(sum, PAIRS, DIMENSION), DIMENSION),
    statistics: { ...gateMeans((id) => meanOf(pairs[id])), inversion_rate: inversionRate(columns) },
  };
}
