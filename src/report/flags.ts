/** The audit's flags in words: the figure, the reference value it passes, what that means. */

import type { AuditProfile, AuditStatistics, Flag } from '../scoring/audit';
import { formatApart, formatPercent } from './words';

/** The four audit statistics: how each is written and what it means to pass the envelope. */
interface FlagWords {
  readonly flag: Flag;
  /** The mark in the table. */
  readonly mark: string;
  readonly statistic: string;
  readonly value: (statistics: AuditStatistics) => number;
  readonly limit: (envelope: AuditProfile) => number;
  readonly side: 'above the largest' | 'below the smallest';
  readonly meaning: string;
}

const decimals = (value: number, places: number) => value.toFixed(places);

export const FLAG_WORDS: readonly FlagWords[] = [
  {
    flag: 'rho',
    mark: 'ρ',
    statistic: 'mean ρ',
    value: (s) => s.mean_rho,
    limit: (e) => e.mean_rho_max,
    side: 'above the largest',
    meaning: 'easier than any reference source',
  },
  {
    flag: 'eta',
    mark: 'η',
    statistic: 'mean η',
    value: (s) => s.mean_eta,
    limit: (e) => e.mean_eta_max,
    side: 'above the largest',
    meaning: 'nearer the positives than any reference source, as copies of positives would be',
  },
  {
    flag: 'psi',
    mark: 'ψ',
    statistic: 'mean ψ',
    value: (s) => s.mean_psi,
    limit: (e) => e.mean_psi_max,
    side: 'above the largest',
    meaning: 'fewer words shared with the query than in any reference source',
  },
  {
    flag: 'inversion',
    mark: 'inv',
    statistic: 'inversion rate',
    value: (s) => s.inversion_rate,
    limit: (e) => e.inversion_rate_min,
    side: 'below the smallest',
    meaning: 'fewer negatives beat the positive than in any reference source',
  },
];

/** The mark of a flag in the table: `ρ`, `inv`. */
export function flagMark(flag: Flag): string {
  return FLAG_WORDS.find((words) => words.flag === flag)?.mark ?? flag;
}

/** Direction and distance in figures: `ρ 0.99 > 0.68`, `inversion 0.4 % < 29.2 %`. */
export function flagInFigures(flag: Flag, statistics: AuditStatistics, envelope: AuditProfile): string {
  const words = FLAG_WORDS.find((w) => w.flag === flag);
  if (!words) return flag;
  const [format, least] = flag === 'inversion' ? [formatPercent, 1] : [decimals, 2];
  const [value, limit] = formatApart(words.value(statistics), words.limit(envelope), format, least);
  const mark = flag === 'inversion' ? 'inversion' : words.mark;
  return `${mark} ${value} ${words.side === 'above the largest' ? '>' : '<'} ${limit}`;
}

/** One sentence without its full stop: the statistic, its value, the reference value, what it means. */
export function flagInWords(flag: Flag, statistics: AuditStatistics, envelope: AuditProfile): string {
  const words = FLAG_WORDS.find((w) => w.flag === flag);
  if (!words) return flag;
  const [format, least] = flag === 'inversion' ? [formatPercent, 1] : [decimals, 3];
  const [value, limit] = formatApart(words.value(statistics), words.limit(envelope), format, least);
  return `${words.statistic} ${value} is ${words.side} reference value ${limit}: ${words.meaning}`;
}
