/**
 * Who is ranked, and why others are not. Page, report and terminal all use it. Findings: `findings.ts`. Words:
 * `verdict-words.ts`.
 */

import type { Certainty } from '../engine/result';
import { rankRanges, type RankRange } from '../scoring/orders';
import { bars, type FoundSource } from './findings';
import type { ReportVerdict, Result } from './result';
import { readingParts } from './verdict-words';

/** The verdict on each source, by name. Sources with the same pairs are one. */
export function verdictsOf(
  sources: readonly FoundSource[],
  certainty: Pick<Certainty, 'pairs'>,
): Result['verdict']['sources'] {
  const same = new Map(sources.map(({ name, run }) => [name, run?.twin ?? name]));
  const free = sources.filter((source) => whyBarred(source) === null);
  const hasRival = ({ name, setting }: FoundSource) =>
    free.some((other) => other.setting === setting && same.get(other.name) !== same.get(name));
  const racing = new Map(free.filter(hasRival).map(({ name, setting }) => [same.get(name), setting]));
  const places = [...racing.keys()];
  const placeOf = (name: string) => places.indexOf(same.get(name));
  const above = certainty.pairs
    .map(({ a, b, status }) => ({ a: placeOf(a), b: placeOf(b), status }))
    .filter(({ a, b, status }) => status === 'separated' && a >= 0 && b >= 0 && a !== b);
  const ranges = rankRanges([...racing.values()], above);
  return Object.fromEntries(
    sources.map((source) => {
      const { name, findings, lookedAt, run } = source;
      const looked = (run?.random ?? null) !== null;
      const unranked = whyBarred(source) ?? (hasRival(source) ? null : 'alone');
      const judged = {
        rank: unranked === null ? (ranges[placeOf(name)] ?? null) : null,
        unranked,
        findings,
        flags: run?.flags ?? [],
        same_pairs_as: run?.twin ?? null,
        random_looked_for: looked,
        set_aside: lookedAt && (!looked || findings.some((each) => each.set_aside)),
      };
      return [name, { ...judged, reading: readingParts(judged).join('; ') }];
    }),
  );
}

/** Why a source by itself has no rank; null where it may have one. */
function whyBarred({ findings, run, lookedAt }: FoundSource): ReportVerdict['unranked'] {
  const barring = findings.find(bars);
  if (barring) return barring.severity === 'small' ? 'small' : 'stop';
  return run?.random || lookedAt ? null : 'not-looked-for';
}

/** `1`, or `1–2` where several ranks are possible; `–` where there is none. */
export function rankInWords(rank: RankRange | null): string {
  if (rank === null) return '–';
  return rank.from === rank.to ? String(rank.from) : `${rank.from}–${rank.to}`;
}
