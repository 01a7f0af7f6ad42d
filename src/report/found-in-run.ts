/** What was found in files, and in a finished run: the findings of each source, and the references that are left. */

import { haveSamePairs, isInside } from '../candidates/overlaps';
import { standingsIn } from '../engine/looks';
import type { RunResult } from '../engine/result';
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

/** A source with what was found of it. */
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

function found(evidence: readonly Evidence[]): FoundSource[] {
  return evidence.map((source) => ({ ...source, findings: findingsOf(source, evidence) }));
}

/** What is found in each file before a run. @param negatives the first so many of each record are ranked; null for all */
export function foundInFiles(sources: readonly ReadSource[], negatives: number | null): FoundSource[] {
  return found(evidenceOfFiles(sources, negatives));
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
  /** The first in load order with the same pairs: itself where there is no other. */
  const firstOf = new Map(
    sources.map(({ name, setting, sameAs }) => {
      const isSame = (other: string) =>
        other === name || other === sameAs || (overlap !== null && haveSamePairs(overlap, name, other));
      const first = sources.find((other) => other.setting === setting && isSame(other.name));
      return [name, first?.name ?? name];
    }),
  );
  const same = (name: string) => firstOf.get(name) ?? name;
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
  const nearShare = (name: string) =>
    (audit.pairs[name]?.near_positive ?? 0) / (audit.pairs[name]?.pairs ?? 1);
  const evidence = read.map((source, s): Evidence => {
    const { loaded, name, setting, figures } = source;
    const beside = left.flatMap((other) => (other.setting === setting ? other.name : []));
    const [nearest] = beside.toSorted((a, b) => nearShare(b) - nearShare(a));
    const near = references.includes(name)
      ? undefined
      : audit.shares.find((share) => share.source === name && share.beside === nearest);
    const twin = same(name) === name ? null : same(name);
    const around = sources.find(
      (other) =>
        other.name !== name &&
        other.setting === setting &&
        overlap !== null &&
        isInside(overlap, name, other.name),
    );
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
        nearReferences: new Set(beside.map(same)).size,
        range: profile,
        flags: edges.includes(name) ? [] : flagReadings(source, profile, edges, certainty),
        twin,
        inside: twin === null ? (around?.name ?? null) : null,
      },
    };
  });
  return { sources: found(evidence), notLookedFor: notLookedFor(evidence), range: profile, references };
}
