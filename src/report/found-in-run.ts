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
  { settings, certainty, overlap, pair_audit: audit, ...run }: RunResult,
  asked: AskedFindings = {},
  range: AuditProfile | null = null,
): FoundOfRun {
  const twins = twinsOf(sources, overlap);
  const same = (id: number) => twins.get(id) ?? id;
  const nameOf = (id: number) => sources.find(({ loaded }) => loaded.id === id)?.name ?? '';
  const shareOf = (source: number, beside: number) =>
    audit.shares.find((each) => each.source === String(source) && each.beside === String(beside));
  const ranked = evidenceOfFiles(sources, settings.negatives).flatMap((source) => {
    const { id } = source;
    const figures = run.sources.find((each) => each.id === id)?.figures;
    return figures ? [{ source, id, figures, file: run.file_findings?.[id] ?? null }] : [];
  });
  const standings = standingsIn(
    ranked.map(({ source, id, figures, file }) => ({
      id,
      setting: source.setting,
      reference: source.reference,
      misread: !source.asMeant && source.loaded.warnings.length > 0,
      trace: figures.trace,
      file: { pairs: source.loaded.counts.pairs, own_positives: ownPositives(source.loaded, file) },
      same: same(id),
    })),
    certainty,
    audit,
  );
  const left = ranked.filter(
    ({ source }, s) => source.reference && standings[s]?.small === false && !standings[s].stopped,
  );
  const references = left.map(({ id }) => id);
  const profile = range ?? envelope(left.map(({ figures }) => figures));
  const edges = range === null ? references : [];
  const evidence = ranked.map(({ source, id, figures, file }, s): Evidence => {
    const beside = left.filter((each) => each.source.setting === source.setting);
    const [nearest] = beside.toSorted((a, b) => nearShare(audit.pairs[b.id]) - nearShare(audit.pairs[a.id]));
    const random = standings[s]?.random ?? null;
    const near = nearest && !references.includes(id) ? shareOf(id, nearest.id)?.near_positive : null;
    return {
      ...source,
      shortcut: asked.shortcuts?.get(id) ?? null,
      answers: asked.answers?.get(id) ?? null,
      run: {
        figures,
        file,
        effectiveUnits: certainty.scores[id]?.effective_units ?? 0,
        pairs: audit.pairs[id] ?? null,
        known: run.findings[id] ?? null,
        unitKind: certainty.units.kind,
        randomShare: audit.random_share,
        random: random && { ...random, beside: nameOf(random.beside) },
        nearPositive: near ?? null,
        nearReferences: new Set(beside.map((each) => same(each.id))).size,
        range: profile,
        flags: edges.includes(id)
          ? []
          : flagReadings({ id, margin: source.margin, figures }, profile, edges, certainty),
        twin: same(id) === id ? null : nameOf(same(id)),
        inside: same(id) === id ? insideOf(id, sources, overlap) : null,
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
