/** What ranking table, headline and audit show: groups by setting, ranks, flags. */

import type { ReadingWarning } from '../../candidates/reading';
import type { FlagCertainty, RunResult, SourceFigures } from '../../engine/results';
import type { EncoderIdentity } from '../../encoder/types';
import {
  judgingEncoder,
  verdictOf,
  type SourceVerdict,
  type Verdict,
  type VerdictInput,
} from '../../report/verdict';
import { FLAGS, type AuditProfile, type AuditStatistics, type Flag } from '../../scoring/audit';
import type { RankRange } from '../../scoring/certainty/order';
import type { Histograms } from '../../scoring/histogram';
import { rankByScore } from '../../scoring/ranking';

/** One source. During a run only its running score is known. */
export interface ScoredSource {
  /** Key of the source on the page. */
  readonly key: number;
  /** Key of the source in the run. */
  readonly id: number;
  readonly name: string;
  readonly setting: string;
  readonly reference: boolean;
  /** 0-based place in the palette. */
  readonly colour: number;
  readonly medianK: number;
  readonly kOfMost: number;
  /** Signs that its file was misread: then it has no rank. */
  readonly warnings: readonly ReadingWarning[];
  readonly negativesEqualPositive: number;
  readonly knownPositives: number | null;
  readonly negatives: number;
  readonly duplicateNegatives: number;
  /** An earlier file with the same bytes; null where there is none. */
  readonly sameAs: string | null;
  /** Mined with a margin under the run's encoder. */
  readonly margin: boolean;
  readonly records: number;
  readonly eci: number | null;
  /** The running trace; null before the first point and once all figures are there. */
  readonly runningTrace: number | null;
  readonly figures: SourceFigures | null;
  /** The means of the gates: of the figures, or during a run so far; null before there are any. */
  readonly gates: AuditStatistics | null;
  /** Flags so far, during a run; they put no source outside. */
  readonly flagsSoFar: readonly Pick<FlagCertainty, 'flag' | 'status'>[];
  readonly histograms: Histograms | null;
}

export interface RankedSource extends ScoredSource {
  /** Those whose distance counts. */
  readonly flags: readonly Flag[];
  /** Its verdict; null before its figures are there. */
  readonly verdict: SourceVerdict | null;
  /** Its possible ranks in its setting; null where it has none, and during a run. */
  readonly rank: RankRange | null;
}

export interface SettingGroup {
  readonly setting: string;
  /** By score: ranked sources, others inside, sources outside the ranking, those not audited yet; then those without a score. */
  readonly rows: readonly RankedSource[];
  /** Those that have too many or too few negatives for the others; none during a run. */
  readonly unlikeK: readonly RankedSource[];
}

export interface RankingView {
  /** Null during a run. */
  readonly verdict: Verdict | null;
  readonly groups: readonly SettingGroup[];
  /** All rows of all groups, in load order. */
  readonly rows: readonly RankedSource[];
  readonly envelope: AuditProfile | null;
  readonly references: readonly string[];
  /** Names by score alone, highest first: `ranking` in the report. */
  readonly byScore: readonly string[];
}

/** What a run adds to its sources. Of a report, pairs come as it judged them. */
export type JudgedRun = Pick<
  RunResult,
  'settings' | 'stop' | 'certainty' | 'random_baseline' | 'own_mining' | 'overlap' | 'file_findings'
> & {
  readonly encoder: Pick<EncoderIdentity, 'name' | 'bundled'> | null;
  readonly pair_audit?: RunResult['pair_audit'] | null;
  readonly judgedPairs?: VerdictInput['judgedPairs'];
};

/**
 * Groups, ranks and flags of the sources.
 * @param sources in load order
 * @param run the finished run; null during a run, when nothing is ranked
 * @param range the reference range entered by hand
 */
export function rankingView(
  sources: readonly ScoredSource[],
  run: JudgedRun | null,
  range: AuditProfile | null = null,
): RankingView {
  const verdict = run && judge(sources, run, range);
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
  const groups = settings.map((setting) => {
    const members = judged.filter((s) => s.setting === setting);
    const unlikeK = members.filter((source) => source.verdict?.unlikeK);
    return { setting, rows: inOrder(members), unlikeK };
  });
  return {
    verdict,
    groups,
    rows: judged,
    envelope: verdict?.envelope ?? null,
    references: sources.filter((s) => s.reference).map((s) => s.name),
    byScore: rankByScore(sources.filter(hasScore)).map((s) => s.name),
  };
}

function judge(
  sources: readonly ScoredSource[],
  {
    certainty,
    encoder,
    random_baseline: baseline,
    pair_audit: pairAudit = null,
    judgedPairs = null,
    own_mining: ownMining,
    file_findings: fileFindings,
    overlap,
    settings,
    stop,
  }: JudgedRun,
  range: AuditProfile | null,
): Verdict {
  return verdictOf({
    range,
    certainty,
    encoder: judgingEncoder(encoder),
    randomBaseline: baseline?.eci ?? null,
    pairAudit,
    judgedPairs,
    fileFindings,
    ended: stop.ended,
    ownMining,
    overlap,
    queries: settings.queries,
    negatives: settings.negatives,
    sources: sources.flatMap(({ figures, ...s }) =>
      figures ? [{ ...s, eci: figures.eci, queries: figures.queries, statistics: figures }] : [],
    ),
  });
}

function inOrder(members: readonly RankedSource[]): RankedSource[] {
  const scored = members.filter(hasScore);
  const inside = scored.filter((s) => !isOutside(s) && !isUnsettled(s));
  return [
    ...rankByScore(inside.filter((s) => s.rank !== null)),
    ...rankByScore(inside.filter((s) => s.rank === null)),
    ...rankByScore(scored.filter(isOutside)),
    ...rankByScore(scored.filter(isUnsettled)),
    ...members.filter((s) => s.eci === null),
  ];
}

/** What of a source says whether it stands outside the ranking. */
export interface MaybeOutside extends Pick<RankedSource, 'warnings'> {
  readonly verdict: Pick<SourceVerdict, 'standing'> | null;
}

/** Outside the ranking: a finding, flagged by the audit beyond chance, or perhaps misread. */
export function isOutside({ verdict, warnings }: MaybeOutside): boolean {
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

function hasScore<T extends { readonly eci: number | null }>(
  source: T,
): source is T & { readonly eci: number } {
  return source.eci !== null;
}
