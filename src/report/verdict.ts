/**
 * The verdict on a comparison: who is ranked and why others are not. Page, report and terminal all use it. Findings:
 * `findings.ts`. Words: `verdict-words.ts`.
 */

import type { EncoderIdentity } from '../encoder/types';
import type { Certainty, RunResult } from '../engine/results';
import type { RunEnd, RunSettings } from '../engine/result';
import type { AuditProfile } from '../scoring/audit';
import { rankRanges, type RankRange } from '../scoring/certainty/order';
import { onSharedAlone } from '../scoring/overlap';
import { FEWEST_REFERENCES } from '../scoring/random-looking';
import { bars, byWeight } from './findings';
import type { Finding, FindingId, FlagReading, Unranked } from './result';
import type { FoundOfRun } from './found-in-run';
import type { FinishedSource } from './scored-source';

export interface SourceVerdict {
  readonly source: FinishedSource;
  /** The worst first. */
  readonly findings: readonly Finding[];
  /** Of the means outside the range. */
  readonly flags: readonly FlagReading[];
  /** Its possible ranks among the ranked sources of its setting; null where it has none. */
  readonly rank: RankRange | null;
  readonly unranked: Unranked | null;
  /** True where it would have no rank, had the user not looked at its pairs. */
  readonly setAside: boolean;
}

export interface Verdict {
  /** The range of the references that are left; null where there is none. */
  readonly range: AuditProfile | null;
  /** True where the range was entered by hand. */
  readonly entered: boolean;
  /** Names of the references without a `stop`: the yardsticks of the pairs, and the range unless that was entered. */
  readonly references: readonly string[];
  readonly encoder: JudgingEncoder;
  /** In load order. */
  readonly sources: readonly SourceVerdict[];
  readonly certainty: Certainty;
  readonly stop: Pick<RunEnd, 'ended'>;
  /** The first so many of each record were scored, and so many records of each source; null where all were. */
  readonly negatives: number | null;
  readonly sample: number | null;
  /** ECI of random passages; null if unknown. */
  readonly randomBaseline: number | null;
  /** What nobody looked for in any source. */
  readonly notLookedFor: readonly FindingId[];
  /** True where up to a fifth of random passages can stay unseen: a ranked setting has fewer than two references. */
  readonly unseen: boolean;
  /** Of each setting whose sources have different queries, how many all of them have; `alone`: only these were scored. */
  readonly compared: readonly {
    readonly setting: string;
    readonly queries: number;
    readonly alone: boolean;
  }[];
}

/** The encoder of the texts; null where the files gave the embeddings. */
export type JudgingEncoder = Pick<EncoderIdentity, 'name' | 'bundled'> | null;

/** What a verdict takes of a run, or of a report. */
export type JudgedRun = Pick<RunResult, 'certainty' | 'random_baseline' | 'overlap'> & {
  readonly settings: Pick<RunSettings, 'queries' | 'negatives' | 'sample'>;
  readonly stop: Pick<RunEnd, 'ended'>;
  readonly encoder: JudgingEncoder;
  readonly found: FoundOfRun;
};

/** @param sources in load order; those of one setting are compared with each other */
export function verdictOf(sources: readonly FinishedSource[], run: JudgedRun): Verdict {
  const { certainty, encoder, overlap, settings, stop, found } = run;
  const barred = sources.map((source) => whyBarred(source, found));
  const same = (id: number) => found.twins.get(id) ?? id;
  const rivals = (s: number) => {
    const { setting, id } = sources[s] as FinishedSource;
    return sources.some(
      (other, o) => barred[o] === null && other.setting === setting && same(other.id) !== same(id),
    );
  };
  const unranked = barred.map((why, s) => why ?? (rivals(s) ? null : 'alone'));
  const ranks = ranksAmong(
    sources.filter((_, s) => unranked[s] === null),
    same,
    certainty,
  );
  const yardsticks = (setting: string) =>
    new Set(
      sources.flatMap(({ id, setting: own }) =>
        own === setting && found.references.includes(id) ? [same(id)] : [],
      ),
    );
  return {
    range: found.range,
    entered: found.entered,
    references: sources.flatMap(({ id, name }) => (found.references.includes(id) ? [name] : [])),
    encoder,
    sources: sources.map((source, s) => ({
      source,
      findings: found.findings.get(source.id) ?? [],
      flags: found.flags.get(source.id) ?? [],
      unranked: unranked[s] ?? null,
      rank: ranks.get(source.id) ?? null,
      setAside: isSetAside(source, found),
    })),
    certainty,
    stop,
    negatives: settings.negatives,
    sample: settings.sample,
    randomBaseline: run.random_baseline?.eci ?? null,
    notLookedFor: found.notLookedFor,
    unseen: sources.some(
      ({ setting }, s) => unranked[s] === null && yardsticks(setting).size < FEWEST_REFERENCES,
    ),
    compared:
      overlap?.shared.map((each) => ({ ...each, alone: onSharedAlone(settings.queries, each.queries) })) ??
      [],
  };
}

/** A finding with the name of its source. */
export interface FoundInSource {
  readonly name: string;
  readonly finding: Finding;
}

/** The findings of all sources, the worst first. */
export function allFindings({ sources }: Pick<Verdict, 'sources'>): FoundInSource[] {
  return sources
    .flatMap(({ source: { name }, findings }) => findings.map((finding) => ({ name, finding })))
    .sort((a, b) => byWeight(a.finding, b.finding));
}

/** Why a source by itself has no rank; null where it may have one. */
function whyBarred(
  { id, lookedAt }: FinishedSource,
  { findings, randomUnseen }: FoundOfRun,
): Unranked | null {
  const barring = findings.get(id)?.find(bars);
  if (barring) return barring.severity === 'small' ? 'small' : 'stop';
  return randomUnseen.has(id) && !lookedAt ? 'not-looked-for' : null;
}

function isSetAside({ id, lookedAt }: FinishedSource, { findings, randomUnseen }: FoundOfRun): boolean {
  return lookedAt && (randomUnseen.has(id) || (findings.get(id) ?? []).some((each) => each.set_aside));
}

/** Ranks among sources, by id. Sources with the same pairs are one. */
function ranksAmong(
  sources: readonly FinishedSource[],
  same: (id: number) => number,
  { pairs }: Certainty,
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

/** `1`, or `1–2` where several ranks are possible; `–` where there is none. */
export function rankInWords(rank: RankRange | null): string {
  if (rank === null) return '–';
  return rank.from === rank.to ? String(rank.from) : `${rank.from}–${rank.to}`;
}
