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
import type { Finding, ReportShortcut } from './result';

/** What was asked for on the Audit page. */
export interface AskedFindings {
  readonly shortcuts?: ReadonlyMap<number, ReportShortcut> | null;
  readonly answers?: ReadonlyMap<number, JudgedAnswers>;
}

/** A source with what was found of it. */
export interface FoundSource extends Evidence {
  readonly findings: readonly Finding[];
}

function found(evidence: readonly Evidence[]): FoundSource[] {
  return evidence.map((source) => ({ ...source, findings: findingsOf(source, evidence) }));
}

/** What is found in each file before a run. @param negatives the first so many of each record are ranked; null for all */
export function foundInFiles(sources: readonly ReadSource[], negatives: number | null): FoundSource[] {
  const nothing = { run: null, shortcut: null, answers: null };
  return found(evidenceOfFiles(sources, negatives).map((source) => ({ ...source, ...nothing })));
}

/**
 * What was found in a finished run, the range, and the names of the references that are left: those with a `stop` leave range and
 * yardsticks, also where the user ranks them all the same.
 * @param run under the names of the sources
 * @param range the reference range entered by hand
 */
export function foundInRun(
  sources: readonly ScoredSource[],
  run: RunResult,
  asked: AskedFindings = {},
  range: AuditProfile | null = null,
) {
  const { of, references, profile } = readRun(sources, run, range);
  const evidence = evidenceOfFiles(sources, run.settings.negatives).map((source, s) => ({
    ...source,
    shortcut: asked.shortcuts?.get(source.loaded.id) ?? null,
    answers: asked.answers?.get(source.loaded.id) ?? null,
    run: of[s] ?? null,
  }));
  return { sources: found(evidence), notLookedFor: notLookedFor(evidence), range: profile, references };
}

/** What a run says of a source; null: not looked for. */
export type RunEvidence = ReturnType<typeof readRun>['of'][number];

function readRun(
  sources: readonly ScoredSource[],
  { certainty, overlap, pair_audit: audit, file_findings: files, findings }: RunResult,
  range: AuditProfile | null,
) {
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
  const standings = standingsIn(
    sources.map(({ name, setting, reference, asMeant, loaded, figures }) => ({
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
  const left = sources.filter(
    ({ reference }, s) => reference && standings[s]?.small === false && !standings[s].stopped,
  );
  const references = left.map(({ name }) => name);
  const profile = range ?? envelope(left.map(({ figures }) => figures));
  const edges = range === null ? references : [];
  const nearShare = (name: string) =>
    (audit.pairs[name]?.near_positive ?? 0) / (audit.pairs[name]?.pairs ?? 1);
  const of = sources.map((source, s) => {
    const { name, setting, figures } = source;
    const beside = left.flatMap((other) => (other.setting === setting ? other.name : []));
    const [nearest] = beside.toSorted((a, b) => nearShare(b) - nearShare(a));
    const near = references.includes(name)
      ? undefined
      : audit.shares.find((share) => share.source === name && share.beside === nearest);
    const twin = same(name) === name ? null : same(name);
    const isAround = (other: ReadSource) =>
      other.name !== name &&
      other.setting === setting &&
      overlap !== null &&
      isInside(overlap, name, other.name);
    return {
      figures,
      effectiveUnits: certainty.scores[name]?.effective_units ?? 0,
      unitKind: certainty.units.kind,
      file: files?.[name] ?? null,
      pairs: audit.pairs[name] ?? null,
      randomShare: audit.random_share,
      random: standings[s]?.random ?? null,
      known: findings[name] ?? null,
      /** Share near the positive beyond the references' largest. */
      nearPositive: near?.near_positive ?? null,
      /** References left that are not the same pairs. */
      nearReferences: new Set(beside.map(same)).size,
      range: profile,
      flags: edges.includes(name) ? [] : flagReadings(source, profile, edges, certainty),
      /** Another source with the same pairs, and one that holds all of its pairs. */
      twin,
      inside: twin === null ? (sources.find(isAround)?.name ?? null) : null,
    };
  });
  return { of, references, profile };
}
