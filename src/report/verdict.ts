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
  const same = new Map(sources.map(({ name, run }) => [name, run?.twin ?? name]));
  const barred = sources.map(whyBarred);
  const hasRival = ({ name, setting }: FoundSource) =>
    sources.some(
      (other, o) =>
        barred[o] === null && other.setting === setting && same.get(other.name) !== same.get(name),
    );
  const unranked = sources.map((source, s) => barred[s] ?? (hasRival(source) ? null : 'alone'));
  const racing = new Map(
    sources.flatMap(({ name, setting }, s) => (unranked[s] === null ? [[same.get(name), setting]] : [])),
  );
  const places = [...racing.keys()];
  const placeOf = (name: string) => places.indexOf(same.get(name));
  const above = certainty.pairs.flatMap(({ a, b, status }) => {
    const [upper, lower] = [placeOf(a), placeOf(b)];
    return status === 'separated' && upper >= 0 && lower >= 0 && upper !== lower
      ? [{ a: upper, b: lower }]
      : [];
  });
  const ranges = rankRanges([...racing.values()], above);
  return sources.map(({ name }, s) => {
    const why = unranked[s] ?? null;
    return { rank: (why === null && ranges[placeOf(name)]) || null, unranked: why };
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
