/** The audit's flags in words: the figure, the reference value it passes, what that means. */

import type { AuditProfile, AuditStatistics, Flag } from '../scoring/audit';
import { formatApart, formatPercent } from '../ui/words';

/** One of the four audit statistics: how it is written and what it means to pass the envelope. */
interface FlagWords {
  readonly flag: Flag;
  /** The mark in the table. */
  readonly mark: string;
  /** The mark beside a figure. */
  readonly name: string;
  readonly statistic: string;
  readonly value: (statistics: AuditStatistics) => number;
  readonly limit: (envelope: AuditProfile) => number;
  readonly side: 'above the largest' | 'below the smallest';
  readonly meaning: string;
}

/** The mean of a gate: outside where it is above the largest of the references. */
function gateWords(flag: 'rho' | 'eta' | 'psi', mark: string, meaning: string): FlagWords {
  return {
    flag,
    mark,
    name: mark,
    statistic: `mean ${mark}`,
    value: (statistics) => statistics[`mean_${flag}`],
    limit: (envelope) => envelope[`mean_${flag}_max`],
    side: 'above the largest',
    meaning,
  };
}

const WORDS: Readonly<Record<Flag, FlagWords>> = {
  rho: gateWords('rho', 'ρ', 'easier than any reference source'),
  eta: gateWords(
    'eta',
    'η',
    'nearer the positives than any reference source, as copies of positives would be',
  ),
  psi: gateWords('psi', 'ψ', 'fewer words shared with the query than in any reference source'),
  inversion: {
    flag: 'inversion',
    mark: 'inv',
    name: 'inversion',
    statistic: 'inversion rate',
    value: (statistics) => statistics.inversion_rate,
    limit: (envelope) => envelope.inversion_rate_min,
    side: 'below the smallest',
    meaning: 'fewer negatives beat the positive than in any reference source',
  },
};

/** The four statistics in the order of the tables. */
export const FLAG_WORDS: readonly FlagWords[] = Object.values(WORDS);

/** The mark of a flag in the table: `ρ`, `inv`. */
export function flagMark(flag: Flag): string {
  return WORDS[flag].mark;
}

/** Direction and distance in figures: `ρ 0.99 > 0.68`, `inversion 0.4 % < 29.2 %`. */
export function flagInFigures(flag: Flag, statistics: AuditStatistics, envelope: AuditProfile): string {
  const { name, side } = WORDS[flag];
  const [value, limit] = valueAndLimit(flag, statistics, envelope, 2);
  return `${name} ${value} ${side === 'above the largest' ? '>' : '<'} ${limit}`;
}

/** One sentence without its full stop: the statistic, its value, the reference value, what it means. */
export function flagInWords(flag: Flag, statistics: AuditStatistics, envelope: AuditProfile): string {
  const { statistic, side, meaning } = WORDS[flag];
  const [value, limit] = valueAndLimit(flag, statistics, envelope, 3);
  return `${statistic} ${value} is ${side} reference value ${limit}: ${meaning}`;
}

/**
 * The value of a source and the reference value that it passes, with as many decimals as tell them apart.
 * @param decimals of a mean, at the least; a rate starts with one
 */
function valueAndLimit(
  flag: Flag,
  statistics: AuditStatistics,
  envelope: AuditProfile,
  decimals: number,
): [string, string] {
  const { value, limit } = WORDS[flag];
  const pair = [value(statistics), limit(envelope)] as const;
  return flag === 'inversion'
    ? formatApart(...pair, formatPercent, 1)
    : formatApart(...pair, (mean, places) => mean.toFixed(places), decimals);
}
