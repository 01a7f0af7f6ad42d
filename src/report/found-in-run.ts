/** What was found in a finished run: the findings of each source, and the references that are left. */

import { haveSamePairs, isInside, type SourceOverlaps } from '../candidates/overlaps';
import type { RunResult } from '../engine/result';
import { envelope, type AuditProfile } from '../scoring/audit';
import { FEWEST_UNITS } from '../scoring/certainty/intervals';
import { standingsOf, type JudgedSource } from '../scoring/stops';
import {
  evidenceOfFiles,
  ownPositives,
  type Evidence,
  type JudgedAnswers,
  type ReadSource,
  type RunEvidence,
} from './evidence';
import { findingsOf, notLookedFor } from './findings';
import { type Finding, type FindingId, type FlagReading, type ReportShortcut } from './result';
import { flagReadings } from './flags';

/** What was asked for on the Audit page. */
export interface AskedFindings {
  readonly shortcuts?: ReadonlyMap<number, ReportShortcut> | null;
  readonly answers?: ReadonlyMap<number, JudgedAnswers>;
}

/** What was found in a run. */
export interface FoundOfRun {
  /** By source id. */
  readonly findings: ReadonlyMap<number, readonly Finding[]>;
  readonly flags: ReadonlyMap<number, readonly FlagReading[]>;
  /** By source id: the first source with the same pairs. */
  readonly twins: ReadonlyMap<number, number>;
  /** Ids of sources in which nobody could look for random passages. */
  readonly randomUnseen: ReadonlySet<number>;
  readonly notLookedFor: readonly FindingId[];
  readonly range: AuditProfile | null;
  readonly entered: boolean;
  /** Ids of the references that are left. */
  readonly references: readonly number[];
}

/**
 * What was found in a finished run. References with a `stop` leave range and yardsticks, also where the user ranks them all the
 * same.
 * @param range the reference range entered by hand
 */
export function foundInRun(
  sources: readonly ReadSource[],
  result: RunResult,
  asked: AskedFindings = {},
  range: AuditProfile | null = null,
): FoundOfRun {
  const twins = twinsOf(sources, result.overlap);
  const { evidence, references, profile } = evidenceOfRun(sources, result, twins, asked, range);
  const unseen = evidence.flatMap(({ id, run }) => (run?.random === null ? [id] : []));
  return {
    findings: foundBy(evidence),
    flags: new Map(evidence.map(({ id, run }) => [id, run?.flags ?? []])),
    twins,
    randomUnseen: new Set(unseen),
    notLookedFor: notLookedFor(evidence),
    range: profile,
    entered: range !== null,
    references,
  };
}

function foundBy(evidence: readonly Evidence[]): ReadonlyMap<number, readonly Finding[]> {
  return new Map(evidence.map((source) => [source.id, findingsOf(source, evidence)]));
}

function evidenceOfRun(
  sources: readonly ReadSource[],
  result: RunResult,
  twins: ReadonlyMap<number, number>,
  asked: AskedFindings,
  range: AuditProfile | null,
): {
  readonly evidence: Evidence[];
  readonly references: readonly number[];
  readonly profile: AuditProfile | null;
} {
  const { settings, certainty, overlap, file_findings: files, pair_audit: audit } = result;
  const names = new Map(sources.map(({ loaded, name }) => [loaded.id, name]));
  const before = evidenceOfFiles(sources, settings.negatives).flatMap((source): Evidence[] => {
    const { id } = source;
    const figures = result.sources.find((each) => each.id === id)?.figures;
    if (!figures) return [];
    const counts = result.findings.sources.find((each) => each.source === id)?.counts;
    const twin = twins.get(id) ?? id;
    const run: RunEvidence = {
      figures,
      effectiveUnits: certainty.scores.find(({ source: of }) => of === id)?.effective_units ?? 0,
      unitKind: certainty.units.kind,
      file: files?.find((each) => each.source === id) ?? null,
      pairs: audit.sources.find((each) => each.source === id) ?? null,
      randomShare: audit.random_share,
      random: null,
      nearText: counts?.near_text ?? null,
      nearPositive: null,
      nearReferences: 0,
      range: null,
      flags: [],
      twin: twin === id ? null : (names.get(twin) ?? null),
      inside: twin === id ? insideOf(id, sources, overlap) : null,
    };
    const { answers, shortcuts } = asked;
    return [{ ...source, run, shortcut: shortcuts?.get(id) ?? null, answers: answers?.get(id) ?? null }];
  });
  const bySetting = [...new Set(before.map(({ setting }) => setting))].map((setting) =>
    withPairs(
      before.filter((source) => source.setting === setting),
      twins,
      result,
      names,
    ),
  );
  const left = bySetting.flatMap(({ trusted }) => trusted);
  const references = left.map(({ id }) => id);
  const edges = range === null ? references : [];
  const profile = range ?? envelope(left.flatMap(({ run }) => run?.figures ?? []));
  const found = new Map(bySetting.flatMap(({ members }) => members.map((source) => [source.id, source])));
  const evidence = before.flatMap(({ id }): Evidence[] => {
    const source = found.get(id);
    if (!source?.run) return [];
    const { run, margin } = source;
    const judged = { id, margin, figures: run.figures };
    const flags = edges.includes(id) ? [] : flagReadings(judged, profile, edges, certainty);
    return [{ ...source, run: { ...run, range: profile, flags } }];
  });
  return { evidence, references, profile };
}

