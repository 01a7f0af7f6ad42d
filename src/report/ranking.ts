/** A result as page, tables and figure show it: groups by setting, ranks, flags. */

import { FLAGS, type AuditProfile, type Flag } from '../scoring/audit';
import type { RankRange } from '../scoring/certainty/order';
import { rankByScore } from '../scoring/ranking';
import { orderOfResult, type OrderView } from './order';
import type { FinishedSource, ScoredSource } from './scored-source';
import { verdictOf, type JudgedRun, type SourceVerdict, type Verdict } from './verdict';

export interface RankedSource extends ScoredSource {
  /** Those whose distance counts. */
  readonly flags: readonly Flag[];
  /** Its verdict; null before its figures are there. */
  readonly verdict: SourceVerdict | null;
  /** Its possible ranks in its setting; null where it has none, and during a run. */
  readonly rank: RankRange | null;
}

/** Sources of one setting, each part by score; those without a score come last. */
export interface SettingGroup {
  readonly setting: string;
  /** In the ranking, then others inside, or not yet judged. */
  readonly ranked: readonly RankedSource[];
  readonly outside: readonly RankedSource[];
  /** Not audited yet. */
  readonly unsettled: readonly RankedSource[];
  /** All of them, from the top down. */
  readonly rows: readonly RankedSource[];
  /** Those that have too many or too few negatives for the others; none during a run. */
  readonly unlikeK: readonly RankedSource[];
}

export interface RankingView {
  /** Null during a run. */
  readonly verdict: Verdict | null;
  /** Null before any is known. */
  readonly order: OrderView | null;
  readonly groups: readonly SettingGroup[];
  /** All rows of all groups, in load order. */
  readonly rows: readonly RankedSource[];
  /** Names by score alone, highest first: `ranking` in the report. */
  readonly byScore: readonly string[];
}

/**
 * Groups, ranks and flags of the sources.
 * @param sources in load order
 * @param run the finished run; null during a run, when nothing is ranked
 * @param range the reference range entered by hand
 * @param order of the scores so far, during a run
 */
export function rankingView(
  sources: readonly ScoredSource[],
  run: JudgedRun | null,
  range: AuditProfile | null = null,
  order: OrderView | null = null,
): RankingView {
  const verdict = run && verdictOf(sources.filter(isFinished), run, range);
  const judged = sources.map((s) => {
    const own = verdict?.sources.find(({ source }) => source.id === s.id) ?? null;
    return {
      ...s,
      verdict: own,
      rank: own?.rank ?? null,
      flags: own?.flags.flatMap(({ flag, levelWith }) => (levelWith === null ? [flag] : [])) ?? [],
    };
  });
  const settings = [...new Set(sources.map((s) => s.setting))];
  const groups = settings.map((setting) =>
    groupOf(
      setting,
      judged.filter((s) => s.setting === setting),
    ),
  );
  return {
    verdict,
    order: run ? orderOfResult(run.certainty) : order,
    groups,
    rows: judged,
    byScore: rankByScore(sources.filter(hasScore)).map((s) => s.name),
  };
}

function groupOf(setting: string, members: readonly RankedSource[]): SettingGroup {
  const scored = members.filter(hasScore);
  const byScore = [...rankByScore(scored), ...members.filter((s) => s.eci === null)];
  const inside = byScore.filter((s) => !isOutside(s) && !isUnsettled(s));
  const ranked = [...inside.filter((s) => s.rank !== null), ...inside.filter((s) => s.rank === null)];
  const outside = byScore.filter(isOutside);
  const unsettled = byScore.filter(isUnsettled);
  const unlikeK = members.filter((source) => source.verdict?.unlikeK);
  return { setting, ranked, outside, unsettled, rows: [...ranked, ...outside, ...unsettled], unlikeK };
}

type MaybeOutside = Partial<Pick<RankedSource, 'warnings' | 'verdict'>>;

/** Outside the ranking: a finding, flagged by the audit beyond chance, or perhaps misread. */
export function isOutside({ verdict, warnings = [] }: MaybeOutside): boolean {
  return verdict?.standing === 'outside' || warnings.length > 0;
}

/** Neither in the ranking nor outside it: its file was not read to its end, and its audit is open. */
export function isUnsettled(source: MaybeOutside): boolean {
  return source.verdict?.standing === 'open' && !isOutside(source);
}

/** The flags of a source that are certain at every moment of a run under way. */
export function certainSoFar({ flagsSoFar }: Pick<ScoredSource, 'flagsSoFar'>): Flag[] {
  return FLAGS.filter((flag) =>
    flagsSoFar.some((soFar) => soFar.flag === flag && soFar.status === 'certain'),
  );
}

function isFinished(source: ScoredSource): source is FinishedSource {
  return source.figures !== null;
}

function hasScore<T extends { readonly eci: number | null }>(
  source: T,
): source is T & { readonly eci: number } {
  return source.eci !== null;
}
