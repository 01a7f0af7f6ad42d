/**
 * Who is ranked, and why others are not. Page, report and terminal all use it. Findings: `findings.ts`. Words:
 * `verdict-words.ts`.
 */

import type { Certainty } from '../engine/result';
import { rankRanges, type RankRange } from '../scoring/certainty/order';
import { bars, byWeight } from './findings';
import type { FoundOfRun } from './found-in-run';
import type { Finding, Result, Unranked } from './result';

/** A source of a run as its rank follows from it. */
interface Judged {
  readonly id: number;
  readonly setting: string;
  readonly lookedAt: boolean;
}

/** Ranks of the sources that nothing bars. @returns by source, in the order given, its rank or why it has none */
export function ranksOf(
  sources: readonly Judged[],
  found: Pick<FoundOfRun, 'findings' | 'twins' | 'randomUnseen'>,
  certainty: Pick<Certainty, 'pairs'>,
): { readonly rank: RankRange | null; readonly unranked: Unranked | null }[] {
  const same = (id: number) => found.twins.get(id) ?? id;
  const barred = sources.map((source) => whyBarred(source, found));
  const hasRival = ({ setting, id }: Judged) =>
    sources.some(
      (other, o) => barred[o] === null && other.setting === setting && same(other.id) !== same(id),
    );
  const unranked = sources.map((source, s) => barred[s] ?? (hasRival(source) ? null : 'alone'));
  const ranks = ranksAmong(
    sources.filter((_, s) => unranked[s] === null),
    same,
    certainty,
  );
  return sources.map(({ id }, s) => ({ rank: ranks.get(id) ?? null, unranked: unranked[s] ?? null }));
}

/** Why a source by itself has no rank; null where it may have one. */
function whyBarred(
  { id, lookedAt }: Judged,
  { findings, randomUnseen }: Pick<FoundOfRun, 'findings' | 'randomUnseen'>,
): Unranked | null {
  const barring = findings.get(id)?.find(bars);
  if (barring) return barring.severity === 'small' ? 'small' : 'stop';
  return randomUnseen.has(id) && !lookedAt ? 'not-looked-for' : null;
}

/** Ranks among sources, by id. Sources with the same pairs are one. */
function ranksAmong(
  sources: readonly Judged[],
  same: (id: number) => number,
  { pairs }: Pick<Certainty, 'pairs'>,
): ReadonlyMap<number, RankRange> {
  const racing = sources.filter(
    ({ id }, place) => sources.findIndex((other) => same(other.id) === same(id)) === place,
  );
  const placeOf = (id: number) => racing.findIndex((source) => same(source.id) === same(id));
  const above = pairs.flatMap(({ a, b, status }) => {
    const [upper, lower] = [placeOf(a), placeOf(b)];
    return status === 'separated' && upper >= 0 && lower >= 0 && upper !== lower
      ? [{ a: upper, b: lower }]
      : [];
  });
  const ranges = rankRanges(
    racing.map(({ setting }) => setting),
    above,
  );
  return new Map(
    sources.flatMap(({ id }) => (ranges[placeOf(id)] ? [[id, ranges[placeOf(id)] as RankRange]] : [])),
  );
}

/** A finding with the name of its source. */
export interface FoundInSource {
  readonly name: string;
  readonly finding: Finding;
}

/** The findings of all sources, the worst first. */
export function allFindings(sources: Result['verdict']['sources']): FoundInSource[] {
  return Object.entries(sources)
    .flatMap(([name, { findings }]) => findings.map((finding) => ({ name, finding })))
    .sort((a, b) => byWeight(a.finding, b.finding));
}

/** `1`, or `1–2` where several ranks are possible; `–` where there is none. */
export function rankInWords(rank: RankRange | null): string {
  if (rank === null) return '–';
  return rank.from === rank.to ? String(rank.from) : `${rank.from}–${rank.to}`;
}
