/** Random passages mixed into a mined source: its score, its place among the mined ones, and what the audit says. */

import { AUDIT_STATISTICS, auditFlags, envelope, type AuditStatistics } from '../../../scoring/audit';
import { accumulateInformation, informationMatrix } from '../../../scoring/information';
import { logDetPlusIdentity } from '../../../scoring/logdet';
import { gatePairs } from '../../../scoring/gated-pairs';
import { inversionRate, meanOf } from '../../../scoring/means';
import { gateMeans } from '../../../scoring/pair-gates';
import { seededPriority } from '../../../scoring/random';
import { TAU } from '../example';
import { DRAWN_DIMENSION, DRAWN_PAIRS, drawnSource, type DrawnSource } from './draw';
import { PRESETS } from './presets';

/** The sources that the audit trusts. */
const MINED = ['bm25', 'dense', 'llm'] as const;

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

/** The mined sources as they are. */
export const TRUSTED = MINED.map((id) => ({
  name: PRESETS.find((preset) => preset.id === id)?.name ?? id,
  ...audited(drawnSource(id)),
}));

const PROFILE = envelope(TRUSTED.map(({ statistics }) => statistics));

const known = new Map<Base, readonly Mixture[]>();

/** The mixtures of a base with 0 to 100 % random passages. */
export function mixtures(base: Base): readonly Mixture[] {
  const made = known.get(base) ?? Array.from({ length: 101 }, (_, percent) => mixture(base, percent));
  known.set(base, made);
  return made;
}

/** The first shares, in per cent, that lead and that are flagged; 101 where none does. */
export function firstShares(base: Base): { readonly leads: number; readonly flagged: number } {
  const first = (holds: (each: Mixture) => boolean) => mixtures(base).find(holds)?.percent ?? 101;
  return { leads: first(({ rank }) => rank === 1), flagged: first(({ flags }) => flags.length > 0) };
}

function mixture(base: Base, percent: number): Mixture {
  const made = audited(mixed(base, percent));
  const flags = auditFlags(made.statistics, PROFILE);
  return {
    ...made,
    percent,
    rank: 1 + TRUSTED.filter(({ score }) => score >= made.score).length,
    flags: AUDIT_STATISTICS.filter(({ flag }) => flags.includes(flag)).map(({ sign }) => sign),
  };
}

/** Pairs in the order in which a mix replaces them. */
const REPLACED = Array.from({ length: DRAWN_PAIRS }, (_, i) => i).sort(
  (a, b) => seededPriority(42, 'mix', a) - seededPriority(42, 'mix', b),
);

/** The base, with a share of its pairs replaced by random ones at the same places. */
function mixed(base: Base, percent: number): DrawnSource {
  const [from, into] = [drawnSource(base), drawnSource('random')];
  const replaced = new Set(REPLACED.slice(0, Math.round((percent / 100) * DRAWN_PAIRS)));
  const column = (name: 'margin' | 'locality' | 'distance' | 'coverage') =>
    from.columns[name].map((value, i) => (replaced.has(i) ? (into.columns[name][i] ?? 0) : value));
  return {
    columns: {
      offsets: from.columns.offsets,
      margin: column('margin'),
      locality: column('locality'),
      distance: column('distance'),
      coverage: column('coverage'),
    },
    residuals: from.residuals.map((value, i) =>
      replaced.has(Math.floor(i / DRAWN_DIMENSION)) ? (into.residuals[i] ?? 0) : value,
    ),
  };
}

function audited({ columns, residuals }: DrawnSource): Audited {
  const pairs = gatePairs(columns, { tau: TAU, weighting: 'full' });
  const sum = new Float64Array(DRAWN_DIMENSION ** 2);
  accumulateInformation(sum, residuals, pairs.weight, DRAWN_PAIRS, DRAWN_DIMENSION);
  return {
    score: logDetPlusIdentity(informationMatrix(sum, DRAWN_PAIRS, DRAWN_DIMENSION), DRAWN_DIMENSION),
    statistics: { ...gateMeans((id) => meanOf(pairs[id])), inversion_rate: inversionRate(columns) },
  };
}