/** The sources of one setting with what their pairs say, and the references among them that are left. */
function withPairs(
  members: readonly Evidence[],
  twins: ReadonlyMap<number, number>,
  { pair_audit: { random_share: random, shares } }: RunResult,
  names: ReadonlyMap<number, string>,
): { readonly members: readonly Evidence[]; readonly trusted: readonly Evidence[] } {
  const same = (id: number) => twins.get(id) ?? id;
  const shareOf = (source: number, beside: number) =>
    shares.find((each) => each.source === source && each.beside === beside);
  const judged = members.map((source) => judgedOf(source, same(source.id)));
  const standings = standingsOf(judged, random, (a, b) => shareOf(a, b)?.random ?? null);
  const trusted = members.filter(
    ({ id, reference, run }) => reference && !isSmall(run) && standings.get(id)?.stopped === false,
  );
  const nearest = trusted.toSorted((a, b) => nearShare(b) - nearShare(a))[0];
  const references = new Set(trusted.map(({ id }) => same(id))).size;
  const found = members.map((source): Evidence => {
    const { id, run } = source;
    const own = standings.get(id)?.random ?? null;
    if (run === null) return source;
    return {
      ...source,
      run: {
        ...run,
        random: own && { ...own, beside: names.get(own.beside) ?? '' },
        nearPositive:
          nearest && !trusted.includes(source) ? (shareOf(id, nearest.id)?.near_positive ?? null) : null,
        nearReferences: references,
      },
    };
  });
  return { members: found, trusted };
}

/** What a source's file and pairs say of it, for the rule that ends a run too. @param same the id of its first twin */
function judgedOf(source: Evidence, same: number): JudgedSource {
  const { id, reference, loaded, asMeant, run } = source;
  return {
    id,
    reference,
    misread: !asMeant && loaded.warnings.length > 0,
    small: isSmall(run),
    file: { pairs: loaded.counts.pairs, own_positives: ownPositives(source) },
    pairs: run?.pairs?.pairs ?? 0,
    unrelated: run?.pairs?.unrelated ?? null,
    stock: run?.pairs?.stock ?? 0,
    stock_unrelated: run?.pairs?.stock_unrelated ?? null,
    same,
  };
}

/** Too few units for an interval, or nothing to score. */
function isSmall(run: RunEvidence | null): boolean {
  return run === null || run.effectiveUnits < FEWEST_UNITS || !(run.figures.trace > 0);
}

function nearShare({ run }: Evidence): number {
  return run?.pairs ? run.pairs.near_positive / run.pairs.pairs : 0;
}

/** By source: the first one in load order with the same pairs; a source without a twin is its own. */
function twinsOf(
  sources: readonly Pick<ReadSource, 'loaded' | 'name' | 'setting' | 'sameAs'>[],
  overlap: SourceOverlaps | null,
): ReadonlyMap<number, number> {
  const first = new Map<number, number>();
  sources.forEach(({ loaded: { id }, setting, sameAs }, place) => {
    const twin = sources
      .slice(0, place)
      .find(
        (other) =>
          other.setting === setting &&
          (other.name === sameAs || (overlap !== null && haveSamePairs(overlap, id, other.loaded.id))),
      );
    first.set(id, twin ? (first.get(twin.loaded.id) ?? twin.loaded.id) : id);
  });
  return first;
}

/** Another source of its setting that has all of its pairs, and more. @param id of a source that no earlier one is a twin of */
function insideOf(id: number, sources: readonly ReadSource[], overlap: SourceOverlaps | null): string | null {
  if (overlap === null) return null;
  const own = sources.find(({ loaded }) => loaded.id === id);
  const around = sources.find(
    ({ loaded, setting }) => loaded.id !== id && setting === own?.setting && isInside(overlap, id, loaded.id),
  );
  return around?.name ?? null;
}
