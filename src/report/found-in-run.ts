/** What was found in a finished run: the findings of each source, and the references that are left. */

import { haveSamePairs, isInside, type SourceOverlaps } from '../candidates/overlaps';
import { standingsIn } from '../engine/looks';
import type { PairCounts, RunResult } from '../engine/result';
import { envelope, type AuditProfile } from '../scoring/audit';
import {
  evidenceOfFiles,
  ownPositives,
  type Evidence,
  type JudgedAnswers,
  type ReadSource,
  type ScoredSource,
} from './evidence';
import { findingsOf, notLookedFor } from './findings';
import { flagReadings } from './flags';
import type { Finding, FindingId, ReportShortcut } from './result';

/** What was asked for on the Audit page. */
export interface AskedFindings {
  readonly shortcuts?: ReadonlyMap<number, ReportShortcut> | null;
  readonly answers?: ReadonlyMap<number, JudgedAnswers>;
}

/** A source of a run with what was found of it. */
export interface FoundSource extends Evidence {
  readonly findings: readonly Finding[];
}

/** What was found in a run. */
export interface FoundOfRun {
  /** Those of the run, in their order. */
  readonly sources: readonly FoundSource[];
  readonly notLookedFor: readonly FindingId[];
  readonly range: AuditProfile | null;
  /** Names of the references that are left. */
  readonly references: readonly string[];
}

/**
 * What was found in a finished run. References with a `stop` leave range and yardsticks, also where the user ranks them all the
 * same.
 * @param run under the names of the sources
 * @param range the reference range entered by hand
 */
export function foundInRun(
  sources: readonly ScoredSource[],
  { settings, certainty, overlap, pair_audit: audit, file_findings: files, findings }: RunResult,
  asked: AskedFindings = {},
  range: AuditProfile | null = null,
): FoundOfRun {
  const twins = twinsOf(sources, overlap);
  const same = (name: string) => twins.get(name) ?? name;
  const read = evidenceOfFiles(sources, settings.negatives);
  const standings = standingsIn(
    read.map(({ name, setting, reference, asMeant, loaded, figures }) => ({
      id: name,
      setting,
      reference,
      misread: !asMeant && loaded.warnings.length > 0,
      trace: figures.trace,
      file: { pairs: loaded.counts.pairs, own_positives: ownPositives(loaded, files?.[name] ?? null) },
      same: same(name),
    })),
    certainty,
    audit,
  );
  const left = read.filter(
    ({ reference }, s) => reference && standings[s]?.small === false && !standings[s].stopped,
  );
  const references = left.map(({ name }) => name);
  const profile = range ?? envelope(left.map(({ figures }) => figures));
  const edges = range === null ? references : [];
  const evidence = read.map((source, s): Evidence => {
    const { loaded, name, figures } = source;
    const beside = left.filter(({ setting }) => setting === source.setting);
    const [nearest] = beside.toSorted(
      (a, b) => nearShare(audit.pairs[b.name]) - nearShare(audit.pairs[a.name]),
    );
    const near = references.includes(name)
      ? undefined
      : audit.shares.find((share) => share.source === name && share.beside === nearest?.name);
    const twin = same(name) === name ? null : same(name);
    return {
      ...source,
      shortcut: asked.shortcuts?.get(loaded.id) ?? null,
      answers: asked.answers?.get(loaded.id) ?? null,
      run: {
        figures,
        file: files?.[name] ?? null,
        effectiveUnits: certainty.scores[name]?.effective_units ?? 0,
        pairs: audit.pairs[name] ?? null,
        known: findings[name] ?? null,
        unitKind: certainty.units.kind,
        randomShare: audit.random_share,
        random: standings[s]?.random ?? null,
        nearPositive: near?.near_positive ?? null,
        nearReferences: new Set(beside.map((each) => same(each.name))).size,
        range: profile,
        flags: edges.includes(name) ? [] : flagReadings(source, profile, edges, certainty),
        twin,
        inside: twin === null ? insideOf(source, sources, overlap) : null,
      },
    };
  });
  return {
    sources: evidence.map((source) => ({ ...source, findings: findingsOf(source, evidence) })),
    notLookedFor: notLookedFor(evidence),
    range: profile,
    references,
  };
}

function nearShare(counts: PairCounts | undefined): number {
  return counts ? counts.near_positive / counts.pairs : 0;
}

/** By source: the first one in load order with the same pairs; a source without a twin is its own. */
function twinsOf(
  sources: readonly ReadSource[],
  overlap: SourceOverlaps | null,
): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  sources.forEach(({ name, setting, sameAs }, place) => {
    const twin = sources
      .slice(0, place)
      .find(
        (other) =>
          other.setting === setting &&
          (other.name === sameAs || (overlap !== null && haveSamePairs(overlap, name, other.name))),
      );
    first.set(name, twin ? (first.get(twin.name) ?? twin.name) : name);
  });
  return first;
}

/** Another source of its setting that has all of its pairs, and more. @param own that no earlier one is a twin of */
function insideOf(
  own: ReadSource,
  sources: readonly ReadSource[],
  overlap: SourceOverlaps | null,
): string | null {
  if (overlap === null) return null;
  const around = sources.find(
    ({ name, setting }) => name !== own.name && setting === own.setting && isInside(overlap, own.name, name),
  );
  return around?.name ?? null;
}
