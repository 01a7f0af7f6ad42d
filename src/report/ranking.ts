/** A result as page, tables and figure show it: groups by setting, ranks, flags. */

import type { Flag } from '../scoring/audit';
import type { RankRange } from '../scoring/certainty/order';
import { rankByScore } from '../scoring/ranking';
import { orderOfResult, type OrderView } from './order';
import type { FinishedSource, ScoredSource } from './scored-source';
import { verdictOf, type JudgedRun, type SourceVerdict, type Verdict } from './verdict';

export interface RankedSource extends ScoredSource {
  /** Of the means outside the range. */
  readonly flags: readonly Flag[];
  /** Its verdict; null before its figures are there. */
  readonly verdict: SourceVerdict | null;
  /** Its possible ranks in its setting; null where it has none, and during a run. */
  readonly rank: RankRange | null;
}

/** Sources of one setting, each part by score; those without a score come last. */
export interface SettingGroup {
  readonly setting: string;
  /** In the ranking; during a run all of them. */
  readonly ranked: readonly RankedSource[];
  readonly unranked: readonly RankedSource[];
  /** All of them, from the top down. */
  readonly rows: readonly RankedSource[];
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
 * @param order of the scores so far, during a run
 */
export function rankingView(
  sources: readonly ScoredSource[],
  run: JudgedRun | null,
  order: OrderView | null = null,
): RankingView {
  const verdict = run && verdictOf(sources.filter(isFinished), run);
  const judged = sources.map((s) => {
    const own = verdict?.sources.find(({ source }) => source.id === s.id) ?? null;
    return {
      ...s,
      verdict: own,
      rank: own?.rank ?? null,
      flags: own?.flags.map(({ flag }) => flag) ?? [],
    };
  });
  const settings = [...new Set(sources.map((s) => s.setting))];
  const groups = settings.map((setting) => {
    const members = judged.filter((s) => s.setting === setting);
    return groupOf(setting, members, verdict === null);
  });
  return {
    verdict,
    order: run ? orderOfResult(run.certainty) : order,
    groups,
    rows: judged,
    byScore: rankByScore(sources.filter(hasScore)).map((s) => s.name),
  };
}

function groupOf(setting: string, members: readonly RankedSource[], running: boolean): SettingGroup {
  const byScore = [...rankByScore(members.filter(hasScore)), ...members.filter((s) => s.eci === null)];
  const ranked = byScore.filter((s) => running || s.rank !== null);
  const unranked = byScore.filter((s) => !ranked.includes(s));
  return { setting, ranked, unranked, rows: [...ranked, ...unranked] };
}

/** Whether a finding bars its rank. */
export function isBarred({ verdict }: Pick<RankedSource, 'verdict'>): boolean {
  return verdict?.unranked === 'stop' || verdict?.unranked === 'small';
}

function isFinished(source: ScoredSource): source is FinishedSource {
  return source.figures !== null;
}

function hasScore<T extends { readonly eci: number | null }>(
  source: T,
): source is T & { readonly eci: number } {
  return source.eci !== null;
}
