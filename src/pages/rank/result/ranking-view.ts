/** What the ranking table, the sentence and the audit show: groups by setting, ranks, flags, bars. */

import type { Finding } from '../../../candidates/types';
import type { SourceFigures } from '../../../engine/results';
import { auditFlags, envelope, type AuditProfile, type Flag } from '../../../scoring/audit';
import type { Histograms } from '../../../scoring/histogram';
import { differsTooMuchInK, rankByScore } from '../../../scoring/ranking';

/** One source as it enters the view. While a run goes on only the running score is known. */
export interface ScoredSource {
  /** Key of the source on the page. */
  readonly key: number;
  readonly name: string;
  readonly setting: string;
  readonly reference: boolean;
  /** 0-based place in the palette. */
  readonly colour: number;
  readonly medianK: number;
  /** Signs that its file was read otherwise than it was meant: it has no rank. */
  readonly findings: readonly Finding[];
  /** Records scored so far. */
  readonly records: number;
  readonly eci: number | null;
  /** The running trace; null before the first point and once all figures are in. */
  readonly runningTrace: number | null;
  readonly figures: SourceFigures | null;
  readonly histograms: Histograms | null;
}

export interface RankedSource extends ScoredSource {
  readonly flags: readonly Flag[];
  /** 1-based rank among the sources of the setting that carry no flag and no sign of a wrong reading; else null. */
  readonly rank: number | null;
  /** Length of the score's bar in per cent of its cell. */
  readonly bar: number;
  /** True where the score is longer than the bar can be. */
  readonly over: boolean;
}

export interface SettingGroup {
  readonly setting: string;
  /** By rank; then the flagged ones by score; then those without a score yet. */
  readonly rows: readonly RankedSource[];
  /** Sources whose median K differs too much from another's of the setting for a fair comparison. */
  readonly unfair: readonly { readonly name: string; readonly medianK: number }[];
}

export interface RankingView {
  readonly groups: readonly SettingGroup[];
  /** All rows of all groups, in load order. */
  readonly rows: readonly RankedSource[];
  readonly envelope: AuditProfile | null;
  readonly references: readonly string[];
  /** Names by score alone, highest first: the report's `ranking`. */
  readonly byScore: readonly string[];
}

/** The longest unflagged bar, in per cent of its cell, so that a longer flagged one can be seen to be longer. */
const LONGEST_BAR = 92;

/** Groups, ranks and flags of the sources, given in load order. */
export function rankingView(sources: readonly ScoredSource[]): RankingView {
  const references = sources.filter((s) => s.reference);
  const profile = envelope(references.flatMap((s) => (s.figures ? [s.figures] : [])));
  const flagged = sources.map((s) => ({ ...s, flags: s.figures ? auditFlags(s.figures, profile) : [] }));
  const scale = barScale(flagged);
  const withBars = flagged.map((s) => {
    const length = s.eci === null || scale === 0 ? 0 : (s.eci / scale) * LONGEST_BAR;
    return { ...s, bar: Math.min(100, Math.max(0, length)), over: length > 100 };
  });
  const settings = [...new Set(sources.map((s) => s.setting))];
  const groups = settings.map((setting) => {
    const members = withBars.filter((s) => s.setting === setting);
    return {
      setting,
      rows: rankInside(members),
      unfair: members.filter((a) => members.some((b) => differsTooMuchInK(a.medianK, b.medianK))),
    };
  });
  const ranked = groups.flatMap((group) => group.rows);
  return {
    groups,
    rows: sources.flatMap((s) => ranked.filter((row) => row.key === s.key)),
    envelope: profile,
    references: references.map((s) => s.name),
    byScore: rankByScore(sources.filter(hasScore)).map((s) => s.name),
  };
}

function barScale(sources: readonly (ScoredSource & { readonly flags: readonly Flag[] })[]): number {
  const unflagged = sources.filter((s) => s.flags.length === 0);
  return Math.max(0, ...(unflagged.length > 0 ? unflagged : sources).map((s) => s.eci ?? 0));
}

function rankInside(members: readonly Omit<RankedSource, 'rank'>[]): RankedSource[] {
  const scored = members.filter(hasScore);
  const ranked = rankByScore(scored.filter(canBeRanked));
  const outside = rankByScore(scored.filter((s) => !canBeRanked(s)));
  return [
    ...ranked.map((s, i) => ({ ...s, rank: i + 1 })),
    ...outside.map((s) => ({ ...s, rank: null })),
    ...members.filter((s) => s.eci === null).map((s) => ({ ...s, rank: null })),
  ];
}

function canBeRanked({ flags, findings }: Pick<RankedSource, 'flags' | 'findings'>): boolean {
  return flags.length === 0 && findings.length === 0;
}

function hasScore<T extends { readonly eci: number | null }>(
  source: T,
): source is T & { readonly eci: number } {
  return source.eci !== null;
}
