/**
 * Who is ranked, and why others are not. Page, report and terminal all use it. Findings: `findings.ts`. Words:
 * `verdict-words.ts`.
 */

import type { Certainty } from '../engine/result';
import { rankRanges, type RankRange } from '../scoring/certainty/order';
import { bars, byWeight } from './findings';
import type { FoundSource } from './found-in-run';
import type { Finding, Result, Unranked } from './result';

/** Ranks of the sources that nothing bars. @returns by source, in the order given, its rank or why it has none */
export function ranksOf(
  sources: readonly FoundSource[],
  certainty: Pick<Certainty, 'pairs'>,
): { readonly rank: RankRange | null; readonly unranked: Unranked | null }[] {
  // Sources with the same pairs are one.
  const same = ({ name, run }: FoundSource) => run?.twin ?? name;
  const barred = sources.map(whyBarred);
  const hasRival = (source: FoundSource) =>
    sources.some(
      (other, o) => barred[o] === null && other.setting === source.setting && same(other) !== same(source),
    );
  const unranked = sources.map((source, s) => barred[s] ?? (hasRival(source) ? null : 'alone'));
  const racing = sources.filter((_, s) => unranked[s] === null);
  const first = racing.filter(
    (source, place) => racing.findIndex((other) => same(other) === same(source)) === place,
  );
  const placeOf = (source: FoundSource | undefined) =>
    first.findIndex((other) => source !== undefined && same(other) === same(source));
  const placeOfName = (of: string) => placeOf(sources.find(({ name }) => name === of));
  const above = certainty.pairs.flatMap(({ a, b, status }) => {
    const [upper, lower] = [placeOfName(a), placeOfName(b)];
    return status === 'separated' && upper >= 0 && lower >= 0 && upper !== lower
      ? [{ a: upper, b: lower }]
      : [];
  });
  const ranges = rankRanges(
    first.map(({ setting }) => setting),
    above,
  );
  return sources.map((source, s) => {
    const why = unranked[s] ?? null;
    return { rank: (why === null && ranges[placeOf(source)]) || null, unranked: why };
  });
}

/** Why a source by itself has no rank; null where it may have one. */
function whyBarred({ findings, run, lookedAt }: FoundSource): Unranked | null {
  const barring = findings.find(bars);
  if (barring) return barring.severity === 'small' ? 'small' : 'stop';
  return run?.random || lookedAt ? null : 'not-looked-for';
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
